import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addJobOptions } from '../options/job.js';

export function declareSchedule(program: Command): void {
  const schedule = program
    .command('schedule')
    .summary('Enqueue jobs on a schedule')
    .description('Cron schedules. Each due time enqueues one job, regardless of the number of workers.');
  declareAdd(schedule);
  const list = schedule
    .command('list')
    .summary('List the schedules and their next due times')
    .description('Lists the schedules and their next due times.')
    .action(runs(() => import('./schedule/list.js')));
  examples(list, [['casparian schedule list', 'All schedules']]);
  const rm = schedule
    .command('rm <name>')
    .summary('Remove a schedule')
    .description('Removes a schedule. Jobs that it enqueued stay.')
    .action(runs(() => import('./schedule/rm.js')));
  examples(rm, [['casparian schedule rm pulse', 'Remove one schedule']]);
  examples(schedule, [["casparian schedule add pulse --cron '*/5 * * * *' --type noop", 'A job every five minutes']]);
}

function declareAdd(schedule: Command): void {
  const add = schedule
    .command('add <name>')
    .summary('Add a schedule')
    .description('Enqueues a job each time the cron pattern is due. Needs a running worker.')
    .requiredOption('--cron <pattern>', 'Minute, hour, day, month, weekday; with six fields, seconds come first')
    .requiredOption('--type <type>', 'Type of the job')
    .option('--timezone <zone>', 'IANA time zone, such as Europe/Berlin (default: UTC)')
    .addOption(
      new Option('--catch-up <which>', 'Which missed due times to run: latest, all or none')
        .choices(['latest', 'all', 'none'])
        .default('latest'),
    )
    .option('--replace', 'Replace an existing schedule');
  addJobOptions(add).action(runs(() => import('./schedule/add.js')));
  examples(add, [
    ["casparian schedule add nightly --cron '0 3 * * *' --type report --timezone Europe/Berlin", 'Every night at 3:00'],
    ["casparian schedule add pulse --cron '*/5 * * * *' --type noop --replace", 'Replace an existing schedule'],
  ]);
}
