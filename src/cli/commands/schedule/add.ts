import type { CatchUp } from '../../../engine/index.js';
import { scheduleJson } from '../../../engine/schedule-json.js';
import { scheduleByName } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { JobOptions } from '../../options/job.js';
import { readPayload } from '../../options/payload.js';
import { fullTime } from '../../output/time.js';
import { withEngine } from '../../session.js';

export interface AddOptions extends JobOptions {
  cron: string;
  type: string;
  timezone?: string;
  catchUp: CatchUp;
  replace?: boolean;
}

export async function run(invocation: Invocation<AddOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const schedule = await withEngine(invocation, async (engine, settings) => {
    const payload = await readPayload(options.payload, settings.max_payload_bytes);
    const { type, allowUnknownType } = options;
    const job = { type, payload, modules: settings.jobs, allowUnknownType };
    const { tenant, queue, priority, maxAttempts, cron, timezone = 'UTC', catchUp, replace = false } = options;
    const when = { cron, timezone, catchUp, replace, actor: settings.actor };
    return scheduleByName(engine, name, job, { tenant, queue, priority, maxAttempts, ...when });
  });
  if (output.asJson) return output.json(scheduleJson(schedule));
  output.print(`Schedule '${name}' is due next at ${fullTime(schedule.next_run_at, Date.now())}.`);
}
