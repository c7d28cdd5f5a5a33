/** Where something begins and ends; the end is the first byte behind it. */
interface Span {
  start: number;
  end: number;
}

/** Takes known texts out of bytes. On bytes, since most output holds none of them and need not even be decoded. */
export interface StrikeOut {
  /** How long the longest of them is; 0 when there are none. */
  readonly longest: number;
  readonly bytes: (given: Buffer) => Buffer;
  readonly text: (given: string) => string;
  /**
   * The same for a piece whose end is not known yet: what can be said of its beginning, and the rest, in which one of
   * the texts may have begun.
   */
  readonly piece: (given: Buffer) => { done: Buffer; rest: Buffer };
  /** The same for a piece whose beginning is not known: what could be the second half of a text is left out. */
  readonly end: (given: Buffer) => Buffer;
}

const STRUCK = Buffer.from('***');

export function createStrikeOut(texts: Iterable<string>): StrikeOut {
  const needles = [...new Set(texts)].map((text) => Buffer.from(text)).filter((needle) => needle.length > 0);
  const longest = Math.max(0, ...needles.map((needle) => needle.length));
  const bytes = (given: Buffer): Buffer => without(given, spansOf(needles, given));
  return {
    longest,
    bytes,
    text(given) {
      if (longest === 0) return given;
      const before = Buffer.from(given);
      const after = bytes(before);
      // The same text and not its copy: what has no UTF-8 form, half of a surrogate pair, would not survive the way.
      return after === before ? given : after.toString();
    },
    piece(given) {
      const spans = spansOf(needles, given);
      const cut = cutBeside(spans, Math.max(0, given.length - Math.max(0, longest - 1)));
      const done = given.subarray(0, cut);
      return {
        done: without(
          done,
          spans.filter(({ end }) => end <= cut),
        ),
        rest: given.subarray(cut),
      };
    },
    end(given) {
      const spans = spansOf(needles, given);
      const cut = cutBeside(spans, Math.min(given.length, Math.max(0, longest - 1)));
      return bytes(given.subarray(cut));
    },
  };
}

/**
 * One search for each text is fast enough: 3 secrets in all their forms cost 16 ms for 10 MB of log lines, 20 cost 0.3 s.
 * All places, in order, those that touch or overlap as one: of two secrets that share a part, neither may show.
 */
function spansOf(needles: readonly Buffer[], given: Buffer): Span[] {
  const found: Span[] = [];
  for (const needle of needles) {
    for (let at = given.indexOf(needle); at !== -1; at = given.indexOf(needle, at + 1)) {
      found.push({ start: at, end: at + needle.length });
    }
  }
  if (found.length < 2) return found;
  found.sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const span of found) {
    const last = joined.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else joined.push(span);
  }
  return joined;
}

/** A place to cut that goes through none of them. */
function cutBeside(spans: readonly Span[], cut: number): number {
  return spans.find(({ start, end }) => start < cut && cut < end)?.end ?? cut;
}

function without(given: Buffer, spans: readonly Span[]): Buffer {
  if (spans.length === 0) return given;
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(given.subarray(from, start), STRUCK);
    from = end;
  }
  return Buffer.concat([...parts, given.subarray(from)]);
}
