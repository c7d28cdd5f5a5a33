import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .summary('Check what this installation stands on, and say how to mend it')
    .description(
      'Looks at Node, the home, the database, Python, uv and whatever else is set up, all at once and within seconds, and ' +
        'changes none of it. Exit code 1 when anything has failed.',
    )
    .action(runs(() => import('./doctor.run.js')));
  examples(doctor, [
    ['casparian doctor', 'What is wrong here, and what to do about it'],
    ['casparian doctor --db postgres://user@host/jobs', 'Before workers are pointed at it'],
  ]);
}
