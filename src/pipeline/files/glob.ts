import picomatch from 'picomatch';

/** Names may begin with a dot, and have line ends in them (flag `s`). */
export const EVERY_NAME = { dot: true, flags: 's' };

/** Whether a path, or its last part, is meant. */
export type PathMatcher = (path: string, name: string) => boolean;

/** A pattern without a slash speaks of names at any depth; one with a slash of the path from the scanned folder on. */
export function matcherOf(pattern: string): PathMatcher {
  const matches = picomatch(pattern.replace(/^\.?\//, ''), EVERY_NAME);
  if (pattern.includes('/')) return (path) => matches(path);
  return (_path, name) => matches(name);
}

/** The pattern of one file or folder: its name means itself, whatever signs it has. */
export function literalPattern(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
