import { runCollectDemo } from '../../../app/index.js';
import type { Invocation } from '../../invocation.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export async function run({ output }: Invocation): Promise<void> {
  const stop = stopOnSignals();
  const lines: string[] = [];
  try {
    await runCollectDemo((text) => (output.asJson ? void lines.push(text) : output.print(text)), stop.signal);
    if (output.asJson) output.json({ lines });
  } finally {
    stop.dispose();
  }
}
