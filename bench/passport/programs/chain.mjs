// node chain.mjs PASSPORTS EXISTING DATABASE: makes passports from documents to QR codes with one worker in this process, with so many
// other passports in the database, and prints what it took. The client that uploads documents and asks for passports has its own
// process, as in production.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import { EVENTS_MIGRATIONS } from '../../../dist/events/index.js';
import * as passport from '../../../dist/passport/index.js';
import { insertPassports } from './insert-passports.mjs';

const CLIENT = fileURLToPath(new URL('chain-client.mjs', import.meta.url));
const [passports, existing] = process.argv.slice(2, 4).map(Number);
const database = process.argv[4];
const KEY_ID = 'bench-key';
const CONCURRENCY = 128;

const engine = await openEngine({
  ...{ database, migrate: true, poolSize: 10 },
  schemaLines: [EVENTS_MIGRATIONS, passport.PASSPORT_MIGRATIONS],
});
const signer = passport.localSigner(KEY_ID, passport.readEd25519Key(Buffer.alloc(32, 7)));
const runtime = passport.openPassportRuntime({
  ...{ database: engine.database, buildId: 'bench', allowPrivate: false },
  currentKeyId: () => Promise.resolve(KEY_ID),
  signerFor: () => Promise.resolve(signer),
});
const client = fork(CLIENT, [String(passports), database, KEY_ID]);
client.on('exit', (code) => {
  if (code !== 0) throw new Error(`The client ended with ${code}`);
});

/** Ends since the last message to the client: one for many, so that the measurement costs little. */
let ended = [];
let statements = 0;
const compileSeconds = [];
const worker = createWorker(engine, {
  jobs: passport.passportJobs(runtime),
  concurrency: CONCURRENCY,
  observer: {
    ended(job, ending, { durationMs }) {
      if (ending.status !== 'completed') throw new Error(`${job.type} is ${ending.status}: ${ending.errors}`);
      if (job.type === 'COMPILE_PASSPORT') compileSeconds.push(durationMs / 1_000);
      const { passport_version_id: version } = JSON.parse(job.payload);
      if (ended.length === 0) setImmediate(tellClient);
      ended.push(job.type === 'GENERATE_QR' ? `qr ${version}` : job.id);
    },
  },
});

function tellClient() {
  client.send({ ended });
  ended = [];
}

countStatements();
await worker.start();
await once(client, 'message'); // the rules are published
await insertPassports(engine.database, existing);
await engine.database.query('VACUUM ANALYZE');
const begun = performance.now();
const cpuBefore = process.cpuUsage();
statements = 0;
client.send({ begin: true });
const [{ cpuSeconds: clientCpuSeconds }] = await once(client, 'message');
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const counted = statements;
client.disconnect();
await worker.stop();
await engine.close();
compileSeconds.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    ...{ seconds, cpuSeconds: (user + system) / 1e6, clientCpuSeconds, passports, statements: counted },
    medianCompileSeconds: compileSeconds[compileSeconds.length >> 1],
  }),
);

/** Counts what the driver sends in this process. */
function countStatements() {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(...args) {
    statements++;
    return query.apply(this, args);
  };
}
