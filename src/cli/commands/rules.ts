import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareRules(program: Command): void {
  const rules = program
    .command('rules')
    .summary('Check, test, format and explain the rules of battery passports')
    .description(
      'Rules compute the fields of a battery passport from facts. These commands work on a file of rules and need no database.',
    );
  declareCheck(rules);
  declareTest(rules);
  declareFmt(rules);
  declareExplain(rules);
  examples(rules, [
    ['casparian rules check battery.rules', 'Find errors'],
    ['casparian rules test battery.rules', 'Run examples and properties'],
  ]);
}

function declareCheck(rules: Command): void {
  const check = rules
    .command('check')
    .summary('Find syntax, type and unit errors')
    .description(
      'Checks the syntax, names, types, units and dependencies of rules and tests. Exits with 1 if there is an error.',
    )
    .argument('<file>', 'The rules, or - for stdin')
    .option('--tests <file>', 'Tests that are in a file of their own')
    .action(runs(() => import('./rules/check.js')));
  examples(check, [
    ['casparian rules check battery.rules', 'Every error with its place'],
    ["casparian rules check battery.rules --json | jq '.errors[0]'", 'For an editor or a script'],
  ]);
}

function declareTest(rules: Command): void {
  const test = rules
    .command('test')
    .summary('Run the examples and properties of rules')
    .description(
      'Runs the tests of rules: each example once, each property with as many generated cases as it says. The same seed ' +
        'gives the same cases. Exits with 1 if a case fails.',
    )
    .argument('<file>', 'The rules, or - for stdin')
    .option('--tests <file>', 'Tests that are in a file of their own')
    .option('--seed <number>', 'Chooses the generated cases', '0')
    .action(runs(() => import('./rules/test.js')));
  examples(test, [
    ['casparian rules test battery.rules', 'With the seed 0'],
    ['casparian rules test battery.rules --seed 42', 'With other cases'],
  ]);
}

function declareFmt(rules: Command): void {
  const fmt = rules
    .command('fmt')
    .summary('Format files of rules')
    .description('Rewrites files of rules in the canonical layout. Comments stay. With -, formats stdin to stdout.')
    .argument('<files...>', 'The files, or - for stdin')
    .option('--check', 'Change nothing; exit with 1 if a file is not formatted')
    .action(runs(() => import('./rules/fmt.js')));
  examples(fmt, [
    ['casparian rules fmt battery.rules', 'In place'],
    ['casparian rules fmt --check battery.rules', 'In CI'],
  ]);
}

function declareExplain(rules: Command): void {
  const explain = rules
    .command('explain')
    .summary('Show the type, dependencies and facts of a field')
    .description(
      'Shows what a field needs and what its rule can report, without evaluating it. Without a field, lists all fields in ' +
        'the order of their evaluation.',
    )
    .argument('<file>', 'The rules, or - for stdin')
    .argument('[field]', 'The path of the field')
    .action(runs(() => import('./rules/explain.js')));
  examples(explain, [
    ['casparian rules explain battery.rules', 'All fields'],
    ['casparian rules explain battery.rules battery.capacity_kwh', 'One field'],
  ]);
}
