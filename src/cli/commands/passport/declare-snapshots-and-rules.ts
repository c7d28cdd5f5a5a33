import type { Command } from 'commander';
import { examples } from '../../examples.js';
import { runs } from '../../invocation.js';
import { addLimit } from '../../options/limit.js';
import { tenantOption } from '../../options/tenant.js';
import { repeated } from '../../options/values.js';

export function declareSnapshot(passport: Command): void {
  const snapshot = passport
    .command('snapshot')
    .summary('Build and seal snapshots of facts')
    .description(
      'A snapshot is a set of facts. After it is sealed it never changes, and passports are compiled from it.',
    );
  const build = snapshot
    .command('build')
    .summary('Build a snapshot from document versions')
    .description(
      'Creates a snapshot of the facts of document versions. It is ready to be sealed if no two facts have the same key.',
    )
    .requiredOption('--document <id>', 'A document version whose facts to include. Repeatable', repeated)
    .option('--label <text>', 'Your name for the snapshot')
    .addOption(tenantOption())
    .action(runs(() => import('./snapshot-build.js'), { ownsSignals: true }));
  const seal = snapshot
    .command('seal')
    .summary('Seal a snapshot')
    .description('Seals a snapshot: from now on it never changes.')
    .argument('<id>', 'The id of the snapshot, or a unique part of it')
    .addOption(tenantOption())
    .action(runs(() => import('./snapshot-seal.js')));
  const list = snapshot
    .command('list')
    .summary('List snapshots')
    .description('Lists snapshots, oldest first.')
    .addOption(tenantOption())
    .action(runs(() => import('./snapshot-list.js')));
  addLimit(list);
  const show = snapshot
    .command('show')
    .summary('Show a snapshot and its facts')
    .description('Shows a snapshot and its facts.')
    .argument('<id>', 'The id of the snapshot, or a unique part of it')
    .addOption(tenantOption())
    .action(runs(() => import('./snapshot-show.js')));
  examples(build, [['casparian passport snapshot build --document 4f2a --document 91c0', 'Facts of two documents']]);
  examples(seal, [['casparian passport snapshot seal 77d1', 'By the end of its id']]);
  examples(list, [['casparian passport snapshot list', 'All snapshots']]);
  examples(show, [['casparian passport snapshot show 77d1', 'With its facts']]);
  examples(snapshot, [['casparian passport snapshot list', 'All snapshots']]);
}

export function declareRulePackages(passport: Command): void {
  const rules = passport
    .command('rules')
    .summary('Add, publish and retire rule packages')
    .description(
      'Passports are compiled with published rules. To check and test a file without a database, use `casparian rules`.',
    );
  const add = rules
    .command('add')
    .summary('Add rules and run their tests')
    .description(
      'Adds a version of a rule package and runs its tests. If at least 500 cases pass and none fails, it can be published. Exits with 1 ' +
        'otherwise.',
    )
    .argument('<name>', 'The name of the package')
    .argument('<file>', 'The rules')
    .option('--tests <file>', 'Tests that are in a file of their own')
    .option('--seed <number>', 'Chooses the generated cases', '0')
    .addOption(tenantOption())
    .action(runs(() => import('./rules-add.js'), { ownsSignals: true }));
  examples(add, [['casparian passport rules add ev-pack ev-pack.rules --tests ev-pack-tests.rules', 'A new version']]);
  const moves = [
    ['publish', 'Publish validated rules', 'Publishes a validated version, so that passports can be compiled with it.'],
    ['deprecate', 'Deprecate published rules', 'Deprecates a version: no new passport is compiled with it.'],
    ['retire', 'Retire rules', 'Retires a version. Passports that were compiled with it can still be replayed.'],
  ] as const;
  for (const [name, summary, description] of moves) {
    const command = rules
      .command(name)
      .summary(summary)
      .description(description)
      .argument('<rules>', 'The name of a package (its newest version), or the id of a version')
      .addOption(tenantOption())
      .action(runs(async () => (await import('./rules-move.js'))[name]));
    examples(command, [[`casparian passport rules ${name} ev-pack`, 'The newest version']]);
  }
  const list = rules
    .command('list')
    .summary('List the versions of rule packages')
    .description('Lists the versions of rule packages, oldest first.')
    .addOption(tenantOption())
    .action(runs(() => import('./rules-list.js')));
  addLimit(list);
  examples(list, [['casparian passport rules list', 'All versions and their states']]);
  examples(rules, [['casparian passport rules list', 'All versions and their states']]);
}
