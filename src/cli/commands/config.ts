import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareConfig(program: Command): void {
  const config = program
    .command('config')
    .summary('Show the settings')
    .description(
      'Settings come from, strongest first: flags, the environment, casparian.toml (here, then in the home).',
    );
  const show = config
    .command('show')
    .summary('Print every setting, and where its value came from')
    .description('Prints every setting, its value and where the value came from. Passwords are masked.')
    .action(runs(() => import('./config.run.js')));
  examples(show, [['casparian config show --json | jq .settings.database_url', 'One of them, for a script']]);
  examples(config, [['CASPARIAN_LEASE_SECONDS=20 casparian config show', 'What would be in force']]);
}
