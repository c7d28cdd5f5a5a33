import type { TenantDatabase } from '../../database/index.js';
import { judgeByRobots } from '../../http/index.js';
import type { Source } from '../sources/source.js';
import { createRobotsStore } from './http-stores.js';

/** What robots.txt says about the address of a source, as far as it was read. */
export interface SourceRobots {
  readonly decision: 'allowed' | 'disallowed' | 'unknown' | 'ignored';
  /** One sentence. */
  readonly why: string;
  readonly checkedAt: number | null;
  readonly crawlDelayMs: number | null;
}

const NOT_READ = { decision: 'unknown', checkedAt: null, crawlDelayMs: null } as const;

/** Reads what is stored; requests nothing. */
export async function robotsOfSource(database: TenantDatabase, source: Source): Promise<SourceRobots> {
  if (source.kind === 'adapter') return { ...NOT_READ, decision: 'ignored', why: 'An adapter makes its own requests.' };
  if (!source.obeyRobots) return { ...NOT_READ, decision: 'ignored', why: 'This source does not ask robots.txt.' };
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined;
  const record = url && (await createRobotsStore(database).get(url.origin));
  if (!url || !record) return { ...NOT_READ, why: 'robots.txt is read with the first request.' };
  const { allowed, why, crawlDelayMs } = judgeByRobots(record, url, Date.now());
  const decision = allowed ? 'allowed' : 'disallowed';
  return { decision, why, checkedAt: Math.round(record.checkedAt), crawlDelayMs: crawlDelayMs ?? null };
}
