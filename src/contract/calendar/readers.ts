import { parseFormat } from './format.js';
import { checkFormatFields, type FormatPurpose } from './format-fields.js';
import { createFormatReader } from './format-reader.js';
import { readIsoDate, readIsoDatetime, readIsoTime } from './iso.js';
import type { Reader } from './reading.js';

const ISO_READERS: Readonly<Record<FormatPurpose, Reader>> = {
  date: readIsoDate,
  datetime: readIsoDatetime,
  time: readIsoTime,
};

/** ISO 8601 unless a format says otherwise. Throws a FormatError when the format does not suit the purpose. */
export function createReader(purpose: FormatPurpose, format: string | null): Reader {
  if (format === null) return ISO_READERS[purpose];
  const parts = parseFormat(format);
  checkFormatFields(parts, purpose);
  return createFormatReader(format, parts);
}
