/** A growing buffer of text; replaced when it is full enough to be written. */
export class TextBuffer {
  bytes: Uint8Array = new Uint8Array(65_536);
  end = 0;

  /** Ensures space for this many more bytes. */
  reserve(more: number): void {
    if (this.end + more <= this.bytes.byteLength) return;
    const grown = new Uint8Array(Math.max(this.end + more, this.bytes.byteLength * 2));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.end++] = value;
  }

  /** Text of ASCII characters only. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let index = 0; index < text.length; index++) this.bytes[this.end++] = text.charCodeAt(index);
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start > LONG_BYTES) {
      this.bytes.set(source.subarray(start, end), this.end);
      this.end += end - start;
    } else {
      for (let at = start; at < end; at++) this.bytes[this.end++] = source[at] ?? 0;
    }
  }

  clear(): void {
    this.end = 0;
  }
}

/** From this length on the runtime's copy function is used. The crossing point is an estimate. */
const LONG_BYTES = 64;
