import { Type } from 'apache-arrow';
import { variableBytesOf } from '../columns/arrow-buffers.js';
import type { IncomingBatch } from '../columns/incoming.js';
import type { WriteRawRow } from '../columns/raw-row.js';
import type { VariableBytes } from '../columns/typed.js';
import type { Cause } from '../problems/column-problems.js';
import { SHOWN_CHARACTERS } from '../problems/quote.js';
import { isPlain } from '../text/json-text.js';
import { textCopier, type TextBuffer, wordsOf } from '../text/text-buffer.js';
import { ERRORS, LINE_END, RAW } from './quarantine-line.js';

/**
 * Writes the lines of rows with one error whose message quotes plain text: all but the values is the same in every line
 * with the same cause. Returns false, and writes nothing, for another row.
 */
export type LineTemplates = (
  ...given: [start: DataView, column: string, cause: Cause, row: number, rowNumber: number, out: TextBuffer]
) => boolean;

type Template = (start: DataView, row: number, rowNumber: number, out: TextBuffer) => boolean;

/** A million bad rows took 3.4 s of CPU with templates, and 5.5 s with an object for each error. */
export function createLineTemplates(batch: IncomingBatch, writeRaw: WriteRawRow): LineTemplates {
  const templates = new Map<Cause, Template>();
  return (start, column, cause, row, rowNumber, out) => {
    let template = templates.get(cause);
    if (template === undefined) {
      template = createTemplate(batch, column, cause, writeRaw);
      templates.set(cause, template);
    }
    return template(start, row, rowNumber, out);
  };
}

function createTemplate(
  batch: IncomingBatch,
  column: string,
  { type, reason }: Cause,
  writeRaw: WriteRawRow,
): Template {
  const texts = textsOf(batch, column);
  if (texts === null || reason === null) return () => false;
  const { offsets, bytes } = texts;
  const copyText = textCopier(bytes);
  const before = `"column":${JSON.stringify(column)},"error_type":"${type}","error_message":"'`;
  const after = `'${JSON.stringify(reason).slice(1)}`;
  const [beforeFirst, afterFirst] = [wordsOf(`,${before}`), wordsOf(`${after}${RAW.toString()}`)];
  const beforeSecond = wordsOf(`${ERRORS.toString()}{${before}`);
  const afterSecond = wordsOf(`${after}}${LINE_END.toString()}`);
  return (start, row, rowNumber, out) => {
    const [from, to] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    if (to - from > SHOWN_CHARACTERS || !isPlainText(bytes, from, to)) return false;
    out.copyWords(start);
    out.integer(rowNumber);
    out.copyWords(beforeFirst);
    copyText(from, to, out);
    out.copyWords(afterFirst);
    writeRaw(row, out);
    out.copyWords(beforeSecond);
    copyText(from, to, out);
    out.copyWords(afterSecond);
    return true;
  };
}

function textsOf({ columns }: IncomingBatch, name: string): VariableBytes | null {
  const column = columns.find((one) => one.name === name);
  return column?.form === 'arrow' && column.data.typeId === Type.Utf8 ? variableBytesOf(column.data) : null;
}

function isPlainText(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isPlain(bytes[at] ?? 0)) return false;
  return true;
}
