import { describe, expect, test } from 'vitest';
import type { ClaimedJob } from '../../../src/engine/index.js';
import { aloneForMs, Isolation, type IsolationView } from '../../../src/engine/worker/isolation.js';

const suspect = { id: 'a', suspicion: 1 } as ClaimedJob;

function view(values: Partial<IsolationView>): IsolationView {
  return { suspicion: 1, held: 0, isHeld: () => true, isIdle: false, now: 0, ...values };
}

describe('a worker', () => {
  test('claims jobs as usual while there is no suspect', () => {
    expect(new Isolation().permits(view({ suspicion: 0, held: 3 }))).toBe('jobs');
  });

  test('that holds nothing takes a suspect at once', () => {
    expect(new Isolation().permits(view({}))).toBe('suspect');
  });

  test('that is busy leaves it to others for a second, then lets its jobs end, and at last takes it beside them', () => {
    const isolation = new Isolation();
    const at = (now: number) => isolation.permits(view({ held: 2, now }));
    expect([at(0), at(999), at(1_000), at(10_999), at(11_000)]).toEqual([
      'jobs',
      'jobs',
      'nothing',
      'nothing',
      'suspect',
    ]);
  });

  test('takes nothing beside a suspect', () => {
    const isolation = new Isolation();
    isolation.started(suspect, 0);
    expect(isolation.permits(view({ held: 1, now: 9_999 }))).toBe('nothing');
  });

  test('takes other jobs again when the suspect has run alone for its time', () => {
    const isolation = new Isolation();
    isolation.started(suspect, 0);
    expect(isolation.permits(view({ held: 1, now: 10_000 }))).toBe('jobs');
  });

  test('never takes other jobs beside a job of three crashes, nor that job beside others', () => {
    const isolation = new Isolation();
    const now = 1e9;
    isolation.permits(view({ held: 1, suspicion: 3 }));
    expect(isolation.permits(view({ held: 1, suspicion: 3, now }))).toBe('nothing');
    isolation.started({ ...suspect, suspicion: 3 }, now);
    expect(isolation.permits(view({ held: 1, now: 2 * now }))).toBe('nothing');
  });

  test('takes the next suspect when the last one has ended', () => {
    const isolation = new Isolation();
    isolation.started(suspect, 0);
    expect(isolation.permits(view({ isHeld: () => false, now: 5 }))).toBe('suspect');
  });

  test('gives other jobs as much time as the suspects had, unless nothing else is due', () => {
    const isolation = new Isolation();
    isolation.started(suspect, 0);
    const after = (now: number, isIdle = false) => isolation.permits(view({ isHeld: () => false, now, isIdle }));
    expect([after(2_000), after(3_999), after(4_000)]).toEqual(['jobs', 'jobs', 'suspect']);
    isolation.started(suspect, 4_000);
    expect([after(6_000), after(6_001, true)]).toEqual(['jobs', 'suspect']);
  });
});

test('the more crashes, the longer a suspect runs alone', () => {
  expect([1, 2, 3, 4].map(aloneForMs)).toEqual([10_000, 100_000, Infinity, Infinity]);
});
