import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN, timed } from '../casparian.mjs';
import { KEYS, startVersitygw } from '../servers/versitygw.mjs';

export const title = 'Files of 1 MB from a bucket to a bucket';
export const target = 'at most 1.5 × the time from disk to disk plus the bare transfer, with 1,000 files';

const FILE_BYTES = 1_000_000;
const AT_ONCE = 16;

export async function measure({ directory, options: { files }, log }) {
  Object.assign(process.env, KEYS, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' });
  const server = await startVersitygw(directory, ['bench-in', 'bench-out']);
  const input = join(directory, 'in');
  try {
    writeInputs(input, files);
    const { createStorages } = await import('../../../dist/storage/index.js');
    const storages = createStorages({ endpoint: server.url });
    log('  uploading the inputs');
    const inputs = storages.at('s3://bench-in/numbers');
    await eachOf(readdirSync(input), (name) => inputs.write(name, readFileSync(join(input, name))));
    log('  from disk to disk');
    const disk = await fromTo(input, { CASPARIAN_HOME: join(directory, 'disk') });
    log('  the bare transfer: every input down, every output up');
    const outputs = readdirSync(join(directory, 'disk', 'output'), { recursive: true, withFileTypes: true });
    const paths = outputs.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const bare = await transfer(storages, { inputs, paths, names: readdirSync(input) });
    log('  from bucket to bucket');
    const bucket = await fromTo('s3://bench-in/numbers', {
      ...{ CASPARIAN_HOME: join(directory, 'bucket'), CASPARIAN_S3_ENDPOINT: server.url },
      CASPARIAN_OUTPUT: 's3://bench-out/outputs',
    });
    return [
      { what: 'files', value: files },
      { what: 'from disk to disk (scan, process)', value: timeText(disk) },
      { what: 'bare transfer of inputs and outputs, 16 at once', value: timeText(bare) },
      { what: 'from bucket to bucket (scan, process)', value: timeText(bucket) },
      { what: 'ratio of the times', value: `${(bucket.seconds / (disk.seconds + bare.seconds)).toFixed(2)} ×` },
    ];
  } finally {
    await server.stop();
  }
}

/** Numbers, and texts that compress badly. */
function writeInputs(folder, files) {
  mkdirSync(folder);
  for (let file = 0; file < files; file += 1) {
    const lines = ['id,amount,text'];
    for (let bytes = 0, row = 0; bytes < FILE_BYTES; row += 1) {
      const line = `${file * 100_000 + row},${(row / 100).toFixed(2)},${randomBytes(32).toString('base64')}`;
      lines.push(line);
      bytes += line.length + 1;
    }
    writeFileSync(join(folder, `numbers-${file}.csv`), `${lines.join('\n')}\n`);
  }
}

async function fromTo(input, env) {
  const runs = [];
  for (const args of [['scan', input, '--auto'], ['process']]) {
    runs.push(await timed(process.execPath, [MAIN, ...args], { env }));
  }
  const sum = (member) => runs.reduce((total, run) => total + run[member], 0);
  return { seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds') };
}

async function transfer(storages, { inputs, paths, names }) {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  await eachOf(names, async (name) => {
    for await (const _piece of await inputs.read(name));
  });
  const target = storages.at('s3://bench-out/bare');
  await eachOf(paths, (path) => target.write(path.split('/').at(-1), readFileSync(path)));
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1_000_000 };
}

async function eachOf(items, work) {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function timeText({ seconds, cpuSeconds }) {
  return `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of CPU, without the server)`;
}
