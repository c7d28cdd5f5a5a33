import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createMetrics } from '../../src/app/metrics/registry.js';
import { SETTINGS } from '../../src/settings/table.js';
import { createWorker, declareJob, defineJob } from '../../src/engine/index.js';
import { freshStore } from '../cli/store.js';
import { jobIs } from '../engine/staging/workers.js';
import { readCommandLine } from './command-line.js';

interface Container {
  readonly args: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: { readonly httpGet: { readonly port: string } };
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly Container[]; readonly terminationGracePeriodSeconds?: number };
    };
    readonly triggers?: readonly { readonly metadata: { readonly query: string; readonly targetQueryValue: string } }[];
    readonly metrics?: readonly { readonly external: { readonly metric: { readonly name: string } } }[];
    readonly scaleTargetRef?: { readonly name: string };
  };
}

const folder = new URL('../../deploy/kubernetes/', import.meta.url);
let texts: string[];
let manifests: Manifest[];
beforeAll(async () => {
  const names = await readdir(folder);
  texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const yaml = texts.filter((_, index) => names[index]!.endsWith('.yaml')).flatMap((text) => parseAllDocuments(text));
  expect(yaml.flatMap((document) => ('errors' in document ? document.errors : []))).toEqual([]);
  manifests = yaml.map((document) => (document as { toJS(): Manifest }).toJS());
});

function only(kind: string, name = 'casparian-worker'): Manifest {
  const found = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  expect(found).toHaveLength(1);
  return found[0]!;
}

function containers(): Container[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .flatMap(({ spec }) => spec.template.spec.containers);
}

test('every command, variable and port is one that exists', async () => {
  expect(containers()).toHaveLength(3);
  for (const { args, ports = [], livenessProbe, envFrom } of containers()) {
    await expect(readCommandLine(args), args.join(' ')).resolves.toBeUndefined();
    if (livenessProbe) expect(ports.map(({ name }) => name)).toContain(livenessProbe.httpGet.port);
    for (const { configMapRef, secretRef } of envFrom) {
      only(configMapRef ? 'ConfigMap' : 'Secret', (configMapRef ?? secretRef)!.name);
    }
  }
  const known = new Set(Object.values(SETTINGS).map(({ env }) => env as string));
  const named = texts.flatMap((text) => text.match(/\bCASPARIAN_[A-Z_]+/g) ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const given = Object.entries({ ...only('ConfigMap', 'casparian').data, ...only('Secret', 'casparian').stringData });
  for (const [env, value] of given) {
    const { kind } = Object.values(SETTINGS).find((one) => one.env === env)!;
    expect(kind.parse(value, { relativeTo: '/' }), env).toBeDefined();
  }
});

test('pods wait longer than their jobs', () => {
  const grace = Number(only('ConfigMap', 'casparian').data!['CASPARIAN_STOP_GRACE_SECONDS']);
  const { terminationGracePeriodSeconds } = only('Deployment').spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(grace);
});

test('KEDA counts jobs that are due or run, and no others', async () => {
  const { engine } = await freshStore('postgres');
  const { query, targetQueryValue } = only('ScaledObject').spec.triggers![0]!.metadata;
  const count = async (): Promise<number> => Number((await engine.database.query<{ count: number }>(query))[0]!.count);
  const job = declareJob({ type: 'noop' });
  expect(await count()).toBe(0);
  await engine.enqueue(job, {});
  await engine.enqueue(job, {}, { delayMs: 3_600_000 });
  await engine.enqueue(job, {}, { queue: 'paused' });
  await engine.pauseQueue('paused');
  expect(await count()).toBe(1);
  const hold = defineJob({
    type: 'hold',
    run: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
  });
  const worker = createWorker(engine, { jobs: [hold] });
  await worker.start();
  const { id } = await engine.enqueue(hold, {});
  await jobIs(engine, id, ({ status }) => status === 'running');
  expect(await count()).toBe(2);
  await worker.stop({ graceMs: 0 });
  const concurrency = only('Deployment').spec.template.spec.containers[0]!.args.at(-1);
  expect(targetQueryValue).toBe(concurrency);
});

test('the autoscaler uses a metric that workers export', async () => {
  const { engine } = await freshStore('sqlite');
  const metrics = createMetrics('worker', engine.database);
  const { name } = only('HorizontalPodAutoscaler').spec.metrics![0]!.external.metric;
  expect(await metrics.scrape()).toContain(`# TYPE ${name} gauge`);
  expect(only('HorizontalPodAutoscaler').spec.scaleTargetRef!.name).toBe(only('Deployment').metadata.name);
});
