import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { passportMetrics } from '../../../src/app/metrics/passport-metrics.js';
import type { ClaimedJob, Ending } from '../../../src/engine/index.js';

const facts = { refused: false, started: true, durationMs: 4 };

function ended(registry: Registry, type: string, ending: Partial<Ending>): void {
  passportMetrics(registry).ended?.({ type } as ClaimedJob, { charge: 0, delayMs: null, ...ending } as Ending, facts);
}

async function valueOf(registry: Registry, name: string): Promise<unknown> {
  const metric = (await registry.getMetricsAsJSON()).find((one) => one.name === name.replace(/_(count|sum)$/, ''));
  return metric?.values.find((value) => ((value as { metricName?: string }).metricName ?? name) === name)?.value;
}

test('a compiled passport is counted as a success, with the sizes of its artefacts', async () => {
  const registry = new Registry();
  const result = JSON.stringify({ payload_bytes: 900, proof_bytes: 20_000, receipt_bytes: 1_100 });
  ended(registry, 'COMPILE_PASSPORT', { status: 'completed', result });
  expect(await valueOf(registry, 'bpc_compiles_total')).toBe(1);
  expect(await valueOf(registry, 'bpc_proof_bytes_sum')).toBe(20_000);
  expect(await valueOf(registry, 'bpc_payload_bytes_sum')).toBe(900);
  expect(await valueOf(registry, 'bpc_receipt_bytes_count')).toBe(1);
  expect(await valueOf(registry, 'bpc_compile_duration_seconds_sum')).toBe(0.004);
});

test('a failed compilation has no sizes, and other jobs are not counted', async () => {
  const failed = new Registry();
  ended(failed, 'COMPILE_PASSPORT', { status: 'failed', result: null });
  expect(await failed.getSingleMetricAsString('bpc_compiles_total')).toContain('result="failure"} 1');
  expect(await valueOf(failed, 'bpc_proof_bytes_count')).toBe(0);
  const other = new Registry();
  ended(other, 'SIGN_PASSPORT', { status: 'completed', result: '{}' });
  expect(await valueOf(other, 'bpc_compiles_total')).toBeUndefined();
});
