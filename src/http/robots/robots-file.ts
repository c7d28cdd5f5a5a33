import { normalPattern } from './octets.js';

export interface RobotsRule {
  readonly allows: boolean;
  /** In the form that paths are compared in. Its length is its precedence. */
  readonly pattern: string;
  /** As the file has it, for explanations. */
  readonly line: string;
}

/** The rules for one crawler. */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[];
  /** Not part of RFC 9309, but common: the least pause between two requests. */
  readonly crawlDelayMs: number | undefined;
}

interface Group {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  readonly delays: number[];
}

/** RFC 9309 section 2.5 wants at least this much to be read. The rest is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1_024;

const ANY_AGENT = '*';

/**
 * The rules of a robots.txt file (RFC 9309) for a product token: those of all groups that name it, otherwise those of all
 * groups for `*`. A line that is not understood is ignored.
 */
export function rulesFor(text: string, productToken: string): RobotsRules {
  const groups = groupsOf(text);
  const of = (agent: string): Group[] => groups.filter(({ agents }) => agents.includes(agent));
  const own = of(productToken.toLowerCase());
  const chosen = own.length > 0 ? own : of(ANY_AGENT);
  const delays = chosen.flatMap((group) => group.delays);
  return {
    rules: chosen.flatMap((group) => group.rules),
    crawlDelayMs: delays.length > 0 ? Math.max(...delays) : undefined,
  };
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = [];
  let isListingAgents = false;
  for (const line of linesOf(text)) {
    const { name, value } = fieldOf(line);
    const current = groups.at(-1);
    if (name === 'user-agent') {
      if (isListingAgents && current) current.agents.push(agentOf(value));
      else groups.push({ agents: [agentOf(value)], rules: [], delays: [] });
      isListingAgents = true;
    } else if (name === 'allow' || name === 'disallow') {
      // A rule before the first group belongs to no crawler, and one without a pattern matches nothing.
      if (value !== '')
        current?.rules.push({ allows: name === 'allow', pattern: normalPattern(value), line: line.trim() });
      isListingAgents = false;
    } else if (name === 'crawl-delay' && /^\d+(\.\d+)?$/.test(value)) {
      // Like every other record, it does not end the list of agents (section 2.2.4).
      current?.delays.push(Number(value) * 1_000);
    }
  }
  return groups;
}

/** A byte order mark, whole or in part, is skipped. */
function linesOf(text: string): readonly string[] {
  return text.replace(/^[\uFEFF\uFFFD]+/, '').split(/\r\n|\r|\n/);
}

/** A missing colon is accepted if the line has two words: it is obvious what `disallow /` means. */
function fieldOf(line: string): { name: string; value: string } {
  const content = line.split('#')[0] ?? '';
  const colon = content.indexOf(':');
  const words =
    colon < 0 ? withoutBlanks(content).split(/[ \t]+/, 3) : [content.slice(0, colon), content.slice(colon + 1)];
  const [name = '', value = ''] = words.length === 2 ? words : [];
  return { name: withoutBlanks(name).toLowerCase(), value: withoutBlanks(value) };
}

/** Blanks are spaces and tabs. `trim` would also remove a byte order mark, which is an error inside the file. */
function withoutBlanks(text: string): string {
  const isBlank = (index: number): boolean => text[index] === ' ' || text[index] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** A version or a second word after the token is not part of it. */
function agentOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return ANY_AGENT;
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase();
}
