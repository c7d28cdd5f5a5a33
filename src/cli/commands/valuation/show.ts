import { currentValuation, findIntake, listSources, valuationHistory } from '../../../collect/index.js';
import { valuationJson, valuationVersionJson } from '../../../collect/valuation-json.js';
import { isoTime } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { moneyText } from '../../output/money-text.js';
import { renderTable } from '../../output/table.js';
import { valuationExplanation, valuationSummary } from '../../output/valuation-text.js';
import { withTenant } from '../../session.js';

const MOST_VERSIONS = 1_000;
/** The width without a terminal. */
const USUAL_WIDTH = 80;

export async function run(
  invocation: Invocation<TenantOptions & { explain?: boolean; history?: boolean }>,
): Promise<void> {
  const { args, options, output } = invocation;
  await withTenant(invocation, async ({ database }) => {
    const intake = await findIntake(database, args[0] ?? '');
    const valuation = valuationJson(await currentValuation(database, intake));
    const earlier = options.history === true ? await valuationHistory(database, intake.id, MOST_VERSIONS) : null;
    if (output.asJson) {
      return output.json(earlier === null ? valuation : { ...valuation, history: earlier.map(valuationVersionJson) });
    }
    output.print(valuationSummary(valuation));
    if (options.explain === true) {
      const sources = new Map((await listSources(database)).map(({ source }) => [source.id, source.name]));
      const width = Number.isFinite(output.width) ? output.width : USUAL_WIDTH;
      output.print(`\n${valuationExplanation(valuation, (id) => sources.get(id) ?? id, width)}`);
    }
    if (earlier !== null) output.print(`\n${historyTable(earlier, output.width)}`);
  });
}

type Version = Awaited<ReturnType<typeof valuationHistory>>[number];

function historyTable(versions: readonly Version[], width: number): string {
  return renderTable<Version>(
    [
      { title: 'VERSION', align: 'right', cell: ({ version }) => String(version) },
      { title: 'COMPUTED', cell: ({ valued_at }) => isoTime(valued_at)?.slice(0, 19) ?? '' },
      { title: 'VALUE', align: 'right', cell: ({ value_cents, currency }) => moneyText(value_cents, currency) },
      { title: 'PRICES', align: 'right', cell: ({ n }) => String(n) },
      { title: 'CONFIDENCE', cell: ({ confidence }) => confidence },
    ],
    versions,
    width,
  );
}
