import { createInterface } from 'node:readline/promises';
import { CasparianError } from '../platform/index.js';
import type { Output } from './output/output.js';

/** Asks before something that cannot be undone. Where nobody can answer, only --yes does. */
export async function confirm(question: string, output: Output): Promise<void> {
  if (output.asJson || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CasparianError('USAGE', `${question} Nobody is at a terminal to answer`, {
      why: 'Without a person who is asked, this is done only when the command says so.',
      next: ['Add --yes.'],
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
