import type { FixedWidthFormat } from './detect-fixed-width.js';
import type { InputFile } from '../source/input-file.js';
import { faultBadEncoding } from '../delimited/read/bad-encoding.js';
import { createUnquote } from '../delimited/read/take-columns.js';
import { tokenBatch } from '../delimited/read/token-batch.js';
import { createTokens, type Tokens } from '../delimited/read/tokens.js';
import type { TableReader } from '../table/table-reader.js';
import { createAccounting, readText } from '../text/read-text.js';
import { transcodedFrom } from '../text/utf8-text.js';
import { takeLines } from './take-lines.js';

/** Nothing is quoted here. */
const asItStands = createUnquote({ quote: -1, backslash: -1 });

/** Text whose columns stand one below the other. Blanks around a value are not part of it. */
export function readFixedWidth(file: InputFile, format: FixedWidthFormat): TableReader {
  const { layout } = format;
  const accounting = createAccounting();
  const returnEnds = layout.lineEnd === '\r' || layout.lineEnd === 'mixed';
  return {
    columns: layout.columns,
    accounting,
    notes: format.notes,
    batches(signal) {
      let tokens: Tokens | null = null;
      const header: Uint8Array[] = [];
      return readText(
        file,
        format,
        {
          place: layout,
          returnEnds,
          onHeader: (line) => header.push(line),
          take: (window) => {
            tokens ??= createTokens(layout.columns.length, window.to - window.from);
            const end = takeLines(window, tokens, { fields: layout.fields, header }, returnEnds, accounting);
            faultBadEncoding(window.bytes, tokens, end, transcodedFrom(format.encoding));
            return { end, batch: tokenBatch(window.bytes, tokens, asItStands, layout.columns) };
          },
        },
        accounting,
        signal,
      );
    },
  };
}
