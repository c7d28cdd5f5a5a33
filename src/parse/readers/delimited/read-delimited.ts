import type { FileFormat } from '../../formats/file-format.js';
import type { InputFile } from '../../run/inputs.js';
import type { TableReader } from '../table-reader.js';
import { createAccounting, readText, type TextTable } from '../text/read-text.js';
import { transcodedFrom } from '../text/utf8-text.js';
import { faultBadEncoding } from './bad-encoding.js';
import { grammarOf } from './grammar.js';
import { createUnquote } from './take-columns.js';
import { tokenBatch } from './token-batch.js';
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
      const unquote = createUnquote(grammar);
      let tokens: Tokens | null = null;
      let header = new Uint8Array(0);
      const table: TextTable = {
        place: dialect,
        returnEnds: grammar.returnEnds,
        onHeader: (line) => {
          if (dialect.headerRepeats && dialect.headerLines === 1) header = Uint8Array.from(line);
        },
        take: (window) => {
          tokens ??= { ...createTokens(grammar.width, window.to - window.from), header };
          const end = tokenize(window, tokens, grammar, accounting);
          faultBadEncoding(window.bytes, tokens, end, transcodedFrom(format.encoding));
          return { end, batch: tokenBatch(window.bytes, tokens, unquote, dialect.columns) };
        },
      };
      return readText(file, format, table, accounting, signal);
    },
  };
}
