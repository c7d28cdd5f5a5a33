import { type HeaderLines, headerMembers } from '../message/header-lines.js';

/** Directives by name, in lower case. A directive without an argument has the value undefined. */
export type CacheControl = ReadonlyMap<string, string | undefined>;

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9a-z]";
const DIRECTIVE = new RegExp(`^(?<name>${TOKEN}+)(?:=(?:"(?<quoted>(?:\\\\.|[^"\\\\])*)"|(?<bare>${TOKEN}+)))?$`, 'i');
const LEADING_NAME = new RegExp(`^${TOKEN}+`, 'i');

/** The value of a directive that is there but malformed. It is not a number, so the response counts as stale. */
const MALFORMED = '';

/** RFC 9111 section 4.2.1 wants the largest number to be at least this. */
const MAX_SECONDS = 2 ** 31;

/** Of a directive that occurs twice, the first counts (RFC 9111 section 4.2.1). */
export function cacheControlOf(headers: HeaderLines): CacheControl {
  const directives = new Map<string, string | undefined>();
  for (const member of headerMembers(headers, 'cache-control')) {
    const [name, value] = directiveOf(member);
    // The most restrictive form counts: without an argument, no-cache covers the whole response.
    if (!directives.has(name) || (name === 'no-cache' && value === undefined)) directives.set(name, value);
  }
  return directives;
}

/** The seconds of a directive: undefined if it is absent, NaN if it is not a number of seconds. */
export function secondsOf(directives: CacheControl, name: string): number | undefined {
  if (!directives.has(name)) return undefined;
  return deltaSeconds(directives.get(name) ?? MALFORMED) ?? NaN;
}

/** A non-negative decimal integer, in seconds (RFC 9111 section 1.2.2). */
export function deltaSeconds(text: string): number | undefined {
  return /^\d+$/.test(text) ? Math.min(MAX_SECONDS, Number(text)) : undefined;
}

function directiveOf(member: string): readonly [name: string, value: string | undefined] {
  const parts = DIRECTIVE.exec(member)?.groups;
  if (!parts) return [(LEADING_NAME.exec(member)?.[0] ?? '').toLowerCase(), MALFORMED];
  const { name = '', quoted, bare } = parts;
  return [name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare];
}
