import { type Engine, listQueues, type QueueLimit } from '../../../engine/index.js';
import { queueLimitJson } from '../../../engine/queue-json.js';
import { limitQueue } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { limitText } from '../../output/queue-limit.js';
import { withEngine } from '../../session.js';

export interface LimitOptions {
  concurrency?: number;
  rate?: number;
  burst?: number;
  none?: boolean;
}

export async function run(invocation: Invocation<LimitOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const limit = await withEngine(invocation, async (engine, { actor }) => {
    const changed = changedLimit(name, await currentLimit(engine, name), options);
    await limitQueue(engine, changed, actor);
    return changed.concurrency === null && changed.rate === null ? null : changed;
  });
  if (output.asJson) return output.json({ queue: name, limit: queueLimitJson(limit) });
  output.print(limit ? `Queue '${name}' is limited: ${limitText(limit)}.` : `Queue '${name}' has no limit.`);
}

async function currentLimit({ database }: Engine, name: string): Promise<QueueLimit | null> {
  return (await listQueues(database)).find((queue) => queue.name === name)?.limit ?? null;
}

function changedLimit(queue: string, current: QueueLimit | null, options: LimitOptions): QueueLimit {
  const { concurrency, rate, burst, none } = options;
  const isGiven = concurrency !== undefined || rate !== undefined || burst !== undefined;
  if ((none ?? false) === isGiven) throw contradictory(isGiven);
  if (none) return { queue, concurrency: null, rate: null };
  const perMinute = rate ?? current?.rate?.perMinute;
  if (perMinute === undefined && burst !== undefined) throw burstAlone();
  return {
    queue,
    concurrency: concurrency ?? current?.concurrency ?? null,
    rate: perMinute === undefined ? null : { perMinute, burst: burst ?? current?.rate?.burst },
  };
}

function contradictory(isGiven: boolean): CasparianError {
  const what = isGiven ? '--none removes the limit, and other options set it' : 'No limit is given';
  return new CasparianError('OPTION_INVALID', what, {
    next: ['Use --concurrency, --rate and --burst, or --none alone.'],
  });
}

function burstAlone(): CasparianError {
  return new CasparianError('OPTION_INVALID', '--burst needs a rate', {
    why: 'The queue has no rate yet.',
    next: ['Add --rate with the number of jobs per minute.'],
  });
}
