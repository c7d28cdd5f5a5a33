import { contractInvalid } from '../declare/declaration.js';

/** What to do with a file whose columns are not those of the contract. */
export interface DriftRules {
  /** A column the contract does not have. `keep` takes it over as text. */
  readonly added: 'quarantine' | 'ignore' | 'fail' | 'keep';
  readonly missing: 'fail' | 'null';
  /** Values of another type always go to the quarantine, one by one. */
  readonly type: 'quarantine';
}

/** Nothing is dropped and nothing made up without somebody having said so. */
export const STRICT_DRIFT: DriftRules = { added: 'fail', missing: 'fail', type: 'quarantine' };

const CHOICES: { readonly [Rule in keyof DriftRules]: readonly DriftRules[Rule][] } = {
  added: ['quarantine', 'ignore', 'fail', 'keep'],
  missing: ['fail', 'null'],
  type: ['quarantine'],
};

export function parseDrift(source: string, declared: unknown): DriftRules {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    throw contractInvalid({ source }, `'drift' is an object, not ${JSON.stringify(declared)}`);
  }
  for (const [rule, choice] of Object.entries(declared as Record<string, unknown>)) {
    const choices: readonly string[] | undefined = Object.hasOwn(CHOICES, rule)
      ? CHOICES[rule as keyof DriftRules]
      : undefined;
    if (choices === undefined) {
      throw contractInvalid({ source }, `'drift' has no '${rule}'`, [`It has ${Object.keys(CHOICES).join(', ')}.`]);
    }
    if (!choices.includes(choice as string)) {
      const allowed = choices.map((one) => `"${one}"`).join(', ');
      throw contractInvalid({ source }, `'drift.${rule}' is one of ${allowed}, not ${JSON.stringify(choice)}`);
    }
  }
  return { ...STRICT_DRIFT, ...(declared as Partial<DriftRules>) };
}
