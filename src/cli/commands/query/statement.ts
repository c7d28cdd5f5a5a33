import { CasparianError } from '../../../platform/index.js';
import { textFrom } from '../../options/text-source.js';

const MAX_BYTES = 16_777_216;

/** The statement from the command line, stdin or a file; exactly one of them. */
export async function statementOf(sql: string | undefined, file: string | undefined): Promise<string> {
  if ((sql === undefined) === (file === undefined)) {
    throw new CasparianError('USAGE', sql === undefined ? 'No statement was given' : 'Two statements were given', {
      next: [
        "Write it after the command: casparian query 'select …'",
        'Or read it from a file: casparian query --file FILE',
      ],
    });
  }
  if (sql !== undefined && sql !== '-') return sql;
  return textFrom(file ?? '-', {
    ...{ what: 'The statement', maxBytes: MAX_BYTES },
    tooLarge: () => new CasparianError('OPTION_INVALID', 'The statement is larger than 16 MiB'),
  });
}
