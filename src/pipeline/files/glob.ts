import picomatch from 'picomatch';

/** Names may begin with a dot and contain line breaks (flag `s`). */
export const EVERY_NAME = { dot: true, flags: 's' };

/** Matches a path or its last part. */
export type PathMatcher = (path: string, name: string) => boolean;

/**
 * A pattern without a slash matches names at any depth; a pattern with a slash matches the path relative to the scanned
 * folder.
 */
export function matcherOf(pattern: string): PathMatcher {
  const matches = picomatch(pattern.replace(/^\.?\//, ''), EVERY_NAME);
  if (pattern.includes('/')) return (path) => matches(path);
  return (_path, name) => matches(name);
}

/** A pattern that matches exactly one file or folder; special characters are escaped. */
export function literalPattern(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
