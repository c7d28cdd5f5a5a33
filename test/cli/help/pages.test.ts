import { expect, test } from 'vitest';
import { commandPath } from '../../../src/cli/help/command-path.js';
import { helpPage } from '../../../src/cli/help/help-page.js';
import { createProgram, everyCommand } from '../../../src/cli/program.js';
import { LEDGER_TABLES } from '../../../src/datasets/ledger/ledger-tables.js';
import { BUILT_IN_JOBS, parseStatus } from '../../../src/engine/index.js';
import type { ReasonCode } from '../../../src/engine/why.js';

const commands = everyCommand(createProgram().program);

function pageOf(path: string): string {
  return helpPage(commands.find((command) => commandPath(command) === `casparian ${path}`)!);
}

const namesIn = (text = ''): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

test('query names every column of the tables of the ledger', () => {
  for (const [table, { columns }] of Object.entries(LEDGER_TABLES)) {
    const [, row] = new RegExp(`^\\| \`${table}\` \\| (.+) \\|$`, 'm').exec(pageOf('query')) ?? [];
    expect(namesIn(row), table).toEqual(columns.map(({ name }) => name));
  }
});

test('job why names every reason there is', () => {
  const reasons: Record<ReasonCode, true> = {
    ...{ finished: true, running: true, lease_expired: true, cancel_requested: true, queue_paused: true },
    ...{
      scheduled: true,
      waiting_to_retry: true,
      no_worker: true,
      limit_reached: true,
      waiting_for_limit: true,
      runs_alone: true,
      next_in_line: true,
    },
  };
  expect(namesIn(/a `code`: (.*)\./s.exec(pageOf('job why'))?.[1])).toEqual([
    ...Object.keys(reasons),
    'waiting_for_source',
  ]);
});

test('jobs names other words for states, and each is taken', () => {
  const words = namesIn(/in upper or lower case: (.*?)\./s.exec(pageOf('jobs'))?.[1]);
  expect(words.length).toBeGreaterThan(5);
  for (const word of words) expect(() => parseStatus(word)).not.toThrow();
});

test('enqueue names every job that is built in', () => {
  const [, named] = /the built-in types \((.*?)\)/.exec(pageOf('enqueue')) ?? [];
  expect(namesIn(named).sort()).toEqual(BUILT_IN_JOBS.map(({ type }) => type).sort());
});
