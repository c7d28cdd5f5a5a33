import type { Dialect } from '../../../../src/tables/delimited/dialect.js';
import { type Grammar, grammarOf } from '../../../../src/tables/delimited/read/grammar.js';
import { createUnquote, takeColumns } from '../../../../src/tables/delimited/read/take-columns.js';
import { tokenize } from '../../../../src/tables/delimited/read/tokenizer.js';
import { createTokens } from '../../../../src/tables/delimited/read/tokens.js';
import type { LineAccounting } from '../../../../src/tables/table/table-reader.js';
import { createAccounting } from '../../../../src/tables/text/read-text.js';

export const DIALECT: Dialect = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  lineEnd: '\n',
  comment: null,
  headerRepeats: true,
  footerLines: 0,
  trailingDelimiter: false,
  isDrawn: false,
  bareEscape: false,
  preambleLines: 0,
  headerLines: 1,
  columns: ['a', 'b', 'c'],
};

export interface Tokenized {
  readonly rows: (string | null)[][];
  /** `row: code: raw`. */
  readonly faults: string[];
  readonly messages: string[];
  /** The line each row begins on, and the one behind the last. */
  readonly lines: number[];
  readonly accounting: LineAccounting;
  /** How much of the text was taken. */
  readonly taken: number;
}

export interface TokenizeOptions {
  readonly isLast?: boolean;
  readonly header?: string;
  readonly rowLimit?: number;
  readonly accounting?: LineAccounting;
}

/** Takes the records of one window that holds nothing but the text. Digits stand before and behind it. */
export function tokenized(
  text: string | Buffer,
  dialect: Partial<Dialect> = {},
  options: TokenizeOptions = {},
): Tokenized {
  const grammar: Grammar = grammarOf({ ...DIALECT, ...dialect });
  const { isLast = true, header = '', accounting = createAccounting() } = options;
  const content = Buffer.from(text as string);
  const bytes = new Uint8Array(Buffer.concat([Buffer.from('77'), content, Buffer.from('77')]));
  const { rowLimit = 256 } = options;
  const tokens = { ...createTokens(grammar.width, content.length), header: Buffer.from(header), rowLimit };
  const end = tokenize({ bytes, from: 2, to: 2 + content.length, isLast }, tokens, grammar, accounting);
  if (bytes[2 + content.length] !== 0x37) throw new Error('the byte behind the window was changed');
  const columns = takeColumns(bytes, tokens, createUnquote(grammar));
  return {
    rows: Array.from({ length: tokens.rows }, (_, row) =>
      columns.map(({ bytes: values, offsets, validity }) =>
        validity !== null && ((validity[row >> 3] ?? 0) & (1 << (row & 7))) === 0
          ? null
          : Buffer.from(values.subarray(offsets[row], offsets[row + 1])).toString(),
      ),
    ),
    faults: tokens.faults.map(({ row, code, raw }) => `${row}: ${code}: ${raw}`),
    messages: tokens.faults.map(({ message }) => message),
    lines: [...tokens.lines.slice(0, tokens.rows + 1)],
    accounting,
    taken: end - 2,
  };
}
