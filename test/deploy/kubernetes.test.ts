import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { defineJob, openEngine } from '../../src/engine/index.js';
import { SETTINGS } from '../../src/settings/table.js';
import { freshDatabase } from '../services/fresh-database.js';
import { readCommandLine } from './command-line.js';

interface Container {
  readonly args: string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly Record<string, { readonly name: string }>[];
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly Container[]; readonly terminationGracePeriodSeconds?: number };
    };
    readonly scaleTargetRef?: { readonly name: string };
    readonly triggers?: readonly { readonly metadata: { readonly query: string } }[];
    readonly metrics?: readonly unknown[];
  };
}

const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url);
const texts = new Map<string, string>();
for (const name of await readdir(FOLDER)) texts.set(name, await readFile(new URL(name, FOLDER), 'utf8'));
const manifests = [...texts]
  .filter(([name]) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap(([, text]) => parseAllDocuments(text).map((one) => one.toJS() as Manifest));
const named = (kind: string, name: string): Manifest | undefined =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

describe('deploy/kubernetes', () => {
  test('lists its files', () => {
    const { resources } = parse(texts.get('kustomization.yaml') ?? '') as { resources: string[] };
    expect(resources.filter((name) => !texts.has(name))).toEqual([]);
    // Two autoscalers for one deployment would contradict each other.
    expect(resources).not.toContain('hpa.yaml');
  });

  test('has valid command lines', async () => {
    expect(containers).toHaveLength(3);
    for (const { args } of containers) await expect(readCommandLine(args), args.join(' ')).resolves.toBeUndefined();
    expect(texts.get('Dockerfile')).toContain('casparian parser register');
    await expect(readCommandLine(['parser', 'register', 'x.py', '--db', 'sqlite:/tmp/x.db'])).resolves.toBeUndefined();
  });

  test('sets only settings that exist', () => {
    const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
    const used = [...texts.values()].flatMap((text) => text.match(/\bCASPARIAN_[A-Z_]+/g) ?? []);
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('refers to objects and ports that exist', () => {
    for (const { envFrom, ports = [], readinessProbe } of containers) {
      expect(envFrom).toEqual([{ configMapRef: { name: 'casparian' } }, { secretRef: { name: 'casparian' } }]);
      if (readinessProbe) expect(ports.map(({ name }) => name)).toContain(readinessProbe.httpGet.port);
    }
    const targets = manifests.flatMap(({ spec }) => spec?.scaleTargetRef?.name ?? []);
    expect(targets).toEqual(['casparian-worker', 'casparian-worker']);
    expect(named('Deployment', 'casparian-worker')).toBeDefined();
    const [port] = containers.flatMap(({ ports = [] }) => ports.filter(({ name }) => name === 'metrics'));
    expect(named('ConfigMap', 'casparian')?.data?.['CASPARIAN_METRICS_PORT']).toBe(String(port?.containerPort));
  });

  test('waits longer for a pod than a worker waits for its jobs', () => {
    const { terminationGracePeriodSeconds: patience } =
      named('Deployment', 'casparian-worker')?.spec?.template?.spec ?? {};
    const grace = Number(named('ConfigMap', 'casparian')?.data?.['CASPARIAN_STOP_GRACE_SECONDS']);
    expect(patience).toBeGreaterThan(grace + 30);
  });

  test('the query of KEDA counts due and running jobs, and none that is due later', async () => {
    const query = named('ScaledObject', 'casparian-worker')?.spec?.triggers?.[0]?.metadata.query ?? '';
    const engine = await openEngine({ database: await freshDatabase(), migrate: true });
    try {
      const job = defineJob({ type: 'x', run: () => undefined });
      await engine.enqueueMany(job, [1, 2, 3]);
      await engine.enqueue(job, 4, { runAt: new Date(Date.now() + 3_600_000) });
      await engine.cancel((await engine.enqueue(job, 5)).id);
      const lane = { queue: 'default', tenant: 'default', type: 'x', priority: 2, headRunAt: 0, quota: 1 };
      expect(await engine.store.claim('worker', 60_000, [lane])).toHaveLength(1);
      const [row] = await engine.database.query(query);
      expect(Number(Object.values(row ?? {})[0])).toBe(3);
    } finally {
      await engine.close();
    }
  });
});
