import { normalPath } from './octets.js';
import type { RobotsRule, RobotsRules } from './robots-file.js';

/** The rule that decides about a URL: the longest that matches, and of equal ones one that allows (RFC 9309 section 2.2.2). */
export function decidingRule({ rules }: RobotsRules, url: URL): RobotsRule | undefined {
  const path = normalPath(url);
  let deciding: RobotsRule | undefined;
  for (const rule of rules) {
    if (deciding && !isStronger(rule, deciding)) continue;
    if (matches(rule.pattern, path)) deciding = rule;
  }
  return deciding;
}

function isStronger(rule: RobotsRule, than: RobotsRule): boolean {
  if (rule.pattern.length !== than.pattern.length) return rule.pattern.length > than.pattern.length;
  return rule.allows && !than.allows;
}

/**
 * Looks for the parts between the wildcards from left to right, each as early as possible. A regular expression could take
 * exponential time on a pattern of many wildcards.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let position = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  if (!isWhole) return true;
  if (last === undefined) return position === path.length;
  return path.length - last.length >= position && path.endsWith(last);
}
