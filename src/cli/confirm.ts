import { createInterface } from 'node:readline/promises';
import { CasparianError } from '../platform/index.js';
import type { Output } from './output/output.js';

/** Asks for confirmation. Fails without a terminal, where only --yes confirms. */
export async function confirm(question: string, output: Output): Promise<void> {
  if (output.asJson || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CasparianError('USAGE', `${question} Cannot ask without a terminal`, {
      why: 'This command asks for confirmation, which needs a terminal.',
      next: ['To confirm, add --yes.'],
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CasparianError('INTERRUPTED', 'Nothing was changed');
  } finally {
    terminal.close();
  }
}
