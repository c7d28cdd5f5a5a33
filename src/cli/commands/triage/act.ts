import { countTroubled, type Engine, type TroubleFilter } from '../../../engine/index.js';
import { confirm } from '../../confirm.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';
import { type FilterOptions, requireFilter, requireKnown, troubleFilter } from './filter.js';

export interface ActOptions extends FilterOptions {
  all?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** One thing done with all the jobs that are meant. */
export interface Act {
  readonly verb: 'retry' | 'cancel';
  /** What they are then; the name of their number in JSON. */
  readonly done: 'retried' | 'cancelled';
  readonly apply: (engine: Engine, filter: TroubleFilter) => Promise<number>;
}

export async function act(invocation: Invocation<ActOptions>, { verb, done, apply }: Act): Promise<void> {
  const { options, output } = invocation;
  const filter = troubleFilter(options);
  requireFilter(filter, options.all === true, verb);
  const { matched, changed } = await withEngine(invocation, async (engine) => {
    await requireKnown(engine, filter);
    const meant = await countTroubled(engine.database, filter);
    if (meant === 0 || options.dryRun) return { matched: meant, changed: 0 };
    if (!options.yes) await confirm(`${capitalized(verb)} ${jobs(meant)}?`, output);
    return { matched: meant, changed: await apply(engine, filter) };
  });
  if (output.asJson) return output.json({ matched, [done]: changed });
  if (matched === 0) return output.talk('No failed or dead job matches.');
  output.print(options.dryRun ? `${jobs(matched)} would be ${done}.` : `${jobs(changed)} ${done}.`);
}

export function jobs(count: number): string {
  return count === 1 ? '1 job' : `${count.toLocaleString('en-US')} jobs`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
