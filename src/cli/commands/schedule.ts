import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addJobOptions } from '../options/job.js';

export function declareSchedule(program: Command): void {
  const schedule = program
    .command('schedule')
    .summary('Enqueue jobs by the clock')
    .description('Cron schedules. However many workers run, each due time enqueues one job.');
  declareAdd(schedule);
  const list = schedule
    .command('list')
    .summary('List them, and when each comes due next')
    .description('Lists the schedules and when each comes due next.')
    .action(runs(() => import('./schedule/list.js')));
  examples(list, [['casparian schedule list', 'When each comes due']]);
  const rm = schedule
    .command('rm <name>')
    .summary('Remove a schedule')
    .description('Removes a schedule. Jobs it has enqueued stay.')
    .action(runs(() => import('./schedule/rm.js')));
  examples(rm, [['casparian schedule rm pulse', 'It enqueues no more']]);
  examples(schedule, [["casparian schedule add pulse --cron '*/5 * * * *' --type noop", 'A job every five minutes']]);
}

function declareAdd(schedule: Command): void {
  const add = schedule
    .command('add <name>')
    .summary('Add a schedule')
    .description('Enqueues a job whenever the cron pattern comes due. A worker must be running for that.')
    .requiredOption('--cron <pattern>', 'When: minute hour day month weekday; with a sixth field, seconds come first')
    .requiredOption('--type <type>', 'Type of the job')
    .option('--timezone <zone>', 'IANA name such as Europe/Berlin (UTC)')
    .addOption(
      new Option('--catch-up <which>', 'Due times that passed while no worker ran: fire the latest, all or none')
        .choices(['latest', 'all', 'none'])
        .default('latest'),
    )
    .option('--replace', 'Change the schedule if it exists');
  addJobOptions(add).action(runs(() => import('./schedule/add.js')));
  examples(add, [
    [
      "casparian schedule add nightly --cron '0 3 * * *' --type report --timezone Europe/Berlin",
      'At three in the night',
    ],
    ["casparian schedule add pulse --cron '*/5 * * * *' --type noop --replace", 'Or change the one that is there'],
  ]);
}
