import { PLAN_JOB } from '../../../collect/index.js';
import { removeSchedule } from '../../../engine/index.js';
import { CasparianError, isoTime } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(
  invocation: Invocation<TenantOptions & { cron?: string; timezone?: string; off?: boolean }>,
): Promise<void> {
  const { options, output } = invocation;
  const { cron, timezone = 'UTC', off = false } = options;
  if (off === (cron !== undefined)) {
    throw new CasparianError('USAGE', 'A schedule needs --cron PATTERN, or --off', {
      next: ["For example: casparian collect schedule --cron '15 * * * *'"],
    });
  }
  await withTenant(invocation, async ({ engine, tenant }) => {
    const name = `collect ${tenant}`;
    if (cron === undefined) {
      await removeSchedule(engine.database, name);
      if (output.asJson) return output.json({ name, cron: null, next_run_at: null });
      return output.message('Nothing is collected regularly any more.');
    }
    const schedule = await engine.schedule(name, PLAN_JOB, {}, { cron, timezone, tenant, replace: true });
    if (output.asJson) return output.json({ name, cron, timezone, next_run_at: isoTime(schedule.next_run_at) });
    output.message(
      `What is due is collected at '${cron}', next at ${isoTime(schedule.next_run_at)}. A worker must run.`,
    );
  });
}
