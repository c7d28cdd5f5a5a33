import { type ApiKey, listApiKeys } from '../../../operations/index.js';
import { apiKeyJson } from '../../../operations/access/api-key-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  const keys = await withTenant(invocation, ({ database }) => listApiKeys(database));
  if (output.asJson) return output.json(keys.map(apiKeyJson));
  if (keys.length === 0) return output.message('There is no API key yet. Create one with: casparian keys create');
  const now = Date.now();
  const columns: Column<ApiKey>[] = [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'ROLE', cell: ({ role }) => role },
    { title: 'KEY', cell: ({ prefix }) => `${prefix}…` },
    { title: 'CREATED', cell: ({ createdAt }) => relativeTime(createdAt, now) },
    { title: 'BY', cell: ({ createdBy }) => createdBy ?? '' },
    {
      title: 'STATE',
      cell: ({ revokedAt }) => (revokedAt === null ? 'active' : `revoked ${relativeTime(revokedAt, now)}`),
    },
  ];
  output.print(renderTable(columns, keys, output.width));
}
