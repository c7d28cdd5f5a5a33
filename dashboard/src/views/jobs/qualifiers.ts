import { client } from '../../data/client.js';
import { session } from '../../data/session.js';
import type { Offer, Qualifier } from '../../parts/filter-bar.js';
import { JOB_STATES } from '../../parts/job-state.js';

/** What jobs can be filtered by, with values that exist. */
export const JOB_QUALIFIERS: readonly Qualifier[] = [
  { name: 'status', hint: 'failed, running …', offers: statuses },
  { name: 'type', hint: 'the kind of work', offers: () => groups('type') },
  { name: 'queue', hint: 'where it waits', offers: () => groups('queue') },
  { name: 'error', hint: 'a code, or a part of the message', offers: codes },
  { name: 'parser', hint: 'file jobs of a parser', offers: parsers },
  { name: 'age', hint: '<24h or >30d', offers: () => ['<1h', '<24h', '<7d', '>30d'].map((value) => ({ value })) },
  { name: 'payload.', hint: 'a value in the payload: payload.path:…' },
  { name: 'created', hint: 'FROM..TO' },
  { name: 'id', hint: 'the id of a job' },
  { name: 'parent', hint: 'enqueued by this job' },
  { name: 'correlation', hint: 'from this request' },
  { name: 'tenant', hint: 'yours', offers: () => [{ value: session.value?.tenant ?? 'default' }] },
];

async function statuses(): Promise<Offer[]> {
  const counts = await client.get('/v1/job-counts');
  return Object.keys(JOB_STATES).map((value) => ({ value, count: counts[value as keyof typeof JOB_STATES].count }));
}

async function groups(by: 'type' | 'queue'): Promise<Offer[]> {
  const { groups: found } = await client.get('/v1/stats/jobs', { query: { since: '30d' } });
  const counts = new Map<string, number>();
  for (const { counts: ended, ...group } of found) {
    const total = Object.values(ended).reduce((sum, count) => sum + count, 0);
    counts.set(group[by], (counts.get(group[by]) ?? 0) + total);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

async function codes(): Promise<Offer[]> {
  const { groups: found } = await client.get('/v1/triage', { query: { limit: 200 } });
  const counts = new Map<string, number>();
  for (const { code, count } of found) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

async function parsers(): Promise<Offer[]> {
  const { items } = await client.get('/v1/parsers', { query: { limit: 200 } });
  return items.map(({ name }) => ({ value: name }));
}
