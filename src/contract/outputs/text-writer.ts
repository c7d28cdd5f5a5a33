import type { OutputFile, WrittenFile } from './output-file.js';

const BUFFER_BYTES = 524_288;

/** No UTF-16 unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Text on its way into a file: one buffer is filled while the other is written. */
export class TextWriter {
  readonly #file: OutputFile;
  #filling = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #other = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #end = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: OutputFile) {
    this.#file = file;
  }

  /** Best in pieces of some 16 KiB: more of them cost a promise each, and longer ones are slower to turn into bytes. */
  async write(text: string): Promise<void> {
    const atMost = text.length * BYTES_PER_UNIT;
    if (this.#end + atMost > BUFFER_BYTES) await this.#handOver();
    if (atMost <= BUFFER_BYTES) this.#end += this.#filling.write(text, this.#end, 'utf8');
    else await this.#append(Buffer.from(text, 'utf8'));
  }

  async finish(rows: number): Promise<WrittenFile> {
    await this.#handOver();
    await this.#writing;
    return this.#file.finish(rows);
  }

  async abort(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.abandon();
  }

  async #handOver(): Promise<void> {
    if (this.#end === 0) return;
    await this.#append(this.#filling.subarray(0, this.#end));
    [this.#filling, this.#other] = [this.#other, this.#filling];
    this.#end = 0;
  }

  /** Waits for what is being written, and lets this be written while the caller goes on. */
  async #append(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#writing = this.#file.append([bytes]);
    // Whoever comes next awaits it and hears of a failure; until then nobody listens.
    this.#writing.catch(() => undefined);
  }
}
