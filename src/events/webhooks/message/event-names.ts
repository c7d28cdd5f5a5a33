import { CasparianError } from '../../../platform/index.js';
import { matchesPattern, requirePattern } from '../../event-pattern.js';

/** Names of one event in the two documents that define them: the job model (seed 2) and the webhook specification. */
const SAME_EVENTS: readonly (readonly string[])[] = [
  ['passport.signed', 'passport.version.signed'],
  ['passport.activated', 'passport.version.active'],
  ['passport.revoked', 'passport.version.revoked'],
  ['rules.published', 'rules.version.published'],
  ['facts.parsed', 'document.validated', 'document.version.validated'],
];

const MAX_PATTERNS = 100;

/** Whether a subscription asks for the event, under any of its names. */
export function isSubscribed(patterns: readonly string[], eventType: string): boolean {
  const names = namesOf(eventType);
  return patterns.some((pattern) => names.some((name) => matchesPattern(normal(pattern), name)));
}

/** The patterns of a subscription, checked: `passport.*`, `quarantine.created`, `*`. */
export function checkPatterns(patterns: readonly string[]): readonly string[] {
  const unique = [...new Set(patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== ''))];
  for (const pattern of unique) requirePattern(pattern);
  if (unique.length === 0 || unique.length > MAX_PATTERNS) {
    throw new CasparianError('OPTION_INVALID', `An endpoint cannot be subscribed to ${unique.length} names of events`, {
      why: `It must be subscribed to 1 to ${MAX_PATTERNS}.`,
      next: ["Write them like 'job.*', 'quarantine.created' or '*'."],
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
