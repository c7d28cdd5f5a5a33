import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exactJson, parseExactJson } from '../../../src/platform/index.js';
import { casparianBatch, type Running } from '../../cli/casparian.js';
import { freshStore, COMMAND_STORES, type Store, temporaryFolder } from '../../cli/store.js';
import { allGone, isRunning } from '../../process/programs.js';
import { waitUntil } from '../../services/wait-until.js';
import { ended, homeOf, logsOf, pidsIn, startWorker, submit } from './staging/stage.js';

const LOG_BYTES = 64 * 1024;
const TAIL_BYTES = 4_096;

const EVERY_JSON = [
  String.raw`[null,true,false,0,-0.5,1e+21,5e-324,9007199254740993,-123456789012345678901234567890,"",{},[],{"":{"":[]}}`,
  String.raw`"\u0000\u001f\ud800\"\\/é\n","🦜","{\"ok\":false}","--help","$(id) %s '",{"__proto__":1,"constructor":2,"é":3}]`,
].join(',');

const shell = (script: string) => ({ command: ['sh', '-c', script] });

describe.each(COMMAND_STORES)('a worker on %s', (kind) => {
  const secret = `s3cr3t-${randomBytes(12).toString('hex')}`;
  const undo: (() => Promise<void>)[] = [];
  let store: Store;
  let worker: Running;

  beforeAll(async () => {
    store = await freshStore(kind, (step) => undo.push(step));
    worker = await startWorker(store, { CASPARIAN_JOB_LOG_BYTES: String(LOG_BYTES), API_TOKEN: secret });
  });

  afterAll(async () => {
    worker.process.kill('SIGTERM');
    await worker.ended;
    for (const step of undo.reverse()) await step();
  });

  test('hands over every kind of JSON in every way, and takes it back as the result', async () => {
    const ways = { stdin: 'cat', argument: 'printf %s "$1"', file: 'cat "$CASPARIAN_PAYLOAD_FILE"' };
    const tasks = await Promise.all(
      Object.entries(ways).map(async ([way, read]) => {
        const command = ['sh', '-c', `printf '{"ok": true, "result": %s}' "$(${read})"`, 'sh'];
        return ended(store, await submit(store, { command, payload: parseExactJson(EVERY_JSON), payload_as: way }));
      }),
    );
    expect(tasks.map(({ error, result }) => error ?? exactJson(result))).toEqual(tasks.map(() => EVERY_JSON));
  });

  test('keeps of 10 MB the beginning and the end, within bounds, and the tail in the job', async () => {
    const script = `seq -f 'line %09.0f of many' 400000; echo the very end; echo the end of stderr >&2`;
    const id = await submit(store, shell(script));
    const task = await ended(store, id);
    expect(task).toMatchObject({ status: 'completed', exitCode: 0, stderrTail: 'the end of stderr\n' });
    expect(Buffer.byteLength(task.stdoutTail)).toBeLessThanOrEqual(TAIL_BYTES);
    expect(task.stdoutTail).toMatch(/of many\nthe very end\n$/);
    const log = await logsOf(store, id);
    expect(log.length).toBeLessThan(LOG_BYTES * 1.1);
    for (const part of ['line 000000001 of', 'lines were dropped here', 'the very end']) {
      expect(log.includes(part)).toBe(true);
    }
  });

  test('shows binary garbage without handing it to the terminal', async () => {
    const garbage = String.raw`\033]0;gotcha\007\033[2J\377\376\000\200 \303\050 \r\b\302\233 end`;
    const id = await submit(store, shell(`printf '${garbage}'; printf '${garbage}' >&2; exit 3`));
    const task = await ended(store, id);
    expect(task).toMatchObject({ status: 'failed', exitCode: 3 });
    const [logs, show, json] = await casparianBatch([
      ['task', 'logs', id, ...store.flags],
      ['task', 'show', id, ...store.flags],
      ['task', 'show', id, ...store.flags, '--json'],
    ]);
    for (const { stdout } of [logs!, show!]) {
      expect(stdout).toContain('gotcha');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
    // A script gets what was there, with nothing in it that JSON does not escape.
    expect(JSON.parse(json!.stdout)).toMatchObject({ stderr_tail: task.stderrTail });
  });

  test('ends a child that made itself a daemon', async () => {
    const folder = await temporaryFolder();
    const daemon = `setsid sh -c 'echo $$ > pids; exec sleep 300' < /dev/null > /dev/null 2>&1 &`;
    const id = await submit(store, { ...shell(`${daemon} while [ ! -s pids ]; do sleep 0.02; done`), cwd: folder });
    expect(await ended(store, id)).toMatchObject({ status: 'completed' });
    await allGone(await pidsIn(join(folder, 'pids'), 1));
  });

  test('ends a program and its children when another process cancels it', async () => {
    const folder = await temporaryFolder();
    const script = `echo $$ > pids; sh -c 'echo $$ >> pids; exec sleep 300' & wait`;
    const id = await submit(store, { ...shell(script), cwd: folder });
    const pids = await pidsIn(join(folder, 'pids'), 2);
    expect(pids.every(isRunning)).toBe(true);
    await store.engine.cancel(id);
    expect(await ended(store, id)).toMatchObject({ status: 'cancelled', attempts: 1 });
    await allGone(pids);
  });

  test('lets no secret into logs, database, errors, its own words or the list of processes', async () => {
    const folder = await temporaryFolder();
    const words = ['printf "it is %s, again " "$API_TOKEN"', 'echo "$API_TOKEN"', 'echo "$API_TOKEN" >&2'];
    const envelope = `printf '{"ok": false, "error": {"message": "refused %s", "traceback": "%s"}}\\n' "$API_TOKEN" "$API_TOKEN"`;
    const script = [...words, 'touch began', 'while [ ! -e go ]; do sleep 0.02; done', envelope, 'exit 4'].join('; ');
    const id = await submit(store, { ...shell(script), cwd: folder, secrets: ['API_TOKEN'] });
    await waitUntil(() => existsSync(join(folder, 'began')), { for: 'its first words' });
    expect(commandLines()).not.toContain(secret);
    await writeFile(join(folder, 'go'), '');
    const task = await ended(store, id);
    expect(task.error).toMatchObject({ message: 'refused ***', traceback: '***' });

    const shown = await casparianBatch(
      [
        ['task', 'show'],
        ['task', 'logs'],
        ['job', 'show'],
        ['job', 'logs'],
      ].flatMap((command) => [
        [...command, id, ...store.flags],
        [...command, id, '--json', ...store.flags],
      ]),
    );
    expect(shown.map(({ code }) => code)).toEqual(shown.map(() => 0));
    expect(shown[0]!.stdout).toContain('refused ***');
    const log = await logsOf(store, id);
    expect(log.includes('it is ***, again ***')).toBe(true);
    const rows = await databaseBytes(store);
    expect(rows.some((place) => Buffer.from(place).includes('refused ***'))).toBe(true);
    worker.process.kill('SIGTERM');
    const everything = [log, ...rows, JSON.stringify(shown), JSON.stringify(await worker.ended)];
    for (const place of everything) expect(Buffer.from(place).includes(secret)).toBe(false);
  });
});

/** What `ps` would show. */
function commandLines(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readIfThere(`/proc/${pid}/cmdline`))
    .join('\n');
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The files of SQLite as they lie on the disk; of PostgreSQL, every row of every table. */
async function databaseBytes(store: Store): Promise<(Buffer | string)[]> {
  const { database } = store.engine;
  if (database.dialect === 'sqlite') {
    const home = homeOf(store);
    const names = readdirSync(home).filter((name) => name.startsWith('casparian.db'));
    return Promise.all(names.map((name) => readFile(join(home, name))));
  }
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const dumps = tables.map(({ name }) => database.query(`SELECT t::text AS row FROM "${name}" t`));
  return (await Promise.all(dumps)).map((rows) => JSON.stringify(rows));
}
