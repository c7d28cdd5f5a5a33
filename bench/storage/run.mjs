// Files from a bucket to a bucket, compared with the same files from disk to disk plus the bare transfer:
// `node bench/storage/run.mjs [--files 1000] [--kilobytes 1000]`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { casparianVersion } from '../shared/casparian-version.mjs';
import { log, print, warnIfBusy } from '../shared/command.mjs';
import { helpIfAsked } from '../shared/help.mjs';
import { describeMachine } from '../shared/machine.mjs';
import { machineLine, versionsLine, writeReportFiles } from '../shared/report-file.mjs';
import { formatVerdict, markdownTable, terminalTable } from '../shared/table.mjs';

helpIfAsked(`Usage: node bench/storage/run.mjs [options]

Scans and processes files from a bucket to a bucket, and the same files from disk to disk. Needs versitygw (npm run setup -- --versitygw).

  --files N       how many files (1,000)
  --kilobytes N   the size of each (1,000)
  --help          this text`);

const TARGET = 1.5;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../../.cache/tools/versitygw/bin/versitygw', import.meta.url));
const KEYS = { AWS_ACCESS_KEY_ID: 'casparian-bench', AWS_SECRET_ACCESS_KEY: 'only-for-benchmarks' };
const AT_ONCE = 16;

function verdictOn(actual) {
  return { target: `≤ ${TARGET} × disk + transfer`, actual, met: actual <= TARGET };
}

const COLUMNS = [
  { heading: 'case', isText: true, cell: ({ label }) => label },
  { heading: 's', cell: ({ seconds }) => seconds.toFixed(2) },
  { heading: '× (disk + transfer)', cell: ({ verdict }) => verdict?.actual.toFixed(2) ?? '' },
  { heading: 'target', isText: true, cell: ({ verdict }) => (verdict ? formatVerdict(verdict) : '') },
];

const files = optionOf('--files', 1_000);
const kilobytes = optionOf('--kilobytes', 1_000);
const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-storage-'));
Object.assign(process.env, KEYS, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' });

if (!existsSync(SERVER)) {
  console.error('versitygw is not installed: npm run setup -- --versitygw');
  process.exit(1);
}
const server = await startServer();
try {
  process.exitCode = await benchmark();
} finally {
  server.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function benchmark() {
  const machine = describeMachine(directory);
  warnIfBusy(machine);
  writeInputs();
  const { createStorages } = await import('../../dist/storage/index.js');
  const storages = createStorages({ endpoint: server.url });
  await makeBuckets();
  log('uploading the inputs');
  const inputs = storages.at('s3://bench-in/numbers');
  await eachOf(readdirSync(join(directory, 'in')), (name) =>
    inputs.write(name, readFileSync(join(directory, 'in', name))),
  );
  log('from disk to disk');
  const local = await fromTo(join(directory, 'in'), undefined, 'local');
  log('the bare transfer: every input down, every output up');
  const outputs = readdirSync(join(directory, 'local', 'output'), { recursive: true, withFileTypes: true });
  const paths = outputs.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const bare = await timed(async () => {
    await eachOf(readdirSync(join(directory, 'in')), async (name) => {
      for await (const _piece of await inputs.read(name));
    });
    const target = storages.at('s3://bench-out/bare');
    await eachOf(paths, (path) => target.write(path.split('/').at(-1), readFileSync(path)));
  });
  log('from bucket to bucket');
  const remote = await fromTo('s3://bench-in/numbers', 's3://bench-out/outputs', 'remote');
  const floor = local + bare;
  const rows = [
    { label: 'from disk to disk (scan, process)', seconds: local },
    { label: 'bare transfer of inputs and outputs', seconds: bare },
    { label: 'from bucket to bucket (scan, process)', seconds: remote, verdict: verdictOn(remote / floor) },
  ];
  return report(machine, rows);
}

function report(machine, rows) {
  const options = { quick: false, files, kilobytes };
  const date = new Date().toISOString();
  const lines = [
    `- Measured ${date}: ${files} files of ${kilobytes} KB, versitygw on the same machine, one round`,
    machineLine(machine),
    versionsLine({ casparian: casparianVersion(), node: process.version }),
  ];
  const markdown = `# Storage benchmark, ${date.slice(0, 10)}\n\n${lines.join('\n')}\n\n${markdownTable(COLUMNS, rows)}\n`;
  const isPartial = files !== 1_000 || kilobytes !== 1_000;
  const path = writeReportFiles('storage', { date, options, machine, rows }, { isPartial, markdown });
  print(terminalTable(COLUMNS, rows));
  log(`\nwritten to ${path}`);
  return 0;
}

/** Numbers and texts that compress badly. */
function writeInputs() {
  mkdirSync(join(directory, 'in'));
  for (let file = 0; file < files; file += 1) {
    const lines = ['id,amount,text'];
    for (let bytes = 0, row = 0; bytes < kilobytes * 1_000; row += 1) {
      const line = `${file * 100_000 + row},${(row / 100).toFixed(2)},${randomBytes(32).toString('base64')}`;
      lines.push(line);
      bytes += line.length + 1;
    }
    writeFileSync(join(directory, 'in', `numbers-${file}.csv`), `${lines.join('\n')}\n`);
  }
}

async function fromTo(input, output, name) {
  const env = {
    ...{ PATH: process.env.PATH, ...KEYS, CASPARIAN_HOME: join(directory, name), CASPARIAN_S3_ENDPOINT: server.url },
    ...(output === undefined ? {} : { CASPARIAN_OUTPUT: output }),
  };
  return timed(async () => {
    for (const args of [['scan', input, '--auto'], ['process']]) {
      const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
    }
  });
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function eachOf(items, work) {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function makeBuckets() {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint: server.url, forcePathStyle: true, region: 'us-east-1' });
  for (const Bucket of ['bench-in', 'bench-out']) await client.send(new CreateBucketCommand({ Bucket }));
}

async function startServer() {
  const port = await freePort();
  const data = join(directory, 'data');
  mkdirSync(data);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(SERVER, ['--port', `127.0.0.1:${port}`, 'posix', data], {
    env: {
      PATH: process.env.PATH,
      ROOT_ACCESS_KEY: KEYS.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: KEYS.AWS_SECRET_ACCESS_KEY,
    },
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop: () => child.kill('SIGKILL') };
    await sleep(100);
  }
  throw new Error('versitygw did not start');
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  return port;
}

function optionOf(name, usual) {
  const at = process.argv.indexOf(name);
  return at === -1 ? usual : Number(process.argv[at + 1]);
}
