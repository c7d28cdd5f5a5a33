import type { Attribute, Category } from '../attributes/attribute.js';
import { attributeAt, attributesOf, memberOf } from '../attributes/attributes.js';
import { CROSS_CHECKS, type CrossCheck, obligationRule } from './cross-checks.js';
import { ruleType } from './rule-types.js';
import { valueChecks } from './value-checks.js';
import { DEFAULT_RULES_VERSION } from './version.js';

/** The rules for the batteries of a category: all attributes with their checks, and the conditions between them. */
export function defaultRuleText(category: Category): string {
  const attributes = attributesOf(category);
  const isPresent = (path: string): boolean => attributes.some((one) => one.path === path);
  const parts = [
    `-- DIN DKE SPEC 99100 and the Battery Regulation (EU) 2023/1542, category ${category}, version ${DEFAULT_RULES_VERSION}`,
    ...attributes.map((attribute) => fieldText(attribute, category)),
    ...CROSS_CHECKS.flatMap((check) => crossCheckText(check, category)),
    obligationRule(category, isPresent('identification.put_into_service')),
    SALT_RULE,
  ];
  return parts.join('\n\n');
}

/**
 * The salt of the data makes the hashes of payload and proof unpredictable, so that hidden values of an excerpt cannot be guessed. The facts
 * of every section have a salt too.
 */
const SALT_RULE = `-- Random text that protects hidden values of excerpts. No audience sees it.
field disclosure.salt: Opt(Text) =
  recordGet(requireSome(getFact("Unit", "identification"), "NO_DATA", "there is no data of this kind"), "salt");`;

function fieldText(attribute: Attribute, category: Category): string {
  const { number, din, name, path, type, access, legalBasis, computed } = attribute;
  const isMandatory = attribute.obligations[category] === 'mandatory';
  const title = number === null ? name : `${number} ${name} (DIN ${din})`;
  const words = `${isMandatory ? 'mandatory' : 'voluntary'}, ${access.replaceAll('_', ' ')}. ${legalBasis}`;
  const value = computed === undefined ? stored(attribute, isMandatory) : withStored(computed.expression);
  const fieldType = isMandatory ? ruleType(type) : `Opt(${ruleType(type)})`;
  const asserts = [...valueChecks(type, 'value'), ...categoryCheck(attribute, category)].map(
    ({ condition, code, message }) => `  assert(${condition}, "${code}", "${message}");\n`,
  );
  const head = `-- ${title}: ${words}\nfield ${path}: ${fieldType} =\n`;
  return asserts.length === 0 ? `${head}  ${value};` : `${head}  let value = ${value};\n${asserts.join('')}  value;`;
}

/** The rules of one category must not be used for a battery of another. */
function categoryCheck({ path }: Attribute, category: Category): ReturnType<typeof valueChecks> {
  if (path !== 'identification.category') return [];
  const condition = `isOneOf(value, ["${category}"])`;
  return [{ condition, code: 'CHOICE', message: `these rules are for batteries of the category ${category}` }];
}

/** The value of an attribute as the facts have it. Equal expressions give one node of the proof. */
function stored(attribute: Attribute, isMandatory: boolean): string {
  const { level, section } = attribute;
  const fact = `requireSome(getFact("${level}", "${section}"), "NO_DATA", "there is no data of this kind")`;
  const value = `recordGet(${fact}, "${memberOf(attribute)}")`;
  return isMandatory ? `requireSome(${value}, "MISSING", "the value is missing")` : value;
}

function withStored(expression: string): string {
  return expression.replaceAll(/\$(\w+)/g, (_, member: string) => {
    const inputs = ['identification', 'materials'].flatMap((section) => attributeAt(`${section}.${member}`) ?? []);
    return stored(inputs[0] as Attribute, true);
  });
}

/** A condition applies if all its attributes apply to the category and have a value. */
function crossCheckText({ name, condition, message }: CrossCheck, category: Category): string[] {
  const references = [...new Set([...condition.matchAll(/\{([\w.]+)\}/g)].map(([, path]) => path as string))];
  const inputs = references.map((reference) => inputOf(reference, category));
  if (inputs.includes(undefined)) return [];
  const optional = inputs.flatMap((input) => (input?.isOptional ? [`isSome(@${input.path})`] : []));
  const filled = condition.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => inputOf(path, category)?.text ?? '');
  const checked = `assert(${filled}, "IMPLAUSIBLE", "${message}"); true`;
  const body = optional.length === 0 ? checked : `if (${optional.join(' && ')}) then ${checked} else true`;
  return [`field plausibility.${name}: Bool =\n  ${body};`];
}

interface Input {
  readonly path: string;
  readonly isOptional: boolean;
  readonly text: string;
}

/** `section.member`, or `section.member.part` for a part of a record. */
function inputOf(reference: string, category: Category): Input | undefined {
  const [section = '', member = '', part] = reference.split('.');
  const path = `${section}.${member}`;
  const obligation = attributeAt(path)?.obligations[category];
  if (obligation === undefined || obligation === 'na') return undefined;
  const isOptional = obligation === 'voluntary';
  const value = isOptional ? required(`@${path}`) : `@${path}`;
  return { path, isOptional, text: part === undefined ? value : required(`recordGet(${value}, "${part}")`) };
}

function required(optional: string): string {
  return `requireSome(${optional}, "MISSING", "the value is missing")`;
}
