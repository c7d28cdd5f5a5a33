import type { SkippedLine } from '../../tables/index.js';
import { createLineSink, type LineSink } from '../../contract/index.js';
import { skippedFileName } from './output-name.js';
import type { StagedFile } from './output-writer.js';
import type { PathFor } from './staged-files.js';

/** The lines of a file that are not part of a row. */
export interface SkippedLines {
  readonly count: number;
  /** All of them, if they are few; otherwise empty. */
  readonly lines: readonly SkippedLine[];
  /** All of them as JSON lines, if they are many or the caller asked for it; otherwise null. */
  readonly file: StagedFile | null;
}

export const NO_SKIPPED_LINES: SkippedLines = { count: 0, lines: [], file: null };

/** Most files have a header and a few other lines: they need no file. */
const MOST_IN_MEMORY = 1_000;

export interface SkippedCollector {
  /** Keep it out of loops: lines are stored when `flush` is called. */
  readonly add: (line: SkippedLine) => void;
  /** Stores the lines so far, in the order of the file. */
  flush(source?: string): Promise<void>;
  /** `inFile`: also a few lines are written to a file. */
  finish(inFile: boolean): Promise<SkippedLines>;
  close(): Promise<void>;
}

/** Collects skipped lines: in memory, and in a staged file when they become many. */
export function createSkippedCollector(output: string, pathFor: PathFor): SkippedCollector {
  const fileName = skippedFileName(output);
  let pending: SkippedLine[] = [];
  let kept: { line: SkippedLine; source: string | undefined }[] = [];
  let count = 0;
  let sink: LineSink | null = null;
  let path = '';

  const spill = async (): Promise<void> => {
    if (sink === null) {
      path = pathFor(fileName);
      sink = await createLineSink(path);
    }
    await sink.write(kept.map(({ line, source }) => skippedJson(line, source)));
    kept = [];
  };
  return {
    add: (line) => {
      pending.push(line);
    },
    async flush(source) {
      // A comment between two rows is reported before an empty row above it.
      const lines = pending.sort((a, b) => a.line - b.line);
      pending = [];
      count += lines.length;
      for (const line of lines) kept.push({ line, source });
      if (kept.length > MOST_IN_MEMORY || sink !== null) await spill();
    },
    async finish(inFile) {
      if (sink === null && (!inFile || isPlainHeader(kept)))
        return { count, lines: kept.map(({ line }) => line), file: null };
      const lines = sink === null ? kept.map(({ line }) => line) : [];
      await spill();
      const written = await (sink as unknown as LineSink).finish();
      return { count, lines, file: { output, fileName, path, ...written } };
    },
    async close() {
      await sink?.abort();
    },
  };
}

/** One header line for each file needs no file: the columns of the output have its names. */
function isPlainHeader(kept: readonly { line: SkippedLine; source: string | undefined }[]): boolean {
  const sources = new Set(kept.map(({ source }) => source));
  return sources.size === kept.length && kept.every(({ line }) => line.kind === 'header');
}

function skippedJson({ line, kind, reason, text }: SkippedLine, source: string | undefined): string {
  return JSON.stringify({ ...(source === undefined ? {} : { source }), line, kind, reason, text });
}
