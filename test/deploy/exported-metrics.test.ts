import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/app/metrics/registry.js';
import { startMonitoring } from '../../src/app/monitoring/server.js';
import { createProgram, everyCommand } from '../../src/cli/program.js';
import { commandPath } from '../../src/cli/help/command-path.js';
import { freshStore } from '../cli/store.js';

interface Dashboard {
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly datasource?: { readonly uid: string };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<'summary' | 'description', string>>;
}

const read = (path: string): Promise<string> => readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');

/** Words of PromQL, so that what remains of a query are metrics. */
const WORDS = /^(by|on|or|and|group_left|sum|max|count|rate|increase|vector|clamp_min|histogram_quantile)$/;

/** The metrics that a query names, without labels, strings, ranges and functions. */
function metricsIn(query: string): string[] {
  const bare = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|on)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z][a-z0-9_]*/gi)]
    .map(([word]) => word)
    .filter((word) => !WORDS.test(word) && !/^e\d+$/.test(word));
}

let exported: Map<string, string>;
let dashboard: Dashboard;
let rules: readonly Rule[];
const undo: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const { engine } = await freshStore('sqlite', (work) => undo.push(work));
  const metrics = createMetrics('worker-1', engine.database);
  const readiness = () => Promise.resolve({ ready: true, reasons: [] });
  const server = await startMonitoring({ port: 0, host: '127.0.0.1' }, { ...metrics, readiness });
  undo.push(() => server.close());
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  exported = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  dashboard = JSON.parse(await read('grafana/casparian.json')) as Dashboard;
  rules = (parse(await read('prometheus/casparian-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups[0]!.rules;
});
afterAll(async () => {
  for (const work of undo.reverse()) await work();
});

function isExported(metric: string): boolean {
  if (exported.has(metric)) return true;
  const base = metric.replace(/_(bucket|sum|count)$/, '');
  return exported.get(base) === 'histogram';
}

test('a query names its metrics', () => {
  expect(metricsIn('sum by (le, queue) (rate(a_bucket{x="y_z"}[5m])) / max(b) > 1e9 or vector(0)')).toEqual([
    'a_bucket',
    'b',
  ]);
});

test('every metric of the Grafana dashboard is exported', () => {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.flatMap(metricsIn).filter((metric) => !isExported(metric))).toEqual([]);
});

test('counters are used with rate or increase, and histograms by their buckets', () => {
  const queries = [...dashboard.panels.flatMap(({ targets = [] }) => targets), ...rules].map(({ expr }) => expr);
  for (const query of queries) {
    for (const metric of metricsIn(query)) {
      const isCounter = exported.get(metric) === 'counter' || metric.endsWith('_bucket');
      expect({ query, isRate: new RegExp(`(rate|increase)\\(${metric}[{[]`).test(query) }).toEqual({
        query,
        isRate: isCounter,
      });
    }
  }
});

test('the dashboard imports into any Grafana: a fixed uid, a variable for the data source, an id for each panel', () => {
  expect(dashboard.uid).toBe('casparian-overview');
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(new Set(panels.map(({ datasource }) => datasource?.uid))).toEqual(new Set(['${datasource}']));
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test('the six alerts use exported metrics, and the commands that they recommend exist', () => {
  expect(rules).toHaveLength(6);
  expect(rules.flatMap(({ expr }) => metricsIn(expr)).filter((metric) => !isExported(metric))).toEqual([]);
  const commands = everyCommand(createProgram().program).map((command) => commandPath(command));
  const named = rules.flatMap(({ annotations }) => [...annotations.description.matchAll(/`(casparian [a-z ]+[a-z])/g)]);
  expect(named.length).toBeGreaterThan(4);
  for (const [, command] of named) expect(commands).toContain(command);
});
