import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .summary('Check this installation and suggest fixes')
    .description(
      'Checks Node, the home, the database, Python, uv and everything else that is configured, within seconds. Changes ' +
        'nothing. Exits with 1 if a check failed.',
    )
    .action(runs(() => import('./doctor.run.js')));
  examples(doctor, [
    ['casparian doctor', 'Find problems and how to fix them'],
    ['casparian doctor --db postgres://user@host/jobs', 'Before you start workers on it'],
  ]);
}
