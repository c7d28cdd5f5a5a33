/** The end is the first byte after the span. */
interface Span {
  start: number;
  end: number;
}

/** Replaces known texts by `***`. Works on bytes, because most output contains none of them and needs no decoding. */
export interface Redactor {
  /** Bytes of the longest text; 0 without texts. */
  readonly longest: number;
  readonly bytes: (given: Buffer) => Buffer;
  readonly text: (given: string) => string;
  /** Redacts a piece that continues later. Returns what is certain, and the rest, in which a text may begin. */
  readonly piece: (given: Buffer) => { done: Buffer; rest: Buffer };
  /** Redacts a piece whose beginning was cut. Drops what could be the second half of a text. */
  readonly end: (given: Buffer) => Buffer;
}

const REDACTED = Buffer.from('***');

export function createRedactor(texts: Iterable<string>): Redactor {
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
      // Not the decoded copy: half of a surrogate pair has no UTF-8 form and would be replaced.
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
 * All occurrences in order. Those that touch or overlap become one span, so that no part of either shows. One search per
 * text is fast enough: 3 secrets in all their forms take 16 ms for 10 MB of log lines, 20 secrets 0.3 s.
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

/** Moves a cut to the end of the span that it would split. */
function cutBeside(spans: readonly Span[], cut: number): number {
  return spans.find(({ start, end }) => start < cut && cut < end)?.end ?? cut;
}

function without(given: Buffer, spans: readonly Span[]): Buffer {
  if (spans.length === 0) return given;
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(given.subarray(from, start), REDACTED);
    from = end;
  }
  return Buffer.concat([...parts, given.subarray(from)]);
}
