import type { Output } from './output.js';
import { cutText } from './text-width.js';

/** One line on the terminal that changes in place while work goes on. Silent where there is no terminal. */
export interface ProgressLine {
  /** `share` draws a bar in front of the text. */
  readonly show: (text: string, share?: number) => void;
  /** Words above the line. */
  readonly message: (text: string) => void;
  readonly clear: () => void;
}

/** Often enough to look alive, seldom enough to cost nothing. */
const REDRAW_EVERY_MS = 100;
const BAR_WIDTH = 24;
/** For terminals that do not know their width and say 0, as those of some containers do. */
const USUAL_COLUMNS = 80;

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
