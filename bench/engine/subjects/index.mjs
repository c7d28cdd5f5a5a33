import { subjects as bullmq } from './bullmq.mjs';
import { subjects as casparian } from './casparian.mjs';
import { subjects as graphileWorker } from './graphile-worker.mjs';
import { subjects as pgBoss } from './pg-boss.mjs';
import { subjects as plainjob } from './plainjob.mjs';
import { subjects as rawPostgres } from './raw-postgres.mjs';
import { subjects as rawRedis } from './raw-redis.mjs';
import { subjects as rawSqlite } from './raw-sqlite.mjs';

// The contract of a subject and of the driver it opens is written down in README.md beside this file.
export const subjects = [
  ...rawPostgres,
  ...rawSqlite,
  ...rawRedis,
  ...casparian,
  ...graphileWorker,
  ...pgBoss,
  ...plainjob,
  ...bullmq,
];

export function subjectNamed(id) {
  const found = subjects.find((subject) => subject.id === id);
  if (found === undefined)
    throw new Error(`no subject "${id}"; there are: ${subjects.map((one) => one.id).join(', ')}`);
  return found;
}
