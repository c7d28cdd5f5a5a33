import { pausedUntil, type SourceWithHealth, tokensLeft } from '../../../collect/index.js';
import { sourceJson } from '../../../collect/collect-json.js';
import type { TenantDatabase } from '../../../database/index.js';
import type { Output } from '../../output/output.js';
import { renderProperties } from '../../output/table.js';
import { fullTime } from '../../output/time.js';

/** Prints a source with the tokens that are left. */
export async function printSource(output: Output, database: TenantDatabase, found: SourceWithHealth): Promise<void> {
  const left = await tokensLeft(database, found.source);
  if (output.asJson) return output.json(sourceJson(found, left));
  const { source, health } = found;
  const now = Date.now();
  const until = pausedUntil(source, health);
  const rate = source.ratePerMinute === null ? 'no rate limit' : `${source.ratePerMinute} a minute, ${left} left now`;
  output.print(
    renderProperties([
      ['name', source.name],
      ['id', source.id],
      ['kind', source.kind],
      ['url', source.url],
      ['state', source.enabled ? health.state : `disabled, ${health.state}`],
      ...(until === null ? [] : [['paused until', fullTime(until, now)] as [string, string]]),
      ['failures', `${health.failureStreak} in a row`],
      ...(health.lastFailure === null
        ? []
        : [['last failure', `${health.lastFailure} (${fullTime(health.lastFailureAt, now)})`] as [string, string]]),
      ['last success', fullTime(health.lastSuccessAt, now)],
      ['limits', `${rate}; ${source.maxConcurrency} at the same time`],
      ['cache', `${source.cacheTtlSeconds} s`],
      ['trust', String(source.trust)],
      ...(source.terms === null ? [] : [['terms', source.terms] as [string, string]]),
    ]),
  );
}
