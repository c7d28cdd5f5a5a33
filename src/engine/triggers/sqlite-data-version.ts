import { watch } from 'node:fs';
import type { SqliteDatabase } from '../../database/index.js';
import type { Trigger } from '../trigger.js';

/** Looks while file events arrive: they do not report that a commit is complete, only that it is being written. */
const PAUSES_AFTER_EVENT_MS = [1, 1, 1, 2, 2, 4, 4, 8, 16, 32] as const;
/** For what file events miss. A look takes 2 µs and no lock, but waking up costs more: at 5 ms it was 2 % of a core. */
const LOOK_EVERY_MS = 100;
/** Without file events (a network folder, no watches left): the time between two looks. */
const LOOK_WITHOUT_EVENTS_MS = 5;
/** Every commit has an event, and one event can be read for two commits. More without any: events do not work here. */
const UNANNOUNCED_COMMITS = 3;
/** Looking for cancelled jobs reads all running ones, so it is done less often. */
const CANCEL_LOOK_EVERY_MS = 100;

interface Watcher {
  on(event: 'error', listener: () => void): unknown;
  close(): void;
}

type Watch = (path: string, onEvent: () => void) => Watcher;

/**
 * Another process has committed to the SQLite file. Its version is what counts; events of the write-ahead log only say when to look:
 * the log is written, then synced, and only then does the version change.
 */
export function sqliteDataVersionTrigger(database: SqliteDatabase, watchFile: Watch = watch): Trigger {
  let timer: NodeJS.Timeout | undefined;
  let watcher: Watcher | undefined;
  let eventsWork = true;
  let stopped = false;
  /** Commits that were found since the last event. */
  let unannounced = 0;
  /** The position in PAUSES_AFTER_EVENT_MS. */
  let looks: number = PAUSES_AFTER_EVENT_MS.length;

  return {
    name: 'sqlite-data-version',
    start: (wake) => {
      let seen = read(database);
      let cancelSeen = seen;
      let cancelLookAt = 0;

      /** Returns whether another process has committed since the last look. */
      const look = (): boolean => {
        const version = read(database);
        if (version === undefined) return false;
        if (version !== cancelSeen && performance.now() >= cancelLookAt) {
          cancelSeen = version;
          cancelLookAt = performance.now() + CANCEL_LOOK_EVERY_MS;
          wake('cancel');
        }
        if (version === seen) return false;
        seen = version;
        wake('jobs');
        return true;
      };
      const plan = (): void => {
        clearTimeout(timer);
        if (stopped) return;
        const relaxed = eventsWork ? LOOK_EVERY_MS : LOOK_WITHOUT_EVENTS_MS;
        timer = setTimeout(() => {
          looks++;
          // The event may be behind this timer in the same turn.
          if (look() && eventsWork) setImmediate(doubtEvents);
          plan();
        }, PAUSES_AFTER_EVENT_MS[looks] ?? relaxed);
      };
      const onEvent = (): void => {
        unannounced = 0;
        looks = 0;
        look();
        plan();
      };
      const doubtEvents = (): void => {
        if (++unannounced >= UNANNOUNCED_COMMITS) giveUpEvents();
      };
      const giveUpEvents = (): void => {
        eventsWork = false;
        watcher?.close();
        plan();
      };

      try {
        watcher = watchFile(`${database.path}-wal`, onEvent);
        watcher.on('error', giveUpEvents);
      } catch {
        eventsWork = false;
      }
      plan();
      return Promise.resolve();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      watcher?.close();
      return Promise.resolve();
    },
  };
}

/** The file may be unreadable for a moment (another process recovers it after a crash), or closed by its user. */
function read(database: SqliteDatabase): number | undefined {
  try {
    return database.dataVersion();
  } catch {
    return undefined;
  }
}
