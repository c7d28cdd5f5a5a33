import type { Database } from '../../database/index.js';
import { createPageClient, type PageClient } from '../../http/index.js';
import type { Observation } from '../activity/observation.js';
import { type ActivityRecorder, createActivityRecorder } from '../activity/record-activity.js';
import { newRobotsMemory, type RobotsMemory } from '../govern/robots-gate.js';
import type { Intake } from '../intakes/intake.js';
import type { Source } from '../sources/source.js';

/** How long collected data is kept. What is undefined is kept for good. */
export interface Retention {
  readonly responsesMs?: number | undefined;
  readonly pointsMs?: number | undefined;
}

export interface CollectRuntimeOptions {
  readonly database: Database;
  readonly allowPrivate: boolean;
  /** Sent with every request, so that an operator can reach us. */
  readonly contact: string | undefined;
  /** Of one request, with all its redirects. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** The worker's environment: credentials are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Changes of points within this time share one valuation. */
  readonly debounceMs: number;
  /** Applied by every scheduled collection. */
  readonly retention?: Retention | undefined;
  /** Reads feeds and runs adapters. They need modules beside this one, so they are passed in. */
  readonly rows: RowReaders;
  /** Called for each time a source was asked, for metrics. */
  readonly onObserved?: ((source: Pick<Source, 'tenant' | 'name'>, observation: Observation) => void) | undefined;
}

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

export interface RowReaders {
  /** Reads a file of any format that files are read in. */
  readFeed(body: Buffer, request: { url: string; signal: AbortSignal }): Promise<readonly Row[]>;
  /** Runs a program that finds prices by itself. */
  runAdapter(request: { source: Source; intake: Intake; query: Row; signal: AbortSignal }): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** What the collect jobs of one process share. */
export interface CollectRuntime extends CollectRuntimeOptions {
  readonly pages: PageClient;
  readonly robots: RobotsMemory;
  readonly activity: ActivityRecorder;
  close(): Promise<void>;
}

/** Opened once per worker process. */
export function openCollectRuntime(options: CollectRuntimeOptions): CollectRuntime {
  const { allowPrivate, contact, rows, database, onObserved } = options;
  const pages = createPageClient({ allowPrivate, contact });
  const activity = createActivityRecorder(database, onObserved);
  return {
    ...options,
    pages,
    activity,
    robots: newRobotsMemory(),
    close: async () => {
      pages.close();
      await activity.close();
      await rows.close();
    },
  };
}
