import { type Cell, cellJson } from '../../contract/index.js';
import { decodeTag } from './decode-tag.js';

/** A list or an object of a row: a tag that stands for one value, or nested data. */
export function decodeCell(value: object): Cell {
  const tag = tagOf(value);
  if (tag !== null && tag !== '$object') return decodeTag(tag, (value as Record<string, unknown>)[tag]);
  const plain = JSON.stringify(value);
  // Without a key that begins with `$` there is no tag in it anywhere.
  return { kind: 'nested', json: plain.includes('"$') ? untaggedJson(value) : plain };
}

/** Objects with one key, and a `$` before it, are the protocol's own. A user's such object comes inside of `$object`. */
function tagOf(value: object): string | null {
  if (Array.isArray(value)) return null;
  const keys = Object.keys(value);
  const key = keys[0];
  return keys.length === 1 && key?.startsWith('$') ? key : null;
}

function untaggedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(untaggedJson).join(',')}]`;
  const tag = tagOf(value);
  if (tag === null) return membersJson(value);
  const content = (value as Record<string, unknown>)[tag];
  return tag === '$object' ? membersJson(wrapped(content)) : cellJson(decodeTag(tag, content));
}

function membersJson(value: object): string {
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${untaggedJson(member)}`);
  return `{${members.join(',')}}`;
}

function wrapped(content: unknown): object {
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new Error('$object does not hold an object');
}
