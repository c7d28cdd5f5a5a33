import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { tenantOption } from '../options/tenant.js';

export function declareParser(program: Command): void {
  const parser = program
    .command('parser')
    .summary('Register and test parsers')
    .description(
      'Parsers that `process`, `worker` and `start` run. Each is bundled with its lockfile, stored in the database by ' +
        'name and version, and matched with files by topic.',
    );
  declareRegister(parser);
  declareList(parser);
  declareShow(parser);
  declareTest(parser);
  declareTopics(parser);
  declareUnregister(parser);
  examples(parser, [
    ['casparian parser test ./invoices sample.csv', 'Test it as a worker would run it'],
    ['casparian parser register ./invoices', 'From now on it gets the files with its topics'],
    ['casparian parser list', 'All registered parsers'],
  ]);
}

function declareList(parser: Command): void {
  const list = parser
    .command('list')
    .summary('List the registered parsers')
    .description('Lists the current version of each registered parser, with its topics.')
    .option('--all', 'Also older and unregistered versions')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/list.js')));
  examples(list, [['casparian parser list --all', 'Including earlier versions']]);
}

function declareShow(parser: Command): void {
  const show = parser
    .command('show <name>')
    .summary('Show the outputs, topics, packages and versions of a parser')
    .description('Shows the outputs, topics, packages and versions of a parser.')
    .option('--version <version>', 'Show this version instead of the current one')
    .option('--bundle <file>', 'Write the bundle to a file for `parser register` on another machine')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/show.js')));
  examples(show, [
    ['casparian parser show invoices', 'The current version'],
    ['casparian parser show invoices --bundle invoices.zip', 'For another machine'],
  ]);
}

function declareUnregister(parser: Command): void {
  const unregister = parser
    .command('unregister <name>')
    .summary('Unregister a parser')
    .description(
      'Stops using a parser for new files. Its bundle and its outputs stay. Register it again to use it again.',
    )
    .option('--version <version>', 'Only this version; the version registered before it becomes current')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/unregister.js')));
  examples(unregister, [
    ['casparian parser unregister invoices', 'All versions'],
    ['casparian parser unregister invoices --version 1.2.0', 'Return to the version before'],
  ]);
}

function declareRegister(parser: Command): void {
  const register = parser
    .command('register <path>')
    .summary('Bundle, validate and register a parser')
    .description(
      'Bundles a folder or a single file (or takes an existing bundle, .zip), builds the environment from the lockfile, ' +
        'loads the parser in it, and stores it in the database by name and version. Subscribes it to its declared topics.',
    )
    .option('--force', 'Replace different content with the same name and version')
    .option('--skip-validation', 'Do not build the environment or load the parser')
    .option('--validate-remote', 'Also build and load it on a running worker; fails with NO_WORKER if there is none');
  addRuntimeOptions(register)
    .addOption(tenantOption())
    .action(runs(() => import('./parser/register.js'), { ownsSignals: true }));
  examples(register, [
    ['casparian parser register ./invoices', 'A folder with parser.py and uv.lock'],
    ['casparian parser register sales.py', 'A single file, with the uv.lock next to it'],
    ['casparian parser register ./invoices --validate-remote', 'Test on a worker before registering'],
  ]);
}

function declareTest(parser: Command): void {
  const test = parser
    .command('test <path> [sample]')
    .summary('Test a parser as a worker would run it')
    .description(
      'Bundles a parser, builds its environment, loads it and runs it on a sample, as a worker would. Registers nothing ' +
        'and writes no output. The environment is kept for later.',
    );
  addRuntimeOptions(test).action(runs(() => import('./parser/test.js'), { ownsSignals: true }));
  examples(test, [
    ['casparian parser test ./invoices', 'Check that it loads'],
    ['casparian parser test ./invoices sample.csv', 'Also run it on a sample'],
  ]);
}

function declareTopics(parser: Command): void {
  const topics = parser
    .command('topics <name> [action] [topics...]')
    .summary('Show or change the topics of a parser')
    .description('Shows the topics of a parser; `add` and `remove` change them. Files get topics from scans and rules.')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/topics.js')));
  examples(topics, [
    ['casparian parser topics sales add invoices', 'Process files with this topic'],
    ['casparian parser topics sales remove invoices', 'Stop processing them'],
  ]);
}
