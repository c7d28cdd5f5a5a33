import { removeRules } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<{ topic?: string } & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const [pattern = ''] = args;
  const removed = await withTenant(invocation, ({ database }) => removeRules(database, pattern, options.topic));
  const topics = removed.map(({ topic }) => topic).sort();
  if (output.asJson) return output.json({ pattern, topics, removed: true });
  output.print(
    `Files that match '${pattern}' no longer get the topic ${topics.map((topic) => `'${topic}'`).join(', ')}.`,
  );
}
