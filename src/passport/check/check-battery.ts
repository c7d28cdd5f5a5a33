import type { Access, Attribute, Category } from '../attributes/attribute.js';
import { attributeAt, attributesOf } from '../attributes/attributes.js';
import { defaultRules } from '../default-rules/default-rules.js';
import type { TypedField } from '../rules/check/typed.js';
import { evaluateFields } from '../rules/evaluate/evaluate-rules.js';
import type { FactLookup } from '../rules/evaluate/facts.js';
import { createRun } from '../rules/evaluate/run.js';
import { type RuleComplaint, RuleFailure } from '../rules/problem.js';

/** An attribute that needs attention, and what helps to correct it. */
export interface CheckFinding {
  readonly number: number | null;
  readonly attribute: string;
  /** The path of the field. */
  readonly field: string;
  readonly din: string;
  readonly legalBasis: string;
  readonly access: Access;
  readonly reason: string;
  /** The paths of other attributes that a failed condition compares with this one. */
  readonly with: readonly string[];
  readonly responsible: string;
  readonly source: string;
}

/** What is missing or implausible in the data of a battery. */
export interface BatteryCheck {
  readonly category: Category;
  /** Attributes that the law demands of this category. */
  readonly mandatory: number;
  /** How many of them have a value. */
  readonly present: number;
  readonly missing: readonly CheckFinding[];
  readonly implausible: readonly CheckFinding[];
  /** Mandatory attributes with a plausible value, in percent of the mandatory ones, rounded down. */
  readonly score: number;
  /** Whether the law demands a passport for this battery; undefined if the data does not say when it was made. */
  readonly passportRequired: boolean | undefined;
}

/** Checks the data of a battery with the default rules: every field alone, so that all problems are found at once. */
export function checkBattery(category: Category, facts: FactLookup): BatteryCheck {
  const { fields } = defaultRules(category);
  const failures = new Map<string, RuleComplaint>();
  const run = createRun({ facts, proof: null, demand: () => ({ value: { kind: 'None' }, node: -1 }) });
  for (const field of fields) {
    const failure = failureOf(field, failures, () => evaluateFields([field], run));
    if (failure !== undefined) failures.set(field.path, failure);
  }
  const required = attributesOf(category).filter(({ obligations }) => obligations[category] === 'mandatory');
  const missing = required.filter(({ path }) => isMissing(failures.get(path)));
  const present = required.filter((attribute) => !missing.includes(attribute));
  const implausible = [...failures]
    .flatMap(([path, failure]) => implausibleOf(path, failure, fields, failures))
    .sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  const wrong = new Set(implausible.flatMap((one) => [one.field, ...one.with]));
  const plausible = present.filter(({ path }) => !wrong.has(path)).length;
  const obligation = run.fields.get('obligation.passport_required')?.value;
  return {
    category,
    mandatory: required.length,
    present: present.length,
    missing: missing.map((attribute) => finding(attribute, missingReason(attribute))),
    implausible,
    score: Math.floor((plausible / required.length) * 100),
    passportRequired: obligation?.kind === 'Bool' ? obligation.value : undefined,
  };
}

/** A field whose inputs failed fails for the same reason; it is not evaluated. */
function failureOf(
  { dependencies, path }: TypedField,
  failures: ReadonlyMap<string, RuleComplaint>,
  evaluate: () => unknown,
): RuleComplaint | undefined {
  const inherited = dependencies.flatMap((dependency) => failures.get(dependency) ?? []);
  const worst = inherited.find((failure) => !isMissing(failure)) ?? inherited[0];
  if (worst !== undefined) return { ...worst, field: worst.field ?? path };
  try {
    evaluate();
    return undefined;
  } catch (error) {
    if (error instanceof RuleFailure) return error.complaint;
    throw error;
  }
}

const MISSING = ['MISSING', 'NO_DATA'];

function isMissing(failure: RuleComplaint | undefined): boolean {
  return failure?.ruleCode !== undefined && MISSING.includes(failure.ruleCode);
}

/** A failure is reported once, at the attribute or condition in which it happened. */
function implausibleOf(
  path: string,
  failure: RuleComplaint,
  fields: readonly TypedField[],
  failures: ReadonlyMap<string, RuleComplaint>,
): CheckFinding[] {
  if (isMissing(failure)) return [];
  const field = fields.find((one) => one.path === path);
  if (field?.dependencies.some((dependency) => failures.has(dependency))) return [];
  const reason = failure.ruleCode === undefined ? failure.message : failure.message.slice(failure.ruleCode.length + 2);
  const own = attributeAt(path);
  if (own !== undefined) return [finding(own, reason)];
  const [first, ...others] = field?.dependencies.flatMap((one) => attributeAt(one) ?? []) ?? [];
  return first === undefined ? [] : [finding(first, reason, others)];
}

function missingReason({ computed }: Attribute): string {
  if (computed === undefined) return 'there is no value';
  const names = computed.from.map((path) => attributeAt(path)?.path ?? path);
  return `it is computed from ${names.join(' and ')}, which has no value`;
}

function finding(attribute: Attribute, reason: string, others: readonly Attribute[] = []): CheckFinding {
  const { number, name, path, din, legalBasis, access, responsible, source } = attribute;
  return {
    ...{ number, attribute: name, field: path, din, legalBasis, access, reason, responsible, source },
    with: others.map((other) => other.path),
  };
}

/** As commands and the HTTP API show it. */
export function batteryCheckJson(check: BatteryCheck): Record<string, unknown> {
  const { passportRequired, missing, implausible, ...rest } = check;
  return {
    ...rest,
    missing: missing.map(findingJson),
    implausible: implausible.map(findingJson),
    passport_required: passportRequired ?? null,
  };
}

function findingJson({ legalBasis, ...rest }: CheckFinding): Record<string, unknown> {
  return { ...rest, legal_basis: legalBasis };
}
