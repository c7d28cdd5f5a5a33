import { existsSync, readFileSync } from 'node:fs';
import type { Category, Level } from '../attributes/attribute.js';
import { defaultRuleSources } from '../default-rules/default-rules.js';
import { readJsonText } from '../documents/json-text.js';
import { dataJson, dataSchema, SCHEMA_FILE } from './data-json.js';
import { type Known, templateWorkbook, WORKBOOKS } from './workbooks.js';

export interface InitOptions {
  readonly category: Category;
  /** Random texts, one for each document. */
  readonly salt: () => string;
  /** Enter the made-up data of the example. */
  readonly withExample: boolean;
  /** Also write the default rules, to change them. */
  readonly withRules?: boolean;
}

/** The files of a folder to fill in, by name. */
export function templateFiles({
  category,
  salt,
  withExample,
  withRules = false,
}: InitOptions): Readonly<Record<string, string | Buffer>> {
  const known: Known = withExample ? exampleData(category) : { identification: { category } };
  const workbooks = (Object.keys(WORKBOOKS) as Level[]).map((level): [string, Buffer] => [
    WORKBOOKS[level].file,
    templateWorkbook(level, { category, salt: salt(), known }),
  ]);
  const { dsl, tests } = withRules ? defaultRuleSources(category) : { dsl: '', tests: '' };
  return {
    'passport.toml': folderFile(category, withExample, withRules),
    ...(withRules ? { [RULES]: dsl, [TESTS]: tests } : {}),
    ...Object.fromEntries(workbooks),
    'battery.json': dataJson({ category, salt: salt(), known }),
    [SCHEMA_FILE]: dataSchema(category),
  };
}

const [RULES, TESTS] = ['battery.rules', 'battery-tests.rules'] as const;

const LINK = `[link]
resolver = "https://id.example.com"
gtin = "04012345000009"
serial = "000417"`;

function folderFile(category: Category, withExample: boolean, withRules: boolean): string {
  const [sku, name] = withExample
    ? [`EXAMPLE-${category.toUpperCase()}`, `Example of a battery (${category}), made up`]
    : ['MY-BATTERY', 'Name of the battery model'];
  return `# Fill in the yellow cells of the workbooks, then: casparian passport check .
sku = "${sku}"
name = "${name}"
category = "${category}"
${withRules ? `rules = "${RULES}"\ntests = "${TESTS}"\n` : ''}
# What all batteries of the model have in common
[[documents]]
kind = "BATTERY_DATA"
file = "${WORKBOOKS.Model.file}"

# What this one battery is
[[documents]]
kind = "BATTERY_DATA"
file = "${WORKBOOKS.Unit.file}"

# What changes during use
[[documents]]
kind = "BATTERY_DATA"
file = "${WORKBOOKS.Condition.file}"

# The same data as JSON, in place of the three workbooks:
# [[documents]]
# kind = "BATTERY_DATA"
# file = "battery.json"

# The second QR code, which a phone opens:
${withExample ? LINK : LINK.replaceAll(/^/gm, '# ')}
`;
}

/** The data of the example of a category. The package ships it beside this file. */
export function exampleData(category: Category): Known {
  const shipped = new URL(`examples/${category}.json`, import.meta.url);
  const source = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
  const { value } = readJsonText(readFileSync(existsSync(shipped) ? shipped : source, 'utf8'));
  return value as unknown as Known;
}
