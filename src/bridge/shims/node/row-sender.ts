import { encodeRow } from './encode-row.js';
import { encodeRows } from './frames.js';
import type { Send } from './send-parsed.js';

export interface RowSender {
  add(row: object): Promise<void>;
  /** A separate batch, sent even if it has no rows. */
  addAll(rows: readonly object[]): Promise<void>;
  flush(): Promise<void>;
}

/** A frame is sent when it has this many rows or characters. */
const FRAME_ROWS = 65_536;
const FRAME_CHARACTERS = 8 * 1024 * 1024;

/** Collects the rows of one output into frames. Rows are converted to text at once, so the size of a frame is known. */
export function createRowSender(output: string | null, send: Send): RowSender {
  let lines: string[] = [];
  let characters = 0;
  let columns = new Set<string>();

  const sendFrame = async (): Promise<void> => {
    const header = { ...(output === null ? {} : { output }), columns: [...columns] };
    const frame = encodeRows(header, lines.join(''));
    lines = [];
    characters = 0;
    columns = new Set();
    await send(frame);
  };
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await sendFrame();
  };
  const add = async (row: object): Promise<void> => {
    const line = encodeRow(row, columns);
    lines.push(line);
    characters += line.length;
    if (lines.length >= FRAME_ROWS || characters >= FRAME_CHARACTERS) await sendFrame();
  };
  return {
    add,
    async addAll(rows) {
      await flush();
      for (const row of rows) await add(row);
      if (lines.length > 0 || rows.length === 0) await sendFrame();
    },
    flush,
  };
}
