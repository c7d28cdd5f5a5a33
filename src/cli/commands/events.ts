import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';
import { repeated, several } from '../options/values.js';
import { moment } from '../options/moment.js';

export function declareEvents(program: Command): void {
  const events = program
    .command('events')
    .summary('Show, verify and export the event log')
    .description(
      'Shows what happened and who did it. Events are hash-chained and never deleted; `verify` proves that nothing was changed.',
    );
  declareList(events);
  declareShow(events);
  declareFollow(events);
  declareVerify(events);
  declareExport(events);
  declareSeal(events);
  declareHeads(events);
  examples(events, [
    ['casparian events list --type "quarantine.*" --since 1d', 'What happened to invalid rows since yesterday'],
    ['casparian events verify', 'Check that nothing was changed or removed'],
    ['casparian events follow', 'Print events as they happen'],
  ]);
}

function declareList(events: Command): void {
  const list = withFilter(events.command('list'))
    .summary('List events, newest first')
    .description('Lists the events of a tenant, newest first.')
    .action(runs(() => import('./events/list.js')));
  addLimit(list);
  examples(list, [
    ['casparian events list --actor ann --since 2026-03-01', 'Everything that ann has changed since March'],
    ['casparian events list --aggregate parser/invoices', 'The history of one parser'],
    ["casparian events list --json | jq -r '.[].event_type'", 'For a script'],
  ]);
}

function declareShow(events: Command): void {
  const show = events
    .command('show')
    .summary('Show one event with its payload and hashes')
    .description('Shows one event: what happened, who did it, its payload, its hashes and its place in the tree.')
    .argument('<id>', 'The id of the event')
    .addOption(tenantOption())
    .action(runs(() => import('./events/show.js')));
  examples(show, [['casparian events show 0198c0de-7a6b-7000-8000-000000000000', 'Everything about one event']]);
}

function declareFollow(events: Command): void {
  const follow = withFilter(events.command('follow'), { times: false })
    .summary('Print events as they happen')
    .description('Prints the events of a tenant as they are committed, until interrupted.')
    .action(runs(() => import('./events/follow.js'), { ownsSignals: true }));
  examples(follow, [
    ["casparian events follow --type 'job.*'", 'Endings of jobs'],
    ['casparian events follow --json', 'One JSON document per line'],
  ]);
}

function declareVerify(events: Command): void {
  const verify = events
    .command('verify')
    .summary('Check that no event was changed, removed or inserted')
    .description(
      'Recomputes the hash of every event and compares the log with its signed tree heads. Exits with 1 if a chain is broken, ' +
        'and names the first broken link of each.',
    )
    .argument('[file]', 'An export to verify instead of the database')
    .option('--head <file>', 'A tree head that was saved before, with which the log must agree. Repeatable', repeated)
    .option('--public-key <key>', 'A key whose tree heads are accepted: base64, PEM, or a file. Repeatable', repeated)
    .addOption(tenantOption())
    .action(runs(() => import('./events/verify.js'), { ownsSignals: true }));
  examples(verify, [
    ['casparian events verify', 'The log in the database'],
    ['casparian events verify events.ndjson', 'An export, without a database'],
    ['casparian events verify --head head-2026-03.json', 'Has anything been removed since that head was saved?'],
  ]);
}

function declareExport(events: Command): void {
  const command = withFilter(events.command('export'))
    .summary('Write events to a file that can be verified')
    .description('Writes events and tree heads as JSON lines, in the order of their chains.')
    .option('--output <file>', 'The file to write (default: stdout)')
    .action(runs(() => import('./events/export.js')));
  examples(command, [
    ['casparian events export --output events.ndjson', 'Everything'],
    ['casparian events export --aggregate parser/invoices --output parser.ndjson', 'The history of one parser'],
  ]);
}

function declareSeal(events: Command): void {
  const seal = events
    .command('seal')
    .summary('Sign a tree head over all events now')
    .description(
      'Signs a tree head over all events of the tenant. Workers do this every day. Keep a copy of the head elsewhere: it proves later that ' +
        'no event was removed.',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./events/seal.js')));
  examples(seal, [['casparian events seal --json > head.json', 'Sign now, and keep the head']]);
}

function declareHeads(events: Command): void {
  const heads = events
    .command('heads')
    .summary('List the signed tree heads')
    .description('Lists the signed tree heads of the tenant, newest first.')
    .addOption(tenantOption())
    .action(runs(() => import('./events/heads.js')));
  addLimit(heads);
  examples(heads, [['casparian events heads --limit 1 --json', 'The newest head']]);
}

function withFilter(command: Command, { times = true } = {}): Command {
  command
    .option('--type <type>', "Only events of this type; * matches any characters: 'job.*'. Repeatable", several)
    .option('--aggregate <type/id>', 'Only events of this thing: parser/invoices, or a type: parser')
    .option('--actor <actor>', 'Only events of this person');
  if (times) {
    command
      .option('--since <time>', 'Only events from this time on: 2026-03-01, 2026-03-01T08:00Z, or 1d (ago)', moment)
      .option('--until <time>', 'Only events before this time', moment);
  }
  return command.addOption(tenantOption());
}
