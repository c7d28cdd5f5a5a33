import { collectionsOf, findIntake, findValuation } from '../../../collect/index.js';
import { intakeDetailsJson } from '../../../collect/collect-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [wanted = ''] = args;
  await withTenant(invocation, async ({ database }) => {
    const intake = await findIntake(database, wanted);
    const collections = await collectionsOf(database, intake.id);
    const valuation = await findValuation(database, intake.id);
    if (output.asJson) {
      return output.json(intakeDetailsJson(intake, collections, valuation));
    }
    const now = Date.now();
    const value = valuation?.value_cents;
    output.print(
      renderProperties([
        ['id', intake.id],
        ['title', intake.title],
        ...(intake.year === null ? [] : [['year', String(intake.year)] as [string, string]]),
        ...(intake.mintMark === null ? [] : [['mint mark', intake.mintMark] as [string, string]]),
        ...(intake.denomination === null ? [] : [['denomination', intake.denomination] as [string, string]]),
        ...(intake.series === null ? [] : [['series', intake.series] as [string, string]]),
        ...Object.entries(intake.attributes),
        ...(value === undefined || value === null
          ? []
          : [['value', `${value / 100} ${valuation?.currency ?? ''}`] as [string, string]]),
        ...collections.map(
          ({ source, collected_at, points }) =>
            [source, `${points} prices, collected ${fullTime(collected_at, now)}`] as [string, string],
        ),
      ]),
    );
  });
}
