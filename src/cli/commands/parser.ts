import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { tenantOption } from '../options/tenant.js';

export function declareParser(program: Command): void {
  const parser = program
    .command('parser')
    .summary('Register parsers, so that files are parsed unattended')
    .description(
      'Parsers that `process`, `worker` and `start` run: bundled with their lockfile, kept in the database by name and ' +
        'version, and matched with files by topics.',
    );
  declareRegister(parser);
  declareList(parser);
  declareShow(parser);
  declareTest(parser);
  declareTopics(parser);
  declareUnregister(parser);
  examples(parser, [
    ['casparian parser test ./invoices sample.csv', 'Does it work as a worker would run it?'],
    ['casparian parser register ./invoices', 'Files with its topics go to it from now on'],
    ['casparian parser list', 'Which there are'],
  ]);
}

function declareList(parser: Command): void {
  const list = parser
    .command('list')
    .summary('List the registered parsers')
    .description('Lists the registered parsers and their topics, the current version of each.')
    .option('--all', 'Also older and unregistered versions')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/list.js')));
  examples(list, [['casparian parser list --all', 'With the versions that were in use before']]);
}

function declareShow(parser: Command): void {
  const show = parser
    .command('show <name>')
    .summary('Show one: outputs, topics, packages, versions')
    .description('Shows a parser: its outputs, topics, packages and versions.')
    .option('--version <version>', 'This version, and not the current one')
    .option('--bundle <file>', 'Write the bundle to a file, which `parser register` takes on another machine')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/show.js')));
  examples(show, [
    ['casparian parser show invoices', 'What it declares, and what it runs with'],
    ['casparian parser show invoices --bundle invoices.zip', 'For another machine'],
  ]);
}

function declareUnregister(parser: Command): void {
  const unregister = parser
    .command('unregister <name>')
    .summary('Take one out of use')
    .description('Takes a parser out of use. Its bundle and what was made with it stay; registering it brings it back.')
    .option('--version <version>', 'Only this version: the one registered before it is used again')
    .addOption(tenantOption())
    .action(runs(() => import('./parser/unregister.js')));
  examples(unregister, [
    ['casparian parser unregister invoices', 'Every version of it'],
    ['casparian parser unregister invoices --version 1.2.0', 'Back to the one before'],
  ]);
}

function declareRegister(parser: Command): void {
  const register = parser
    .command('register <path>')
    .summary('Bundle, validate and register a parser')
    .description(
      'Bundles a folder, a single file, or a bundle made before (.zip); builds its environment from its lockfile; loads ' +
        'it there; and keeps it in the database under its name and version. The topics it declares are subscribed.',
    )
    .option('--force', 'Replace other content under the same name and version')
    .option('--skip-validation', 'Register without building its environment and loading it')
    .option(
      '--validate-remote',
      'Have a running worker build its environment and load it, too; without one it is NO_WORKER',
    );
  addRuntimeOptions(register)
    .addOption(tenantOption())
    .action(runs(() => import('./parser/register.js'), { ownsSignals: true }));
  examples(register, [
    ['casparian parser register ./invoices', 'A folder with parser.py and uv.lock'],
    ['casparian parser register sales.py', 'A single file, with the uv.lock beside it'],
    ['casparian parser register ./invoices --validate-remote', 'Tried on a worker before it is registered'],
  ]);
}

function declareTest(parser: Command): void {
  const test = parser
    .command('test <path> [sample]')
    .summary('Try a parser as a worker would run it')
    .description(
      'Bundles a parser, builds its environment, loads it and runs it over a sample, as a worker would. Nothing is ' +
        'registered and nothing written, except for the environment, which is kept for later.',
    );
  addRuntimeOptions(test).action(runs(() => import('./parser/test.js'), { ownsSignals: true }));
  examples(test, [
    ['casparian parser test ./invoices', 'Does it load?'],
    ['casparian parser test ./invoices sample.csv', 'And what does it make of this file?'],
  ]);
}

function declareTopics(parser: Command): void {
  const topics = parser
    .command('topics <name> [action] [topics...]')
    .summary('Show or change what a parser is subscribed to')
    .description(
      'Shows the topics of a parser; with `add` or `remove`, changes them. Files get theirs from scan and rules.',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./parser/topics.js')));
  examples(topics, [
    ['casparian parser topics sales add invoices', 'Files with this topic go to it'],
    ['casparian parser topics sales remove invoices', 'And no longer'],
  ]);
}
