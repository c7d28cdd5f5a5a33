import type { SqliteDatabase } from '../../database/index.js';
import type { Trigger } from '../trigger.js';

/** Reading the version takes 2 µs and no lock: at this rate an idle worker uses 0.1 % of a core. */
const LOOK_EVERY_MS = 5;
/** Looking for cancelled jobs reads all running ones, so it is done less often. */
const CANCEL_LOOK_EVERY_MS = 100;

/** Another process has committed to the SQLite file. */
export function sqliteDataVersionTrigger(database: SqliteDatabase): Trigger {
  let timer: NodeJS.Timeout | undefined;
  return {
    name: 'sqlite-data-version',
    start: (wake) => {
      let seen = read(database);
      let cancelSeen = seen;
      let cancelLookAt = 0;
      timer = setInterval(() => {
        const version = read(database);
        if (version === undefined) return;
        if (version !== cancelSeen && performance.now() >= cancelLookAt) {
          cancelSeen = version;
          cancelLookAt = performance.now() + CANCEL_LOOK_EVERY_MS;
          wake('cancel');
        }
        if (version === seen) return;
        seen = version;
        wake('jobs');
      }, LOOK_EVERY_MS);
      return Promise.resolve();
    },
    stop: () => {
      clearInterval(timer);
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
