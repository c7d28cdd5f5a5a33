import { CasparianError } from '../platform/index.js';

const PATTERN = /^[A-Za-z0-9_.:*-]{1,200}$/;

/** Whether a type matches a pattern, in which `*` matches any characters: `job.*`, `*.created`, `*`. */
export function matchesPattern(pattern: string, type: string): boolean {
  if (!pattern.includes('*')) return pattern === type;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (type.length < first.length + last.length || !type.startsWith(first) || !type.endsWith(last)) return false;
  // The parts between must follow each other; the leftmost place of each leaves most room for the next.
  const middle = type.slice(first.length, type.length - last.length);
  let from = 0;
  for (const part of rest) {
    const at = middle.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

export function requirePattern(pattern: string): string {
  if (PATTERN.test(pattern)) return pattern;
  throw new CasparianError('OPTION_INVALID', `'${pattern}' is not a pattern of types`, {
    why: 'It has letters, digits and . _ : -, and * for any characters.',
    next: ["Write it like 'job.*' or quarantine.created."],
  });
}
