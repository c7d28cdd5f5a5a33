import type { FileFormat } from '../../formats/file-format.js';
import type { InputFile } from '../../run/inputs.js';
import type { ReadBatch, TableReader } from '../table-reader.js';
import { createAccounting, readText, type TextTable } from '../text/read-text.js';
import { arrowColumn } from '../text/text-columns.js';
import { isUtf8Encoding } from '../text/utf8-text.js';
import { faultBadEncoding } from './bad-encoding.js';
import { type Grammar, grammarOf } from './grammar.js';
import { createUnquote, takeColumns } from './take-columns.js';
import { tokenize } from './tokenizer.js';
import { createTokens, type Tokens } from './tokens.js';

/** Text with a delimiter, read as its dialect says. */
export function readDelimited(file: InputFile, format: Extract<FileFormat, { kind: 'delimited' }>): TableReader {
  const { dialect } = format;
  const accounting = createAccounting();
  return {
    columns: dialect.columns,
    accounting,
    notes: format.notes,
    batches(signal) {
      const grammar = grammarOf(dialect);
      const tokens = createTokens(grammar.width);
      const table: TextTable = {
        place: dialect,
        returnEnds: grammar.returnEnds,
        onHeader: (line) => {
          if (dialect.headerRepeats && dialect.headerLines === 1) tokens.header = line;
        },
        take: (window) => {
          const end = tokenize(window, tokens, grammar, accounting);
          faultBadEncoding(window.bytes, tokens, end, isUtf8Encoding(format.encoding) ? null : format.encoding.name);
          return { end, batch: tokens.rows === 0 ? null : batchOf(window.bytes, tokens, grammar, dialect.columns) };
        },
      };
      return readText(file, format, table, accounting, signal);
    },
  };
}

function batchOf(bytes: Uint8Array, tokens: Tokens, grammar: Grammar, names: readonly string[]): ReadBatch {
  const { rows, lines, faults } = tokens;
  const columns = takeColumns(bytes, tokens, createUnquote(grammar));
  return {
    batch: {
      output: null,
      rowCount: rows,
      columns: columns.map((column, at) => arrowColumn(names[at] ?? '', rows, column)),
    },
    lines: lines.slice(0, rows + 1),
    faults,
  };
}
