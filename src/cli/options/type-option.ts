import { isTypeFault, parseColumn, parseTypeText } from '../../contract/index.js';
import { CasparianError, shellLine } from '../../platform/index.js';
import { styleOfExample, type TypeOverride } from '../../tables/index.js';

/**
 * Parses `NAME=TYPE` or `NAME=TYPE:FORMAT`: `zip=string`, `day=date:%d/%m/%Y`, `net=decimal(12,2):1.234,56`. A name may
 * contain `=`: the first `=` with a type after it counts.
 */
export function parseTypeOption(text: string): [name: string, override: TypeOverride] {
  for (let at = text.indexOf('=', 1); at > 0; at = text.indexOf('=', at + 1)) {
    const [type = '', ...rest] = text.slice(at + 1).split(':');
    if (isTypeFault(parseTypeText(type))) continue;
    const name = text.slice(0, at);
    const override = { type: type.trim(), format: rest.length === 0 ? null : rest.join(':') };
    checkFormat(text, name, override);
    return [name, override];
  }
  throw new CasparianError('OPTION_INVALID', `--type cannot be '${text}'`, {
    why: 'It names a column and its type, and optionally how the values are written.',
    next: [
      'Write it like id=string, day=date:%d/%m/%Y or net=decimal(12,2):1.234,56',
      'Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary.',
    ],
  });
}

/** The option that declares a column's type, to paste into a shell. */
export function typeOptionText(name: string, { type, format }: TypeOverride): string {
  return shellLine(['--type', `${name}=${type}${format === null ? '' : `:${format}`}`]);
}

const NUMBER_TYPE = /^(?:int|float|decimal|numeric|double|real|bigint|long|integer)/i;

function checkFormat(text: string, name: string, { type, format }: TypeOverride): void {
  if (!NUMBER_TYPE.test(type)) {
    parseColumn({ source: `--type ${text}` }, name, format === null ? type : { type, format });
  } else if (format !== null && styleOfExample(format) === null) {
    throw new CasparianError('OPTION_INVALID', `--type cannot be '${text}'`, {
      why: `'${format}' does not show how numbers are written.`,
      next: ['Write 1234.56 as the file would write it: 1.234,56 or 1,234.56 or 1234,56'],
    });
  }
}
