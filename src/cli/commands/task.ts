import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { takesCommandWords } from '../options/command-words.js';
import { addLogOptions } from '../options/logs.js';
import { addCommandFilter, addJobFilter } from '../options/job-filter.js';
import { addLimit } from '../options/limit.js';
import { addQueueingOptions, addSpecOptions } from '../options/task.js';
import { several } from '../options/values.js';

const ID_OR_HASH = 'The task is an id, or the first 8 or more digits of a spec hash, which selects the newest task.';

export function declareTask(program: Command): void {
  const task = program
    .command('task')
    .summary('Run any program as a durable, reproducible job')
    .description(
      'Runs any program as a job: queued, limited, retried, logged, and identified by the hash of its spec. ' +
        'A program reports by its exit code or by a line of JSON. `casparian task helper` prints a helper for Python.',
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
    ['casparian task run -- python -m reports march', 'Run it now, without a queue'],
    ['casparian task submit --wait -- python -m reports march', 'Run it as a job, and wait'],
    ['casparian task list --status failed', 'What went wrong'],
    ['casparian task replay 0199c3a4-5f6b-7000-8000-000000000000', 'Run it again and compare the outcome'],
  ]);
}

function declareSubmit(task: Command): void {
  const submit = takesCommandWords(task.command('submit'))
    .summary('Queue a program')
    .description(
      'Adds a program as a job and prints its id. Once the id is printed, the job is committed. If the same spec is already ' +
        'waiting or running, that job is returned; if it has completed, it runs again. The program gets only the ' +
        'variables PATH, those given here, and the CASPARIAN_ ones.',
    );
  addQueueingOptions(addSpecOptions(submit))
    .optionsGroup('Reuse and waiting:')
    .option('--memo', 'Return the result of an earlier job if the same spec has completed')
    .option('--force', 'Run it even if the same spec is waiting or running')
    .option(
      '--wait',
      'Wait until it ends: what it prints appears on stderr, its result on stdout. Exit with 1 if it failed',
    )
    .action(runs(() => import('./task/submit.js'), { ownsSignals: ({ wait }: { wait?: boolean }) => wait === true }));
  examples(submit, [
    [`casparian task submit --payload '{"month": 3}' -- python -m reports`, 'The program reads the payload from stdin'],
    ['casparian task submit --timeout 10m --retry-exit-codes any -- ./sync.sh', 'With a time limit and retries'],
    ['casparian task submit --secret API_TOKEN --memo --wait --json -- ./fetch', 'For scripts: print the result'],
    ['casparian task submit --spec run.json --queue nightly', 'Read the spec from a file'],
    ['make-specs | casparian task submit --spec -', 'Many specs: an array, or one per line'],
  ]);
}

function declareRun(task: Command): void {
  const run = takesCommandWords(task.command('run'))
    .summary('Run a program now, as a worker would')
    .description(
      'Runs a program exactly as a worker would (environment, payload, limits and envelope), without a queue and ' +
        'without a database. Shows its output as it is printed. Exits with 0 on success, 1 on failure, 75 if the program ' +
        'asks for a retry.',
    );
  addSpecOptions(run).action(runs(() => import('./task/run.js'), { ownsSignals: true }));
  examples(run, [
    [`casparian task run --payload '{"month": 3}' -- python -m reports`, 'Test it before you queue it'],
    ['casparian task run --spec run.json --json', 'The outcome that a worker would record'],
  ]);
}

function declareReplay(task: Command): void {
  const replay = task
    .command('replay <task>')
    .summary('Run a task again and compare the outcomes')
    .description(
      'Submits the spec of a finished task again, waits for it, and compares its outcome (status, result, error, ' +
        `exit code) with the recorded one. ${ID_OR_HASH}`,
    )
    .option('--fail-on-difference', 'Exit with 5 if the outcome differs')
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
    .option('--status <status>', 'Only tasks in this state, as in `casparian jobs`. Repeatable', several);
  addLimit(addJobFilter(addCommandFilter(list), 'Only tasks')).action(runs(() => import('./task/list.js')));
  examples(list, [
    ['casparian task list --status failed --newer-than 1d', 'Tasks that failed since yesterday'],
    ["casparian task list --command python --json | jq -r '.[].id'", 'For a script'],
  ]);
}

function declareShow(task: Command): void {
  const show = task
    .command('show <task>')
    .summary('Show the spec and outcome of a task')
    .description(`Shows the spec, the outcome and the last output of a task. ${ID_OR_HASH}`)
    .action(runs(() => import('./task/show.js')));
  examples(show, [['casparian task show 5fd1c0ab', 'By the first digits of its spec hash']]);
}

function declareLogs(task: Command): void {
  const logs = task
    .command('logs <task>')
    .summary('Print the output of a task')
    .description(`Prints the stdout and stderr of a task, in order of time. ${ID_OR_HASH}`);
  addLogOptions(logs).action(runs(() => import('./task/logs.js')));
  examples(logs, [['casparian task logs -f 5fd1c0ab', 'Follow the output']]);
}

function declareHelper(task: Command): void {
  const helper = task
    .command('helper')
    .summary('Print the Python helper, casparian_task.py')
    .description(
      'Prints casparian_task.py: a single file without dependencies that turns Python functions into tasks. Keep it next to ' +
        'your code.',
    )
    .option('--to <dir>', 'Write it to this folder instead')
    .action(runs(() => import('./task/helper.js')));
  examples(helper, [['casparian task helper --to .', 'In your code: from casparian_task import task']]);
}
