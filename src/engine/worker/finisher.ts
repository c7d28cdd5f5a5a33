import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage, type Logger } from '../../platform/index.js';
import { notifySettled } from '../outcome.js';
import { isPassing } from '../passing-error.js';
import type { Rejection, Ending, JobStore } from '../store.js';
import { inSettleSpan } from '../tracing/tracing.js';
import { listOfObjects } from './list-of-objects.js';

/** More endings in one commit are not faster. */
const MAX_ENDINGS_PER_COMMIT = 1_000;
/** No handlers start while this many endings wait for the database, so that memory stays bounded. */
const MAX_BACKLOG = 5_000;
const MAX_PAUSE_MS = 5_000;

export interface FinisherSetting {
  store: JobStore;
  owner: string;
  logger: Logger;
  /** Called after a commit. Rejections are listed by job id. */
  onFinished: (endings: readonly Ending[], rejections: Rejections) => void;
  /** Returns the ending to write instead if an ending cannot be committed, for example because its writes failed. */
  replace: (ending: Ending, error: unknown) => Ending | undefined;
}

export type Rejections = ReadonlyMap<string, Rejection['instead']>;

/** Group commit of endings: those that arrive during one commit share the next. */
export class Finisher {
  private readonly setting: FinisherSetting;
  private waiting = listOfObjects<Ending>();
  private committing = 0;
  private committingAlone = 0;
  private flushScheduled = false;
  private idle: (() => void)[] = [];

  constructor(setting: FinisherSetting) {
    this.setting = setting;
  }

  get overloaded(): boolean {
    return this.unfinished > MAX_BACKLOG;
  }

  add(ending: Ending): void {
    // The writes of a handler can take long. Other endings do not wait for them.
    if (ending.write) return void this.commitAlone(ending);
    this.waiting.push(ending);
    if (this.flushScheduled || this.committing > 0) return;
    this.flushScheduled = true;
    setImmediate(() => {
      this.flushScheduled = false;
      void this.flush();
    });
  }

  /** Resolves when everything that was added is committed. */
  async drained(): Promise<void> {
    if (this.unfinished === 0 && !this.flushScheduled) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0 && this.committing === 0) {
      const batch = this.waiting.splice(0, MAX_ENDINGS_PER_COMMIT);
      this.committing = batch.length;
      await this.commitUntilDone(batch);
      this.committing = 0;
    }
    this.resolveIdle();
  }

  private async commitAlone(ending: Ending): Promise<void> {
    this.committingAlone++;
    const failure = await failureToPrepare(ending);
    if (failure === undefined) await this.commitUntilDone([ending]);
    else await this.commitOneByOne([ending], failure.error, false);
    this.committingAlone--;
    this.resolveIdle();
  }

  private resolveIdle(): void {
    if (this.unfinished === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private get unfinished(): number {
    return this.waiting.length + this.committing + this.committingAlone;
  }

  /** Retries while the database is unavailable. The leases decide whether a late ending still counts. */
  private async commitUntilDone(batch: readonly Ending[], replaced = false): Promise<void> {
    const { store, owner, logger, onFinished } = this.setting;
    for (let pauseMs = 50; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      try {
        const rejections = await inSettleSpan(batch, () => store.finish(owner, batch));
        onFinished(batch, new Map(rejections.map(({ id, instead }) => [id, instead])));
        return;
      } catch (error) {
        if (!isPassing(error)) return this.commitOneByOne(batch, error, replaced);
        logger.warn({ error: errorMessage(error), endings: batch.length }, 'Endings not committed yet, trying again');
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  /** One ending fails the commit: each is committed alone, and the one that fails is replaced. */
  private async commitOneByOne(batch: readonly Ending[], error: unknown, replaced: boolean): Promise<void> {
    if (batch.length > 1) {
      for (const ending of batch) await this.commitUntilDone([ending]);
      return;
    }
    const [ending] = batch;
    const instead = ending && !replaced && this.setting.replace(ending, error);
    if (instead) {
      notifySettled(ending, false);
      return this.commitUntilDone([instead], true);
    }
    // Not even the replacement can be written. The lease expires, and a rescue takes over the job.
    this.setting.logger.error({ job_id: ending?.id, error: errorMessage(error) }, 'The end of a job cannot be written');
    this.setting.onFinished(batch, new Map(batch.map(({ id }) => [id, 'refused'])));
  }
}

async function failureToPrepare({ prepare }: Ending): Promise<{ readonly error: unknown } | undefined> {
  try {
    await prepare?.();
    return undefined;
  } catch (error) {
    return { error };
  }
}
