import { OutputFile, type WrittenFile } from './output-file.js';

/** Writes lines of text to a file. */
export interface LineSink {
  write(lines: readonly string[]): Promise<void>;
  finish(): Promise<WrittenFile>;
  abort(): Promise<void>;
}

export async function createLineSink(path: string): Promise<LineSink> {
  const file = await OutputFile.create(path);
  let rows = 0;
  return {
    async write(lines) {
      if (lines.length === 0) return;
      rows += lines.length;
      await file.append([Buffer.from(`${lines.join('\n')}\n`, 'utf8')]);
    },
    finish: () => file.finish(rows),
    abort: () => file.abandon(),
  };
}
