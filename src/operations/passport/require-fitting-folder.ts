import { checkRules, parseRules, type ParsedFact, readDocumentFacts, requireFitting } from '../../passport/index.js';
import type { PassportFolder } from './passport-folder.js';

/**
 * Fails if the passport of a folder would be too large, before anything is stored. Documents and rules with mistakes are left to the jobs that
 * read them.
 */
export async function requireFittingFolder({ documents, rules }: PassportFolder): Promise<void> {
  const facts: ParsedFact[] = [];
  for (const document of documents) {
    const parsing = await readDocumentFacts(document);
    if (parsing.ok) facts.push(...parsing.facts);
  }
  requireFitting(facts, () => {
    const parsed = parseRules(rules.content.toString('utf8'));
    const checked = parsed.ok ? checkRules(parsed.rules) : undefined;
    return checked?.ok ? checked.rules : undefined;
  });
}
