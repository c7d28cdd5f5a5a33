import { type DeclaredFormat, formatsOf, formatText } from '../columns/contract.js';
import { createReader } from './create-reader.js';
import type { FormatPurpose } from './format.js';
import { isMisreading, type Misreading, otherForm, type Reader } from './reading.js';

/** How pandas and many databases write a date that is stored as a datetime. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?$/;

/** Reads texts in the format of a column, or in one of several. Throws a FormatError if one does not suit the purpose. */
export function createAnyReader(purpose: FormatPurpose, format: DeclaredFormat | null): Reader {
  const readers = formatsOf(format).map((one) => createFormatReader(purpose, one));
  const [only, ...others] = readers;
  if (only !== undefined && others.length === 0) return only;
  const inNoFormat = otherForm(`it is not written as ${formatText(format ?? '')}`);
  return (text) => {
    let fault: Misreading = inNoFormat;
    for (const read of readers) {
      const reading = read(text);
      if (!isMisreading(reading)) return reading;
      // A text in one of the formats with an impossible day says more than that it is not in the others.
      if (reading.otherForm === undefined) fault = reading;
    }
    return fault;
  };
}

/** The reader of one format of a column. */
export function createFormatReader(purpose: FormatPurpose, format: string | null): Reader {
  const read = createReader(purpose, format);
  return purpose === 'date' && format === null ? (text) => read(text.replace(MIDNIGHT, '')) : read;
}
