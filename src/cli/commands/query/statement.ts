import { CasparianError } from '../../../platform/index.js';
import { textFrom } from '../../options/text-source.js';

const MAX_BYTES = 16_777_216;

/** The statement from the command line, stdin or a file: one of them. */
export async function statementOf(sql: string | undefined, file: string | undefined): Promise<string> {
  if ((sql === undefined) === (file === undefined)) {
    throw new CasparianError('USAGE', sql === undefined ? 'There is no statement to run' : 'There are two statements', {
      next: [
        "Write it behind the command: casparian query 'select …'",
        'Or name its file: casparian query --file FILE',
      ],
    });
  }
  if (sql !== undefined && sql !== '-') return sql;
  return textFrom(file ?? '-', {
    ...{ what: 'The statement', maxBytes: MAX_BYTES },
    tooLarge: () => new CasparianError('OPTION_INVALID', 'The statement is larger than 16 MiB'),
  });
}
