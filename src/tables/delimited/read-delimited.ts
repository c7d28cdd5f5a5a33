import { keepAround } from './around-lines.js';
import { locateDelimiter } from './detect/locate-delimiter.js';
import { createKeepLine } from '../text/keep-line.js';
import { FOOTER_LINES, footerLinesAt } from './detect/footer-lines.js';
import type { DelimitedFormat } from './dialect.js';
import type { InputFile } from '../source/input-file.js';
import type { TableReader } from '../table/table-reader.js';
import { createAccounting, readText, type TextTable } from '../text/read-text.js';
import { transcodedFrom } from '../text/utf8-text.js';
import { faultBadEncoding } from './read/bad-encoding.js';
import { foldedHeader } from './read/like-header.js';
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
  const warnings = [...format.warnings];
  return {
    columns: dialect.columns,
    accounting,
    notes: format.notes,
    warnings,
    async *batches(signal, onSkipped) {
      const grammar = grammarOf(dialect);
      const unquote = createUnquote(grammar);
      let plain: PlainLoops | null = null;
      let tokens: Tokens | null = null;
      let rowLike: Pick<Tokens, 'rowLike' | 'firstRowLike'> = { rowLike: 0, firstRowLike: 0 };
      let header = new Uint8Array(0);
      const findFooter = (end: Uint8Array) => footerLinesAt(end, dialect).lines;
      const table: TextTable = {
        place: dialect,
        returnEnds: grammar.returnEnds,
        columns: dialect.columns,
        keep: keepAround(onSkipped, dialect),
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
          tokens ??= {
            ...createTokens(grammar.width, plain?.window.length ?? window.to - window.from, plain),
            ...{ header, likeHeader: foldedHeader(header), names: dialect.columns, keep: createKeepLine(onSkipped) },
            locate: (fields) => locateDelimiter(fields, dialect.shape?.kinds ?? []),
          };
          const end = tokenize(window, tokens, grammar, accounting);
          rowLike = tokens;
          faultBadEncoding(window.bytes, tokens, end, transcodedFrom(format.encoding));
          return { end, batch: tokenBatch(window.bytes, tokens, unquote, dialect.columns) };
        },
      };
      yield* readText(file, format, table, accounting, signal);
      warnings.push(...rowLikeWarning(rowLike));
    },
  };
}

/** The record is valid, so it is not split; two stray quotes in the same column would look the same. */
function rowLikeWarning({ rowLike, firstRowLike }: Pick<Tokens, 'rowLike' | 'firstRowLike'>): string[] {
  if (rowLike === 0) return [];
  const [what, each] = rowLike === 1 ? ['A row has', 'it begins'] : [`${rowLike} rows have`, 'the first begins'];
  return [`${what} quoted line breaks that look like rows; ${each} in line ${firstRowLike}. Check its quotes.`];
}
