import { CasparianError, hint } from '../../platform/index.js';

/** A file that no format reads as a table. */
export function notATable(name: string, why: string): CasparianError {
  return new CasparianError('INPUT_NOT_A_TABLE', `'${name}' is not read as a table`, {
    why,
    next: [
      hint('See what is in it', { action: 'preview', arguments: [name] }),
      hint('Describe how to read it, for example {}', { options: { delimiter: ';', encoding: 'cp1252' } }),
      hint('Or run a parser over it', { action: 'run', arguments: ['your_parser.py', name] }),
    ],
  });
}
