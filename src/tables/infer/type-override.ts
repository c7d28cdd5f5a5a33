import { CasparianError } from '../../platform/index.js';
import { isTypeFault, parseColumn, parseTypeText } from '../../contract/index.js';
import { styleOfExample } from './decide/number-example.js';
import type { TypeOverride } from './infer-options.js';

/**
 * `day=date:%d/%m/%Y`, `amount=decimal(12,2):1.234,56`, `paid=bool:yes/no`, `zip=string`. A name may hold an equals sign: the
 * first one counts that has a type behind it.
 */
export function parseTypeOverride(text: string): readonly [name: string, override: TypeOverride] {
  for (let at = text.indexOf('='); at > 0; at = text.indexOf('=', at + 1)) {
    const [type = '', ...rest] = text.slice(at + 1).split(':');
    if (isTypeFault(parseTypeText(type))) continue;
    const override: TypeOverride = { type: type.trim(), format: rest.length === 0 ? null : rest.join(':') };
    checkOverride(text, text.slice(0, at), override);
    return [text.slice(0, at), override];
  }
  throw new CasparianError('USAGE', `--type ${text} names no column and type`, {
    next: [
      'Write --type NAME=TYPE or NAME=TYPE:FORMAT, for example --type zip=string or --type day=date:%d/%m/%Y',
      'Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary.',
    ],
  });
}

function checkOverride(text: string, name: string, { type, format }: TypeOverride): void {
  const isNumber = /^(?:int|float|decimal|numeric|double|real|bigint|long|integer)/i.test(type);
  if (!isNumber) {
    parseColumn({ source: `--type ${text}` }, name, format === null ? type : { type, format });
  } else if (format !== null && styleOfExample(format) === null) {
    throw new CasparianError('USAGE', `--type ${text}: '${format}' does not show how numbers are written`, {
      next: ['Write 1234 and a half in the way of the file: 1.234,56 or 1,234.56 or 1234,56'],
    });
  }
}
