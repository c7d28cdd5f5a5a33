import type { Database } from '../../database/index.js';
import { errorMessage, type Logger, parseExactJson } from '../../platform/index.js';
import type { JobDefinition } from '../declare-job.js';
import { type Admission, admit, type Applicant } from '../limits/admit.js';
import { type JobLimit, limitsOfType } from '../limits/declared-limits.js';
import { identityOf } from '../limits/decide-admission.js';
import type { LimitName } from '../limits/limit-rows.js';
import type { QueueLimit } from '../queue-limit.js';
import { limitsHeldBy } from '../limits/sweep.js';
import { wakeForSlots } from '../limits/wake.js';
import { validatePayload } from '../payload.js';
import type { ClaimedJob } from '../store.js';

/** After a failed admission, a job is returned for this long: the database may be unavailable. */
const RETRY_MS = 1_000;

export interface LimitGateSetting {
  database: Database;
  owner: string;
  definitions: ReadonlyMap<string, JobDefinition>;
  logger: Logger;
  /** Jobs of this process may start that waited for a slot. */
  onWoken: () => void;
}

export type GateAnswer =
  | Admission
  /** Its limits are not known: the attempt fails with this error. */
  | { job: ClaimedJob; result: 'failed'; error: unknown }
  /** The database could not be asked. */
  | { job: ClaimedJob; result: 'postponed'; delayMs: number };

/** Asks the limits of a job before its handler starts, and passes freed slots on. Jobs without limits do not come here. */
export class LimitGate {
  private readonly setting: LimitGateSetting;
  private readonly definitions: ReadonlyMap<string, JobDefinition>;
  private limitedQueues = new Set<string>();
  /** Running jobs with slots. */
  private readonly held = new Map<string, readonly JobLimit[]>();
  private freed = new Map<string, LimitName>();
  private lastAsked: Promise<unknown> = Promise.resolve();
  private waking: Promise<void> | undefined;

  constructor(setting: LimitGateSetting) {
    this.setting = setting;
    this.definitions = setting.definitions;
  }

  /** Called for every job, so it must be cheap. */
  isLimited({ type, queue }: ClaimedJob): boolean {
    if (this.limitedQueues.size > 0 && this.limitedQueues.has(queue)) return true;
    return (this.definitions.get(type)?.limits.length ?? 0) > 0;
  }

  /** The limits of queues, as the last search found them. */
  learn(limits: readonly QueueLimit[]): void {
    if (limits.length > 0 || this.limitedQueues.size > 0)
      this.limitedQueues = new Set(limits.map(({ queue }) => queue));
  }

  async admit(jobs: readonly ClaimedJob[]): Promise<GateAnswer[]> {
    const answers: GateAnswer[] = [];
    const applicants: Applicant[] = [];
    for (const job of jobs) {
      const isQueueLimited = this.limitedQueues.has(job.queue);
      try {
        const limits = await this.limitsOf(job);
        if (isQueueLimited || limits.length > 0) applicants.push({ job, limits, isQueueLimited });
        else answers.push({ job, result: 'admitted', waitMs: 0, limits });
      } catch (error) {
        answers.push({ job, result: 'failed', error });
      }
    }
    return applicants.length === 0 ? answers : [...answers, ...(await this.ask(applicants))];
  }

  /** The end of the job is committed. */
  ended(jobId: string): void {
    const limits = this.held.get(jobId);
    if (!limits) return;
    this.held.delete(jobId);
    this.passOn(limits);
  }

  /** Another worker crashed. Its slots are free. */
  async rescued(jobIds: readonly string[]): Promise<void> {
    try {
      this.passOn(await limitsHeldBy(this.setting.database, jobIds));
    } catch (error) {
      this.warn(error);
    }
  }

  /** Resolves when all freed slots are passed on. */
  async settled(): Promise<void> {
    await this.waking;
  }

  private async limitsOf(job: ClaimedJob): Promise<JobLimit[]> {
    const definition = this.definitions.get(job.type);
    if (!definition || definition.limits.length === 0) return [];
    const payload = await validatePayload(definition, parseExactJson(job.payload));
    return limitsOfType(job, definition.limits, payload);
  }

  /** One admission at a time, so that jobs of this worker keep their order. */
  private ask(applicants: readonly Applicant[]): Promise<GateAnswer[]> {
    const answers = this.lastAsked.then(() => this.askNow(applicants));
    this.lastAsked = answers;
    return answers;
  }

  private async askNow(applicants: readonly Applicant[]): Promise<GateAnswer[]> {
    const { database, owner } = this.setting;
    try {
      const answers = await admit(database, owner, applicants);
      for (const answer of answers) {
        if (answer.result !== 'admitted') continue;
        const own = answer.limits.filter((limit) => limit.concurrency !== null);
        if (own.length > 0) this.held.set(answer.job.id, own);
      }
      return answers;
    } catch (error) {
      this.warn(error);
      return applicants.map(({ job }) => ({ job, result: 'postponed', delayMs: RETRY_MS }));
    }
  }

  /** One at a time: slots that become free meanwhile share the next round. */
  private passOn(names: readonly LimitName[]): void {
    for (const name of names) this.freed.set(identityOf(name), name);
    if (this.freed.size > 0) this.waking ??= this.wakeWaiting().finally(() => (this.waking = undefined));
  }

  private async wakeWaiting(): Promise<void> {
    while (this.freed.size > 0) {
      const names = [...this.freed.values()];
      this.freed = new Map();
      for (const name of names) {
        try {
          if ((await wakeForSlots(this.setting.database, name)) > 0) this.setting.onWoken();
        } catch (error) {
          // The sweep wakes them.
          this.warn(error);
        }
      }
    }
  }

  private warn(error: unknown): void {
    this.setting.logger.warn(
      { worker_id: this.setting.owner, error: errorMessage(error) },
      'Limits could not be asked',
    );
  }
}
