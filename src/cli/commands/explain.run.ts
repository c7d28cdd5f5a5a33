import {
  CasparianError,
  ERROR_CODES,
  type ErrorCode,
  errorCodeJson,
  type ErrorCodeJson,
  isErrorCode,
  nearest,
} from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import { hintText } from '../output/hint-text.js';
import type { Output } from '../output/output.js';
import { type Column, renderTable } from '../output/table.js';
import { wrap } from '../output/wrap.js';

const PARAGRAPH_WIDTH = 100;
const TABLE_WIDTH = 120;

export async function run({ args, output }: Invocation): Promise<void> {
  const [given] = args;
  if (given === undefined) listCodes(output);
  else explainCode(codeNamed(given), output);
}

function listCodes(output: Output): void {
  const entries = (Object.keys(ERROR_CODES) as ErrorCode[]).map(errorCodeJson);
  if (output.asJson) return output.json(entries);
  const columns: Column<ErrorCodeJson>[] = [
    { title: 'CODE', cell: ({ code }) => code },
    { title: 'EXIT', cell: ({ exit }) => String(exit), align: 'right' },
    { title: 'MEANING', cell: ({ explain }) => explain },
  ];
  output.print(renderTable(columns, entries, Math.min(TABLE_WIDTH, output.width)));
}

function explainCode(code: ErrorCode, output: Output): void {
  const entry = errorCodeJson(code);
  if (output.asJson) return output.json(entry);
  const { exit, retryable, explain, next } = entry;
  const retried = retryable ? 'is retried' : 'is not retried';
  const consequences = `A command that fails with it exits with ${exit}. A job attempt that fails with it ${retried}.`;
  const paragraphs = [explain, consequences].map((text) => wrap(text, Math.min(PARAGRAPH_WIDTH, output.width)));
  const hints = next.length === 0 ? [] : [next.map(hintText).join('\n')];
  output.print([output.paint('bold', code), ...paragraphs, ...hints].join('\n\n'));
}

function codeNamed(text: string): ErrorCode {
  const code = text.trim().toUpperCase().replaceAll('-', '_');
  if (isErrorCode(code)) return code;
  const guess = nearest(code, Object.keys(ERROR_CODES));
  throw new CasparianError('UNKNOWN_ERROR_CODE', `There is no error code ${text}`, {
    next: [...(guess ? [`Did you mean ${guess}?`] : []), 'List them all: casparian explain'],
  });
}
