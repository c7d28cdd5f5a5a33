import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOf } from '../../../src/cli/examples.js';
import { commandPath } from '../../../src/cli/help/command-path.js';
import { helpPage } from '../../../src/cli/help/help-page.js';
import { createProgram, everyCommand } from '../../../src/cli/program.js';
import { casparianBatch, type Ended } from '../casparian.js';
import { temporaryFolder } from '../store.js';
import { keysOfAnswer, keysOnPage } from './json-shape.js';
import { argvOf } from './shell-words.js';
import { fillWorkshop, SETUP } from './workshop.js';

/** It takes four seconds, on a machine that has nothing else to do. */
const END_WITHIN_MS = 120_000;

/** Commands whose examples run in a moment, on the files below. */
const RUN = [
  ...[
    'backfill',
    'datasets',
    'db',
    'enqueue',
    'env',
    'explain',
    'export',
    'files',
    'infer',
    'jobs',
    'outputs',
    'preview',
  ],
  ...['quarantine', 'query', 'queue', 'rule', 'rules', 'run', 'schedule', 'task', 'triage', 'verify'],
];
/** What takes longer, or needs Python, a person, another program, a server, or a job that is there. */
const NOT_RUN =
  /[|<>…&]|^\w+=|postgres:|parser\.|replay|python|reports|0198c0de|0199c3a4|5fd1c0ab|\.sh|fetch|run\.json|jobs\.mjs|report --id|type report|trades|builtin|contract orders|4f0c9a1b22de/;
/** These ask, unless told not to. */
const ASKS = /^casparian triage (retry|cancel) (?!.*(--yes|--dry-run))/;

/** Commands with an answer in JSON that has something in it once the files were processed. */
const ANSWERING = `run sales.csv | infer sales.csv | preview sales.csv | parser list | parser topics invoices | files
  scan inbox | process | backfill invoices | outputs | outputs prune | quarantine list | quarantine export --output q.csv
  datasets | datasets show orders | datasets compact | export orders --to o.csv | verify
  rules check battery.rules | rules test battery.rules | rules fmt battery.rules | rules explain battery.rules
  rule add *.txt --topic t | rule list | rule rm *.txt | enqueue noop | jobs | jobs prune --older-than 1d
  triage retry --all --yes | triage cancel --all --yes | queue pause q | queue list | queue resume q
  schedule list | schedule rm s | task helper | db status | db check | db migrate | db backup --to b.db
  config show | env prune | explain USAGE | completion bash | quarantine discard --parser invoices --reason r --yes`
  .split(/\||\n/)
  .map((words) => words.trim().split(' '));

const { program } = createProgram();
const lines = examples();
const undo: (() => Promise<void>)[] = [];
let shown: Ended[];
let answered: Ended[];
beforeAll(async () => {
  const folder = await temporaryFolder((step) => undo.push(step));
  await fillWorkshop(folder);
  const calls = [...SETUP, ...lines].map(argvOf);
  const env = { CASPARIAN_HOME: join(folder, 'home') };
  const asked = ANSWERING.map((words) => [...words, '--json']);
  const answers = await casparianBatch([...calls, ...asked], { cwd: folder, endWithinMs: END_WITHIN_MS, env });
  shown = answers.slice(SETUP.length, calls.length);
  answered = answers.slice(calls.length);
}, END_WITHIN_MS);
afterAll(async () => {
  for (const step of undo) await step();
});

test('examples do what they say', () => {
  const failed = shown.flatMap(({ code, stderr }, at) => (code === 0 ? [] : [`${lines[at]}: ${code} ${stderr}`]));
  expect(failed).toEqual([]);
  expect(lines.length).toBeGreaterThan(45);
});

test.each(ANSWERING.map((words, at) => [words.join(' '), at] as const))(
  '%s --json answers what its help says',
  (line, at) => {
    const command = everyCommand(program).findLast((one) => `casparian ${line} `.startsWith(`${commandPath(one)} `));
    expect(keysOfAnswer(answered[at]!.stdout).sort()).toEqual(keysOnPage(helpPage(command!)).sort());
  },
);

function examples(): string[] {
  const all = everyCommand(program).flatMap((command) => examplesOf(command).flatMap(({ list }) => list));
  const each = [...new Set(all.map(([line]) => line))];
  return each.filter((line) => RUN.includes(argvOf(line)[0] ?? '') && !NOT_RUN.test(line) && !ASKS.test(line));
}
