import type { Output } from './output.js';
import { cutText, USUAL_COLUMNS } from './text-width.js';

/** A line on the terminal that is updated in place. Silent without a terminal. */
export interface ProgressLine {
  readonly isVisible: boolean;
  /** `share` draws a bar before the text. */
  readonly show: (text: string, share?: number) => void;
  /** Prints a message above the line. */
  readonly message: (text: string) => void;
  readonly clear: () => void;
}

/** Often enough to look alive, seldom enough to be cheap. */
const REDRAW_EVERY_MS = 100;
const BAR_WIDTH = 24;

export function createProgressLine(output: Output): ProgressLine {
  const { stderr } = process;
  const visible = stderr.isTTY && !output.asJson;
  let drawnAt = -Infinity;
  let drawn = false;
  const clear = (): void => {
    if (drawn) stderr.write('\r\x1b[2K');
    drawn = false;
  };
  return {
    isVisible: visible,
    show: (text, share) => {
      if (!visible || performance.now() - drawnAt < REDRAW_EVERY_MS) return;
      drawnAt = performance.now();
      const line = share === undefined ? text : `${progressBar(share)} ${text}`;
      stderr.write(`\r\x1b[2K${cutText(line, (stderr.columns || USUAL_COLUMNS) - 1)}`);
      drawn = true;
    },
    message: (text) => {
      clear();
      output.message(text);
    },
    clear,
  };
}

export function progressBar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `[${'='.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${Math.round(share * 100)}%`;
}
