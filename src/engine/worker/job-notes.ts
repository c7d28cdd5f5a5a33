import { sql } from 'kysely';
import { type Database, queryBuilder } from '../../database/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';
import type { JobProgress } from '../job.js';
import { clippedLine, type LogLevel } from '../logs/log-line.js';
import { storable } from '../logs/store-lines.js';
import type { EngineSchema, JobLogsTable } from '../schema/tables.js';
import type { ClaimedJob } from '../store.js';

const FLUSH_EVERY_MS = 500;
const MAX_LINES_PER_CLAIM = 1_000;
const MAX_ROWS_PER_INSERT = 200;

/** Progress and log lines of running jobs, buffered for a moment and written together. */
export class JobNotes {
  private readonly database: Database;
  private readonly logger: Logger;
  private readonly owner: string;
  private progress = new Map<string, { fence: number; progress: JobProgress }>();
  private lines: JobLogsTable[] = [];
  private readonly claims = new WeakMap<ClaimedJob, { begun: number; lines: number }>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, owner: string, logger: Logger) {
    this.database = database;
    this.owner = owner;
    this.logger = logger;
  }

  noteProgress(job: ClaimedJob, progress: JobProgress): void {
    this.progress.set(job.id, { fence: job.fence, progress });
    this.scheduleFlush();
  }

  noteLine(job: ClaimedJob, level: LogLevel, message: string): void {
    let claim = this.claims.get(job);
    if (!claim) this.claims.set(job, (claim = { begun: performance.now(), lines: 0 }));
    if (claim.lines > MAX_LINES_PER_CLAIM) return;
    const last = claim.lines === MAX_LINES_PER_CLAIM;
    this.lines.push({
      job_id: job.id,
      fence: job.fence,
      sequence: claim.lines++,
      attempt: job.attempts + 1,
      // Counted from the database's started_at, so that no worker's wall clock gets into the record.
      at: job.startedAt + Math.round(performance.now() - claim.begun),
      level: last ? 'warn' : level,
      message: last ? `(only the first ${MAX_LINES_PER_CLAIM} lines are kept)` : clippedLine(storable(message)),
    });
    this.scheduleFlush();
  }

  /** A job ended: its notes should be readable when its end is. Starts writing now, before the end is committed. */
  flushSoon(): void {
    if (this.timer) void this.flush();
  }

  /** Writes all notes; also waits for an earlier flush that is still writing. */
  flush(): Promise<void> {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
    return (this.flushing = this.flushing.then(() => this.writeNotes()));
  }

  private async writeNotes(): Promise<void> {
    const lines = this.lines.splice(0);
    const progress = [...this.progress];
    this.progress.clear();
    try {
      await this.writeLines(lines);
      for (const [id, note] of progress) await this.writeProgress(id, note);
    } catch (error) {
      // Failing to write notes does not fail the job.
      this.logger.warn({ error: errorMessage(error), lines: lines.length }, 'Job notes not written');
    }
  }

  private scheduleFlush(): void {
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS);
  }

  private async writeLines(lines: readonly JobLogsTable[]): Promise<void> {
    const builder = queryBuilder<EngineSchema>(this.database);
    for (let from = 0; from < lines.length; from += MAX_ROWS_PER_INSERT) {
      const rows = lines.slice(from, from + MAX_ROWS_PER_INSERT);
      await builder
        .insertInto('cf_job_logs')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  private async writeProgress(id: string, note: { fence: number; progress: JobProgress }): Promise<void> {
    await queryBuilder<EngineSchema>(this.database)
      .updateTable('cf_jobs')
      .set({ progress: JSON.stringify(note.progress), heartbeat_at: sql<number>`cf_now()` })
      .where('id', '=', id)
      .where('fence', '=', note.fence)
      .where('lease_owner', '=', this.owner)
      .where('status', '=', 'running')
      .execute();
  }
}
