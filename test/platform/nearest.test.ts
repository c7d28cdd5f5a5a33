import { describe, expect, test } from 'vitest';
import { nearest } from '../../src/platform/index.js';

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'];

describe('the nearest known name', () => {
  test.each([
    ['pendng', 'pending'],
    ['compelted', 'completed'],
    ['FAILED', 'failed'],
    ['canceled', 'cancelled'],
    ['fialed', 'failed'],
  ])('%s was meant to be %s', (wanted, known) => {
    expect(nearest(wanted, STATUSES)).toBe(known);
  });

  test.each(['', 'x', 'sleeping-beauty', 'pen'])("nothing is suggested for '%s'", (wanted) => {
    expect(nearest(wanted, STATUSES)).toBeUndefined();
  });

  test('two neighbours in the wrong order are one slip, also in a short word', () => {
    expect(nearest('jbos', ['job', 'jobs', 'db'])).toBe('jobs');
    expect(nearest('dd', ['db'])).toBe('db');
    expect(nearest('bd', ['db'])).toBe('db');
  });

  test('nothing is suggested when nothing is known', () => {
    expect(nearest('pending', [])).toBeUndefined();
  });
});
