// node spawn.mjs RUNS CONCURRENCY STDIO: starts /bin/true from Node, some at a time, and prints the seconds it took.
import { spawn } from 'node:child_process';
import { inLanes, WARM_UP_RUNS } from './lanes.mjs';

const [runs, concurrency, stdio] = process.argv.slice(2);

const once = () =>
  new Promise((resolve, reject) => {
    const child = spawn('/bin/true', [], { stdio });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
  });

await inLanes(WARM_UP_RUNS, Number(concurrency), once);
const seconds = await inLanes(Number(runs), Number(concurrency), once);
process.stdout.write(JSON.stringify({ seconds }));
