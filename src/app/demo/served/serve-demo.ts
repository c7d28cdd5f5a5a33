import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '../../../client/index.js';
import { CasparianError } from '../../../platform/index.js';
import { runProcess } from '../../../process/index.js';
import type { ServerStartedJson } from '../../server-host/server-json.js';
import { type DemoRequest, prepareDemo } from '../prepare-demo.js';
import { failureText, fillSteps } from './fill.js';
import { addReadings, makeDemoFiles } from './make-files.js';
import { openPriceSite } from './price-site.js';
import { startServerProcess } from './server-process.js';

/** Complete examples of batteries, copied here by the build. */
const PASSPORTS = fileURLToPath(new URL('../passports/', import.meta.url));
const CATEGORIES = ['ev', 'industrial', 'lmt'] as const;
/** Often enough to see live updates, seldom enough to read what is there. */
const ARRIVES_EVERY_MS = 6_000;
/** Its sources, webhooks and files are on this machine. */
const SETTINGS = 'allow_private_addresses = true\nhttp_scan_folders = "inbox"\n';

export interface ServedDemoRequest extends DemoRequest {
  readonly casparian: readonly string[];
  readonly port: string;
  readonly signal: AbortSignal;
  onStarted(started: ServerStartedJson, folder: string): void;
  onStep(title: string): void;
  onProblem(text: string): void;
  onFilled(started: ServerStartedJson, folder: string): void;
}

/** Serves a dashboard full of data until the signal aborts; while it is open, files keep arriving. Returns its folder. */
export async function serveDemo(request: ServedDemoRequest): Promise<string> {
  const demo = await prepareDemo(request);
  const { folder } = demo;
  await appendFile(join(folder, 'casparian.toml'), SETTINGS);
  const run = (...args: string[]): Promise<string> => runCommand([...request.casparian, ...args]);
  const files = await makeDemoFiles(folder);
  await run('parser', 'register', 'parsers/invoices.ts');
  const key = JSON.parse(await run('keys', 'create', 'demo', '--role', 'Admin', '--json')) as { key: string };
  const site = await openPriceSite();
  const server = await startServerProcess(demo, request);
  try {
    const { started } = server;
    request.onStarted(started, folder);
    const client = createClient({ url: started.url, key: key.key });
    await Promise.race([fillAndContinue(client), server.ended]);
    if (!request.signal.aborted) throw endedByItself(folder);
  } finally {
    await server.stop();
    await site.close();
  }
  return folder;

  async function fillAndContinue(client: Client): Promise<void> {
    const brokenInvoices = join(folder, 'inbox', 'invoices-broken');
    const passports = {
      title: `Build ${CATEGORIES.length} battery passports`,
      fill: async (client: Client) => {
        for (const category of CATEGORIES) await run('passport', 'build', join(PASSPORTS, category));
        await activateAll(client, { except: 'IND-48-NMC' });
      },
    };
    const steps = fillSteps({ files, brokenInvoices, siteOrigin: site.origin, signal: request.signal });
    for (const { title, fill } of [...steps, passports]) {
      if (request.signal.aborted) return;
      request.onStep(title);
      await fill(client).catch((error: unknown) => {
        if (!request.signal.aborted) request.onProblem(failureText(title, error));
      });
    }
    request.onFilled(server.started, folder);
    await keepArriving(client, join(folder, 'inbox', 'meters'), request.signal);
  }

  async function runCommand(argv: readonly string[]): Promise<string> {
    const { signal } = request;
    const result = await runProcess({
      ...{ argv, cwd: folder, env: demo.env, stdout: 'capture', stderr: 'capture', signal, timeoutMs: 60_000 },
    });
    if (result.exitCode === 0) return result.stdoutTail.toString();
    signal.throwIfAborted();
    throw new Error(`${argv.slice(2).join(' ')}: ${result.stderrTail.toString().trim()}`);
  }
}

/** Puts passports into force, so that their codes open a page. One is left for the person who tries the demo. */
async function activateAll(client: Client, { except }: { readonly except: string }): Promise<void> {
  const { items } = await client.get('/v1/passport-overview', {});
  for (const { sku, newest_version: version } of items) {
    if (sku === except || version === null) continue;
    await client.post('/v1/passport-versions/{id}/activate', { params: { id: version.passport_version_id } });
  }
}

/** People who look at the dashboard see it move. */
async function keepArriving(client: Client, folder: string, signal: AbortSignal): Promise<void> {
  const isStopped = (): boolean => signal.aborted;
  for (let day = 0; !isStopped(); day++) {
    await addReadings(folder, day);
    // A server that is stopping, or a person who tries "read-only", must not end the demo.
    await client
      .post('/v1/scans', { body: { folders: [folder], auto: true, dataset: 'meter_readings' } })
      .catch(() => undefined);
    await wait(ARRIVES_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function endedByItself(folder: string): CasparianError {
  return new CasparianError('INTERNAL', 'The server of the demo ended', {
    why: 'It was stopped, or it failed.',
    next: [`Its files are in ${folder}.`],
  });
}
