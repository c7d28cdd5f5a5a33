const FILLER = 'the quick brown fox jumps over the lazy dog, then it does so again today';

/** A payload of about 100 bytes as JSON, the size the reference page was measured with. */
export function payload(number) {
  return { n: number, text: FILLER };
}

/** `count` payloads in lists of at most `size`. */
export function* payloadLists(count, size) {
  for (let first = 0; first < count; first += size) {
    yield Array.from({ length: Math.min(size, count - first) }, (_, index) => payload(first + index));
  }
}
