import { expect, test } from 'vitest';
import { boundedTenantLabels } from '../../../src/app/metrics/worker-metrics.js';

test('only so many tenants get a series of their own', () => {
  const label = boundedTenantLabels(2);
  expect(['a', 'b', 'c', 'a', 'd'].map(label)).toEqual(['a', 'b', '(other)', 'a', '(other)']);
});
