import { expect, test } from 'vitest';
import { boundedLabels } from '../../../src/app/metrics/worker-metrics.js';

test('only so many tenants get a series of their own', () => {
  const label = boundedLabels(2);
  expect(['a', 'b', 'c', 'a', 'd'].map(label)).toEqual(['a', 'b', '(other)', 'a', '(other)']);
});
