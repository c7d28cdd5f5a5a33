// One worker in its own process: `node worker.mjs URL CONNECTIONS LISTEN`. Prints a line when it has started.
import { createWorker, defineJob, openEngine } from '../../../dist/engine/index.js';

const [url, connections, listens] = process.argv.slice(2);
const listen = listens === 'yes' ? undefined : false;
const engine = await openEngine({ database: url, poolSize: Number(connections), listen });
const worker = createWorker(engine, { jobs: [defineJob({ type: 'bench', run: async () => undefined })] });
await worker.start();
process.stdout.write('started\n');
process.on('SIGTERM', async () => {
  await worker.stop();
  await engine.close();
});
