import { CasparianError } from '../../../platform/index.js';

/** Names of one event in the two documents that define them: the job model (seed 2) and the webhook specification. */
const SAME_EVENTS: readonly (readonly string[])[] = [
  ['passport.signed', 'passport.version.signed'],
  ['passport.activated', 'passport.version.active'],
  ['passport.revoked', 'passport.version.revoked'],
  ['rules.published', 'rules.version.published'],
  ['document.validated', 'document.version.validated'],
];

const PATTERN = /^[A-Za-z0-9_.*-]{1,200}$/;
const MAX_PATTERNS = 100;

/** Whether a subscription asks for the event, under any of its names. */
export function isSubscribed(patterns: readonly string[], eventType: string): boolean {
  const names = namesOf(eventType);
  return patterns.some((pattern) => names.some((name) => matches(normal(pattern), name)));
}

/** The patterns of a subscription, checked: `passport.*`, `quarantine.created`, `*`. */
export function checkPatterns(patterns: readonly string[]): readonly string[] {
  const unique = [...new Set(patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== ''))];
  const wrong = unique.find((pattern) => !PATTERN.test(pattern));
  if (wrong !== undefined || unique.length === 0 || unique.length > MAX_PATTERNS) {
    const subject = wrong === undefined ? 'The list of events' : `'${wrong}'`;
    throw new CasparianError('OPTION_INVALID', `${subject} cannot be subscribed to`, {
      why: `A subscription has 1 to ${MAX_PATTERNS} names of events; * stands for any characters.`,
      next: ["Write it like 'job.*', 'quarantine.created' or '*'."],
    });
  }
  return unique;
}

/** All names of an event, in the normal form. */
function namesOf(eventType: string): readonly string[] {
  const name = normal(eventType);
  return SAME_EVENTS.find((names) => names.includes(name)) ?? [name];
}

/** PASSPORT_SIGNED and passport.signed are the same name. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll('_', '.');
}

/** The parts between the stars occur in order. No regular expression: a pattern with many stars could take for ever. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  return rest.every((part) => {
    const found = name.indexOf(part, at);
    at = found + part.length;
    return found !== -1 && at <= end;
  });
}
