import { FOOTER_LINES, footerLinesAt } from './detect/footer-lines.js';
import type { DelimitedFormat } from './dialect.js';
import type { InputFile } from '../source/input-file.js';
import type { TableReader } from '../table/table-reader.js';
import { createAccounting, readText, type TextTable } from '../text/read-text.js';
import { transcodedFrom } from '../text/utf8-text.js';
import { faultBadEncoding } from './read/bad-encoding.js';
import { grammarOf } from './read/grammar.js';
import { createUnquote, tokenBatch } from './read/take-columns.js';
import { tokenize } from './read/tokenizer.js';
import { createPlainLoops, type PlainLoops } from './read/plain/plain-loops.js';
import { createTokens, tokenBytes, type Tokens } from './read/tokens.js';

/** In smaller windows creating the WebAssembly loops takes longer than running them. */
const WORTH_THE_LOOPS_BYTES = 1_024 * 1_024;

/** Reads text with a delimiter in its dialect. */
export function readDelimited(file: InputFile, format: DelimitedFormat): TableReader {
  const { dialect } = format;
  const accounting = createAccounting();
  return {
    columns: dialect.columns,
    accounting,
    notes: format.notes,
    batches(signal) {
      const grammar = grammarOf(dialect);
      const unquote = createUnquote(grammar);
      let plain: PlainLoops | null = null;
      let tokens: Tokens | null = null;
      let header = new Uint8Array(0);
      const findFooter = (end: Uint8Array) => footerLinesAt(end, dialect);
      const table: TextTable = {
        place: dialect,
        returnEnds: grammar.returnEnds,
        unseenFooter: dialect.footerUnseen === true ? { lines: FOOTER_LINES, find: findFooter } : undefined,
        onHeader: (line) => {
          if (dialect.headerRepeats && dialect.headerLines === 1) header = Uint8Array.from(line);
        },
        room: (bytes) => {
          if (bytes < WORTH_THE_LOOPS_BYTES || tokens !== null) return new Uint8Array(bytes);
          plain = createPlainLoops(grammar, bytes, tokenBytes(grammar.width, bytes));
          return plain?.window ?? new Uint8Array(bytes);
        },
        take: (window) => {
          tokens ??= { ...createTokens(grammar.width, plain?.window.length ?? window.to - window.from, plain), header };
          const end = tokenize(window, tokens, grammar, accounting);
          faultBadEncoding(window.bytes, tokens, end, transcodedFrom(format.encoding));
          return { end, batch: tokenBatch(window.bytes, tokens, unquote, dialect.columns) };
        },
      };
      return readText(file, format, table, accounting, signal);
    },
  };
}
