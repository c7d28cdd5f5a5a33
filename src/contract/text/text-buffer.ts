/** A growing buffer of text; replaced when it is full enough to be written. */
export class TextBuffer {
  bytes: Uint8Array = new Uint8Array(65_536);
  end = 0;
  #view = new DataView(this.bytes.buffer);

  /** Ensures space for this many more bytes. */
  reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.end + more, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.end++] = value;
  }

  /** Text of ASCII characters only. */
  ascii(text: string): void {
    this.reserve(text.length);
    const { bytes, end } = this;
    for (let index = 0; index < text.length; index++) bytes[end + index] = text.charCodeAt(index);
    this.end = end + text.length;
  }

  utf8(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    this.reserve(text.length * 3);
    const { bytes, end } = this;
    let at = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= FIRST_LONG) break;
      bytes[end + at] = code;
    }
    this.end = end + at;
    if (at < text.length) this.end += encoder.encodeInto(text.slice(at), bytes.subarray(this.end)).written;
  }

  /** A whole number that is not negative. */
  integer(value: number): void {
    if (value > LARGEST_INT) return this.ascii(String(value));
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    this.reserve(digits);
    let rest = value | 0;
    for (let at = this.end + digits - 1; at >= this.end; at--) {
      const tenth = (rest / 10) | 0;
      this.bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.end += digits;
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    this.reserve(end - start);
    const { bytes, end: to } = this;
    if (end - start > LONG_BYTES) bytes.set(end - start === source.length ? source : source.subarray(start, end), to);
    else for (let at = start, into = to; at < end; at++) bytes[into++] = source[at] ?? 0;
    this.end = to + end - start;
  }

  /** As `copy`, four bytes at a time. Reads up to three bytes after the end. */
  copyWords(source: DataView, start = 0, end = source.byteLength - SLACK): void {
    // What is written after the end is overwritten by the next text.
    this.reserve(end - start + SLACK);
    const view = this.#view;
    let into = this.end;
    for (let at = start; at < end; at += 4, into += 4) view.setInt32(into, source.getInt32(at, true), true);
    this.end += end - start;
  }

  clear(): void {
    this.end = 0;
  }
}

const encoder = new TextEncoder();

/** What `copyWords` reads and writes after the end of a text. */
export const SLACK = 3;

/** A text for `copyWords`. */
export function wordsOf(text: string): DataView {
  const bytes = Buffer.from(text);
  const padded = new Uint8Array(bytes.length + SLACK);
  padded.set(bytes);
  return new DataView(padded.buffer);
}

/** Returns a function that copies parts of these bytes, by words where that stays inside of them. */
export function textCopier(bytes: Uint8Array): (start: number, end: number, out: TextBuffer) => void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lastEnd = bytes.byteLength - SLACK;
  return (start, end, out) => {
    if (end <= lastEnd) out.copyWords(view, start, end);
    else out.copy(bytes, start, end);
  };
}

/** Characters below it are one byte. */
const FIRST_LONG = 0x80;
const ZERO = 0x30;
const LARGEST_INT = 0x7fff_ffff;

/** From this length on the runtime's copy function is used. A line of 333 bytes took 0.7 µs so, and 1.1 µs with loops only. */
const LONG_BYTES = 24;
