import { findTask } from '../../../tasks/index.js';
import type { Invocation } from '../../invocation.js';
import { printTask } from '../../output/task-details.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const [idOrHash = ''] = invocation.args;
  printTask(await withEngine(invocation, (engine) => findTask(engine, idOrHash)), invocation.output);
}
