import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { takesCommandWords } from '../options/command-words.js';
import { addLogOptions } from '../options/logs.js';
import { addCommandFilter, addJobFilter } from '../options/job-filter.js';
import { addLimit } from '../options/limit.js';
import { addQueueingOptions, addSpecOptions } from '../options/task.js';
import { several } from '../options/values.js';

const ID_OR_HASH =
  'It is named by its id, or by the beginning of its spec hash (8 digits at least): the newest one then.';

export function declareTask(program: Command): void {
  const task = program
    .command('task')
    .summary('Run any program as a durable, reproducible job')
    .description(
      'Any program as a job: queued, bounded, retried, logged, and known by the hash of exactly what ran (its spec). ' +
        'A program reports by its exit code, or by a line of JSON; `casparian task helper` has the Python side.',
    )
    .enablePositionalOptions();
  declareSubmit(task);
  declareRun(task);
  declareReplay(task);
  declareList(task);
  declareShow(task);
  declareLogs(task);
  declareHelper(task);
  examples(task, [
    ['casparian task run -- python -m reports march', 'Try it here and now'],
    ['casparian task submit --wait -- python -m reports march', 'The same as a job, and wait for it'],
    ['casparian task list --status failed', 'What went wrong'],
    ['casparian task replay 0199c3a4-5f6b-7000-8000-000000000000', 'Does it still come to the same?'],
  ]);
}

function declareSubmit(task: Command): void {
  const submit = takesCommandWords(task.command('submit'))
    .summary('Queue a program')
    .description(
      'Accepts a program as a job and prints its id. When the id is there, the job is committed. The same spec, submitted ' +
        'while it waits or runs, is the job that is there; once it has completed, it runs again. The program gets no ' +
        'variables but PATH, those given here, and the CASPARIAN_ ones.',
    );
  addQueueingOptions(addSpecOptions(submit))
    .optionsGroup('What becomes of it:')
    .option('--memo', 'If the same spec has completed before, take its answer instead')
    .option('--force', 'Run it even while the same spec waits or runs')
    .option('--wait', 'Wait for its end, print its result, exit with 1 when it failed')
    .action(runs(() => import('./task/submit.js'), { ownsSignals: ({ wait }: { wait?: boolean }) => wait === true }));
  examples(submit, [
    [`casparian task submit --payload '{"month": 3}' -- python -m reports`, 'The payload comes on stdin'],
    ['casparian task submit --timeout 10m --retry-exit-codes any -- ./sync.sh', 'Bounded, and tried again'],
    ['casparian task submit --secret API_TOKEN --memo --wait --json -- ./fetch', 'For scripts: its answer'],
    ['casparian task submit --spec run.json --queue nightly', 'What to run from a file'],
    ['make-specs | casparian task submit --spec -', 'Many: an array, or one a line'],
  ]);
}

function declareRun(task: Command): void {
  const run = takesCommandWords(task.command('run'))
    .summary('Run a program as a task would, here and now')
    .description(
      'Runs a program exactly as a worker would (its environment, payload, bounds and envelope), without a queue and ' +
        'without a database. What it prints is shown as it comes. Exits with 0 when it succeeded, 1 when it failed, 75 ' +
        'when it asks to be tried again.',
    );
  addSpecOptions(run).action(runs(() => import('./task/run.js'), { ownsSignals: true }));
  examples(run, [
    [`casparian task run --payload '{"month": 3}' -- python -m reports`, 'Try it before it is queued'],
    ['casparian task run --spec run.json --json', 'What a worker would record'],
  ]);
}

function declareReplay(task: Command): void {
  const replay = task
    .command('replay <task>')
    .summary('Run the same spec again, and compare')
    .description(
      'Submits the spec of a finished task once more, waits for it, and says whether its outcome (status, result, error, ' +
        `exit code) equals the recorded one. ${ID_OR_HASH}`,
    )
    .option('--fail-on-difference', 'Exit with 5 when the outcome differs')
    .action(runs(() => import('./task/replay.js'), { ownsSignals: true }));
  examples(replay, [
    ['casparian task replay 0199c3a4-5f6b-7000-8000-000000000000', 'A task by its id'],
    ['casparian task replay 5fd1c0ab --fail-on-difference', 'By its spec hash; for CI'],
  ]);
}

function declareList(task: Command): void {
  const list = task
    .command('list')
    .summary('List tasks')
    .description('Lists tasks, newest first.')
    .option('--status <status>', 'Only tasks in this state, as for `casparian jobs`. Repeatable', several);
  addLimit(addJobFilter(addCommandFilter(list), 'Only tasks')).action(runs(() => import('./task/list.js')));
  examples(list, [
    ['casparian task list --status failed --newer-than 1d', 'What went wrong since yesterday'],
    ["casparian task list --command python --json | jq -r '.[].id'", 'For a script'],
  ]);
}

function declareShow(task: Command): void {
  const show = task
    .command('show <task>')
    .summary('Show what ran, and what came of it')
    .description(`Shows a task: its spec, its outcome, and the end of what it printed. ${ID_OR_HASH}`)
    .action(runs(() => import('./task/show.js')));
  examples(show, [['casparian task show 5fd1c0ab', 'By the beginning of its spec hash']]);
}

function declareLogs(task: Command): void {
  const logs = task
    .command('logs <task>')
    .summary('Print what a task printed')
    .description(`Prints what a task wrote to stdout and stderr, in the order of time. ${ID_OR_HASH}`);
  addLogOptions(logs).action(runs(() => import('./task/logs.js')));
  examples(logs, [['casparian task logs -f 5fd1c0ab', 'Watch it work']]);
}

function declareHelper(task: Command): void {
  const helper = task
    .command('helper')
    .summary('Print casparian_task.py, the Python side')
    .description(
      'Prints casparian_task.py: one file without dependencies that makes tasks of Python functions. Keep it beside ' +
        'your code.',
    )
    .option('--to <dir>', 'Write it into this folder instead')
    .action(runs(() => import('./task/helper.js')));
  examples(helper, [['casparian task helper --to .', 'Then, in your code: from casparian_task import task']]);
}
