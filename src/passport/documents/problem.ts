/** Why a document is rejected, and where. */
export interface DocumentProblem {
  readonly message: string;
  /** JSON pointer (RFC 6901) of a value in a JSON document. */
  readonly pointer?: string | undefined;
  /** From 1. */
  readonly line: number;
  /** From 1. Counts characters. */
  readonly column: number;
}

/** A problem whose line and column are not counted yet. */
export interface ProblemAt {
  readonly message: string;
  readonly pointer?: string | undefined;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** Enough to repair a document in one go, and few enough to read. */
export const MAX_PROBLEMS = 100;

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Counts lines and columns of all problems in one pass over the text. */
export function withPlaces(text: string, problems: readonly ProblemAt[]): DocumentProblem[] {
  const sorted = problems.toSorted((a, b) => a.offset - b.offset);
  const places = placesAt(
    text,
    sorted.map((problem) => problem.offset),
  );
  return sorted.map(({ message, pointer }, index) => ({ message, pointer, ...(places[index] as Place) }));
}

/** The places of offsets that are in ascending order. */
export function placesAt(text: string, offsets: readonly number[]): Place[] {
  let line = 1;
  let column = 1;
  let at = 0;
  return offsets.map((offset) => {
    for (; at < offset && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) {
        line += 1;
        column = 1;
      } else if (code < 0xdc00 || code > 0xdfff) {
        // The second half of a surrogate pair is not another character.
        column += 1;
      }
    }
    return { line, column };
  });
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
