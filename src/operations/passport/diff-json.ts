import { documentVersionJson, passportVersionJson } from '../../passport/index.js';
import type { VersionDiff } from './diff-versions.js';

export function diffJson({ from, to, fields, changes, newDocuments, isRulesChanged }: VersionDiff): object {
  return {
    from: passportVersionJson(from),
    to: passportVersionJson(to),
    fields,
    rules_changed: isRulesChanged,
    changes: changes.map(({ path, change, before, after, isRuleChanged, facts }) => ({
      ...{ path, change, before, after, rule_changed: isRuleChanged, facts },
    })),
    new_documents: newDocuments.map(documentVersionJson),
  };
}
