import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';
import { moment } from '../options/moment.js';
import { duration, several, wholeNumber } from '../options/values.js';

const ID = '0199c3a4';

export function declareWebhook(program: Command): void {
  const webhook = program
    .command('webhook')
    .summary('Tell other systems about events')
    .description('Endpoints of other systems, and the events that were delivered to them.');
  declareAdd(webhook);
  declareReading(webhook);
  declareRotate(webhook);
  declareChanges(webhook);
  declareRepeating(webhook);
  declareListen(webhook);
  examples(webhook, [
    ["casparian webhook add https://example.com/hook --events 'job.*'", 'Subscribe a URL to events'],
    ['casparian webhook deliveries --status failed', 'What could not be delivered'],
  ]);
}

function declareAdd(webhook: Command): void {
  const add = webhook
    .command('add <url>')
    .summary('Add an endpoint and show its secret')
    .description('Adds an endpoint. Its secret, with which deliveries are signed, is shown once.')
    .requiredOption(
      '--events <names>',
      "Events to deliver: 'job.*', 'quarantine.created', '*'; with commas or repeated",
      several,
    )
    .option('--description <text>', 'What the endpoint is for')
    .option(
      '--max-attempts <n>',
      'Attempts for each delivery (15, over about a day)',
      wholeNumber('--max-attempts', { min: 1, max: 100 }),
    )
    .option(
      '--concurrency <n>',
      'Deliveries at the same time (10)',
      wholeNumber('--concurrency', { min: 1, max: 1_000 }),
    )
    .option('--rate <n>', 'Deliveries per second (no limit)', Number)
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/add.js')));
  examples(add, [
    ["casparian webhook add https://example.com/hook --events 'job.*,quarantine.created'", 'Two kinds of events'],
    [
      "casparian webhook add https://example.com/hook --events '*' --rate 5 --concurrency 1",
      'For a receiver that is slow',
    ],
  ]);
}

function declareReading(webhook: Command): void {
  const list = webhook
    .command('list')
    .summary('List the endpoints')
    .description('Lists the endpoints of a tenant and their states.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/list.js')));
  examples(list, [['casparian webhook list', 'All endpoints']]);
  const show = webhook
    .command('show <id>')
    .summary('Show an endpoint, or a delivery with its attempts')
    .description('Shows an endpoint with its last deliveries, or a delivery with every attempt and the response to it.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/show.js')));
  examples(show, [[`casparian webhook show ${ID}`, 'The beginning of an endpoint id is enough']]);
  const deliveries = webhook
    .command('deliveries')
    .summary('List deliveries')
    .description('Lists deliveries, newest first.')
    .option('--endpoint <id>', 'Only those to this endpoint')
    .option('--event <id>', 'Only those of this event')
    .option('--status <status>', 'Only pending, delivered or failed ones')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/deliveries.js')));
  addLimit(deliveries);
  examples(deliveries, [['casparian webhook deliveries --status failed', 'What could not be delivered']]);
}

function declareRotate(webhook: Command): void {
  const rotate = webhook
    .command('rotate <id>')
    .summary('Give an endpoint a new secret')
    .description('Creates a new secret and shows it once. The old one signs as well until the grace period is over.')
    .option('--grace <duration>', 'How long both secrets sign (24h)', duration)
    .option('--force', 'Even if an earlier rotation is in its grace period')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/rotate.js')));
  examples(rotate, [
    [`casparian webhook rotate ${ID}`, 'Both secrets sign for a day'],
    [`casparian webhook rotate ${ID} --grace 0s`, 'The old secret is known to others: end it at once'],
  ]);
}

function declareChanges(webhook: Command): void {
  const subscribe = webhook
    .command('subscribe <id>')
    .summary('Change which events an endpoint receives')
    .description('Adds events to those that an endpoint receives, or removes them. Past deliveries stay.')
    .option(
      '--add <names>',
      "Events to deliver as well: 'job.*', 'quarantine.created'; with commas or repeated",
      several,
    )
    .option('--remove <names>', 'Events to deliver no more, as `webhook list` shows them', several)
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/subscribe.js')));
  examples(subscribe, [
    [`casparian webhook subscribe ${ID} --add quarantine.created`, 'One more kind of events'],
    [`casparian webhook subscribe ${ID} --add 'job.failed' --remove 'job.*'`, 'Fewer kinds'],
  ]);
  const pause = webhook
    .command('pause <id>')
    .summary('Let deliveries wait')
    .description('Stops deliveries to an endpoint. They wait, and so do those of new events.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/pause.js')));
  examples(pause, [[`casparian webhook pause ${ID}`, 'While its receiver is being replaced']]);
  const resume = webhook
    .command('resume <id>')
    .summary('Continue deliveries')
    .description('Continues deliveries to a paused or disabled endpoint.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/resume.js')));
  examples(resume, [[`casparian webhook resume ${ID}`, 'Deliveries that wait are sent at once']]);
  const remove = webhook
    .command('remove <id>')
    .summary('Remove an endpoint')
    .description(
      'Removes an endpoint and its secrets. Deliveries that wait have failed; the log of deliveries is kept.',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/remove.js')));
  examples(remove, [[`casparian webhook remove ${ID}`, 'No more deliveries']]);
}

function declareRepeating(webhook: Command): void {
  const test = webhook
    .command('test <id>')
    .summary('Send a test event')
    .description('Sends the endpoint an event of the type webhook.test. A worker delivers it, like every event.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/test.js')));
  examples(test, [[`casparian webhook test ${ID}`, 'Then look at its deliveries']]);
  const redeliver = webhook
    .command('redeliver <id>')
    .summary('Send a delivery again')
    .description('Sends the event of a delivery again, as a new delivery.')
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/redeliver.js')));
  examples(redeliver, [['casparian webhook redeliver 0199c3a4-1f2e-7a3b-8c4d-5e6f7a8b9c0d', 'The id of a delivery']]);
  const recover = webhook
    .command('recover <id>')
    .summary('Send what an endpoint has missed')
    .description('Sends every event since a time that the endpoint is subscribed to and has not received.')
    .addOption(
      new Option('--since <time>', 'From this time on: 2026-03-01, 2026-03-01T08:00Z, or 1d (ago)')
        .argParser(moment)
        .makeOptionMandatory(),
    )
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/recover.js')));
  examples(recover, [
    [`casparian webhook recover ${ID} --since 2026-03-01T08:00:00Z`, 'After the receiver was repaired'],
    [`casparian webhook recover ${ID} --since 1d`, 'What it has missed since yesterday'],
  ]);
}

function declareListen(webhook: Command): void {
  const listen = webhook
    .command('listen')
    .summary('Receive deliveries on this machine, for development')
    .description('Opens a receiver on loopback that verifies deliveries, accepts them and prints them.')
    .option('--port <n>', 'Port; 0 picks a free one (8787)', wholeNumber('--port', { min: 0, max: 65_535 }))
    .option('--secret <secret>', 'Verify with this secret instead of those of the endpoints in the database', several)
    .addOption(tenantOption())
    .action(runs(() => import('./webhook/listen.js'), { ownsSignals: true }));
  examples(listen, [['casparian webhook listen --port 8787', 'Then add http://127.0.0.1:8787/ as an endpoint']]);
}
