import { type HeaderLines, headerMembers, splitMembers } from '../message/header-lines.js';

type RequestHeaders = Readonly<Record<string, string>>;

/** The variant of a request, for a response with this `Vary`. Undefined if no other request can match: `Vary: *`. */
export function variantOf(response: HeaderLines, request: RequestHeaders): string | undefined {
  const names = [...new Set(headerMembers(response, 'vary').map((name) => name.toLowerCase()))].sort();
  if (names.includes('*')) return undefined;
  return JSON.stringify(names.map((name) => [name, normalValue(request[name])]));
}

/** Whether a request selects this variant: all headers that its response varies by have the same values (RFC 9111 section 4.1). */
export function matchesVariant(variant: string, request: RequestHeaders): boolean {
  const wanted = JSON.parse(variant) as [name: string, value: string | null][];
  return wanted.every(([name, value]) => normalValue(request[name]) === value);
}

/** Whitespace around the members of a list makes no difference. A missing header matches only a missing one. */
function normalValue(value: string | undefined): string | null {
  return value === undefined ? null : splitMembers(value).join(', ');
}
