import { changeTopics, showParser } from '../../../operations/index.js';
import { CasparianError, nearest } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

const ACTIONS = ['add', 'remove'] as const;
type TopicAction = (typeof ACTIONS)[number];

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, args } = invocation;
  const [name = '', action, ...topics] = args.flat();
  requireUsable(name, action, topics);
  const { changed, topics: now } = await withTenant(invocation, async ({ database }) => {
    if (action !== undefined) return changeTopics(database, name, { action, topics });
    return { changed: [], topics: (await showParser(database, name)).topics };
  });
  if (output.asJson) return output.json({ name, topics: now });
  if (action === undefined) return output.print(now.length > 0 ? now.join('\n') : `Parser '${name}' has no topics.`);
  for (const topic of topics) output.print(sentence(name, topic, action, changed.includes(topic)));
}

function sentence(name: string, topic: string, action: string, changed: boolean): string {
  if (action === 'add') return `Parser '${name}' ${changed ? 'now' : 'was already'} subscribed to topic '${topic}'`;
  return `Parser '${name}' ${changed ? 'is no longer' : 'was not'} subscribed to topic '${topic}'`;
}

function requireUsable(
  name: string,
  action: string | undefined,
  topics: readonly string[],
): asserts action is TopicAction | undefined {
  if (action === undefined) return;
  if (!ACTIONS.some((known) => known === action)) {
    const guess = nearest(action, ACTIONS);
    throw new CasparianError('USAGE', `Unknown action '${action}'`, {
      why: `The actions are ${ACTIONS.join(' and ')}.`,
      next: guess === undefined ? [] : [`Did you mean ${guess}?`],
    });
  }
  if (topics.length > 0) return;
  throw new CasparianError('USAGE', `'${action}' needs a topic`, {
    next: [`casparian parser topics ${name} ${action} TOPIC`],
  });
}
