import { documentVersionNamed } from '../../../operations/index.js';
import { documentContent, documentVersionJson, factJson, listFacts } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { documentText } from './document-text.js';
import { FACTS } from './row-tables.js';

const SHOWN_FACTS = 100;

export async function run(invocation: Invocation<TenantOptions & { content?: boolean }>): Promise<void> {
  const { args, options, output } = invocation;
  await withTenant(invocation, async ({ database }) => {
    const version = await documentVersionNamed(database, args[0] ?? '');
    if (options.content) return void process.stdout.write(await documentContent(database, version.id));
    const facts = await listFacts(database, { documentVersionId: version.id, limit: SHOWN_FACTS });
    if (output.asJson) return output.json({ ...documentVersionJson(version), facts: facts.map(factJson) });
    output.print(documentText(version));
    if (facts.length > 0) output.print(`\n${renderTable(FACTS, facts, output.width)}`);
    if (facts.length === SHOWN_FACTS) output.message(`The first ${SHOWN_FACTS} facts.`);
  });
}
