import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareConfig(program: Command): void {
  const config = program
    .command('config')
    .summary('Show the settings')
    .description(
      'Settings come from options, then environment variables, then casparian.toml (in the current folder, then in the home).',
    );
  const show = config
    .command('show')
    .summary('Print every setting and the source of its value')
    .description('Prints every setting, its value and the source of the value. Passwords are masked.')
    .action(runs(() => import('./config.run.js')));
  examples(show, [['casparian config show --json | jq .settings.database_url', 'One setting, for a script']]);
  examples(config, [['CASPARIAN_LEASE_SECONDS=20 casparian config show', 'Check the effect of a variable']]);
}
