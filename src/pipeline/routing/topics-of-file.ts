import { basename } from 'node:path';
import picomatch from 'picomatch';
import { isS3Address } from '../../storage/index.js';
import { EVERY_NAME } from '../files/glob.js';
import { tagsOf } from '../files/tags.js';
import type { FilesTable } from '../schema/tables.js';
import type { Rule } from './rules.js';

/** The topics of a file: the tags it was scanned with, and the topics of the rules that match its path. */
export type TopicsOfFile = (file: Pick<FilesTable, 'path' | 'tags'>) => string[];

export function topicsByRules(rules: readonly Rule[]): TopicsOfFile {
  const compiled = rules.map(({ pattern, topic }) => ({ topic, matches: pathMatcher(pattern) }));
  return ({ path, tags }) => {
    const ofRules = compiled.filter(({ matches }) => matches(path)).map(({ topic }) => topic);
    return [...new Set([...tagsOf(tags), ...ofRules])];
  };
}

/** Every file, also in buckets. */
const EVERYTHING = '/**';

/**
 * Without a slash, matches the name; with a leading slash, the whole path; with `s3://`, the whole address; otherwise the end of the path
 * or address.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  if (pattern === EVERYTHING) return () => true;
  if (!pattern.includes('/')) {
    const matches = picomatch(pattern, EVERY_NAME);
    return (path) => matches(basename(path));
  }
  const [isAddress, isPath] = [isS3Address(pattern), pattern.startsWith('/')];
  const matches = picomatch(isAddress || isPath ? withoutRoot(pattern) : `**/${pattern}`, EVERY_NAME);
  return (path) => (isS3Address(path) ? !isPath : !isAddress) && matches(withoutRoot(path));
}

function withoutRoot(path: string): string {
  return path.replace(/^(?:s3:\/\/|\/)/, '');
}
