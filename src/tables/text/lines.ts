export const LF = 0x0a;
export const CR = 0x0d;

/** How the lines of a file end. */
export type LineEnd = '\n' | '\r\n' | '\r' | 'mixed';

/**
 * Lines in bytes. `returnEnds`: a carriage return alone ends a line. Otherwise carriage returns before a line feed
 * belong to the line end.
 */

/** The position after the next line end; `to` if not found. */
export function nextLine(bytes: Uint8Array, from: number, to: number, returnEnds: boolean): number {
  let at = from;
  while (at < to && bytes[at] !== LF && !(returnEnds && bytes[at] === CR)) at += 1;
  return lineBehind(bytes, at, to);
}

/** Where the next line begins after the line end at `at`; `to` at the end. */
export function lineBehind(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) return to;
  return bytes[at] === CR && at + 1 < to && bytes[at + 1] === LF ? at + 2 : at + 1;
}

/** The number of line ends between two positions. */
export function countLineEnds(bytes: Uint8Array, from: number, to: number, returnEnds: boolean): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === LF) count += 1;
    else if (byte === CR && returnEnds && (at + 1 >= to || bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}

/** The number of lines between two positions. The last may lack its line end. */
export function countLines(bytes: Uint8Array, from: number, to: number, returnEnds: boolean): number {
  const isOpen = to > from && bytes[to - 1] !== LF && !(returnEnds && bytes[to - 1] === CR);
  return countLineEnds(bytes, from, to, returnEnds) + (isOpen ? 1 : 0);
}

/** Where the text of a line ends, without its line end. */
export function withoutLineEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  if (end > from && bytes[end - 1] === LF) end -= 1;
  while (end > from && bytes[end - 1] === CR) end -= 1;
  return end;
}

/** Where the last `count` lines begin. The last may lack its line end. `from` when there are fewer lines. */
export function lastLines(bytes: Uint8Array, from: number, to: number, count: number, returnEnds: boolean): number {
  let at = to;
  for (let line = 0; line < count && at > from; line += 1) {
    at = withoutOneLineEnd(bytes, from, at, returnEnds);
    while (at > from && bytes[at - 1] !== LF && !(returnEnds && bytes[at - 1] === CR)) at -= 1;
  }
  return at;
}

/** Where the line after the first `count` lines begins; `to` when there are fewer. */
export function firstLines(bytes: Uint8Array, from: number, to: number, count: number, returnEnds: boolean): number {
  let at = from;
  for (let line = 0; line < count && at < to; line += 1) at = nextLine(bytes, at, to, returnEnds);
  return at;
}

function withoutOneLineEnd(bytes: Uint8Array, from: number, to: number, returnEnds: boolean): number {
  if (bytes[to - 1] === LF) return returnEnds && to - 2 >= from && bytes[to - 2] === CR ? to - 2 : to - 1;
  return returnEnds && bytes[to - 1] === CR ? to - 1 : to;
}

const FEWEST_DASHES = 3;
const DASHES: ReadonlySet<number> = new Set(Buffer.from('-=_+*'));
const BETWEEN_DASHES: ReadonlySet<number> = new Set(Buffer.from(' \t\r|:'));

/** Whether a line is drawn: `-----+-----`, `=====`. */
export function isRule(bytes: Uint8Array, from: number, to: number): boolean {
  let dashes = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (DASHES.has(byte)) dashes += 1;
    else if (!BETWEEN_DASHES.has(byte)) return false;
  }
  return dashes >= FEWEST_DASHES;
}
