import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casparian, casparianBatch, casparianJson, type Ended } from './casparian.js';
import { temporaryFolder } from './store.js';

const RULES = `field battery.capacity_kwh: Dec(2) =
  toDec(2, requireSome(recordGet(requireSome(getFact("Battery", "b"), "E1", "no battery"), "kwh"), "E2", "no kwh"));

field twice: Dec(2) = field("battery.capacity_kwh") * 2;
`;
const TESTS = `example one: {
  fact b("Battery", "b") = {"kwh": "75.5"};
} =>
  expect(twice, == 151);
;

property larger: cases(500) seed(42) =>
  forall kwh: Dec(2) .
    fact b("Battery", "b") = {"kwh": kwh};
    implies(kwh > 0, field("twice") > kwh);
;
`;

const FILES: Record<string, string> = {
  'good.rules': `${RULES}\n${TESTS}`,
  'rules.rules': RULES,
  'tests.rules': TESTS,
  'bad-tests.rules': TESTS.replace('expect(twice', 'expect(thrice'),
  'bad.rules': 'field a: Int =\n\tlet x = "ä🔋" + 1;\n\tfoo;\nfield b: Qty(kg) = qty(1.0, kWh);\n',
  'syntax.rules': 'field a: Int = 1\nfield b: Int = 2;\n',
  'failing.rules': `${RULES}${TESTS.replace('field("twice") > kwh', 'field("twice") < 100')}`,
  'ugly.rules': 'field   a :Int=1 ; -- one\n',
};

const undo: (() => Promise<void>)[] = [];
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder((step) => undo.push(step));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
});
afterAll(async () => {
  for (const step of undo) await step();
});

async function rules(...args: string[]): Promise<Ended> {
  const [ended] = await casparianBatch([['rules', ...args]], { cwd: folder });
  return ended!;
}

const rulesJson = (...args: string[]): ReturnType<typeof casparianJson> =>
  casparianJson(['rules', ...args], { cwd: folder });

test('check reports that rules are correct', async () => {
  expect(await rules('check', 'good.rules')).toMatchObject({
    code: 0,
    stdout: '✓ 2 fields, 1 example, 1 property, no errors\n',
    stderr: '',
  });
  expect(await rulesJson('check', 'good.rules')).toEqual({ code: 0, json: { ok: true, errors: [] } });
});

test('check shows every error with its line and a mark', async () => {
  const { code, stdout } = await rules('check', 'bad.rules');
  expect(code).toBe(1);
  expect(stdout).toBe(`Error [RULE_TYPE_ERROR]: + cannot combine a Text with an Int
  bad.rules:2:10, in the rule of a
    |
  2 |     let x = "ä🔋" + 1;
    |             ^^^^^^^^^ Text + Int
  Why:  + combines numbers of the same scale, or quantities of the same unit.

Error [RULE_TYPE_ERROR]: There is no name foo here
  bad.rules:3:2, in the rule of a
    |
  3 |     foo;
    |     ^^^

Error [UNIT_MISMATCH]: The field b is a Qty(kg), but its rule returns a Qty(kWh)
  bad.rules:4:20, in the rule of b
    |
  4 | field b: Qty(kg) = qty(1.0, kWh);
    |                    ^^^^^^^^^^^^^ this is a Qty(kWh)

✗ 3 errors
`);
});

test('check has exactly the members that the documentation names', async () => {
  expect(await rulesJson('check', 'syntax.rules')).toEqual({
    code: 1,
    json: {
      ok: false,
      errors: [
        { code: 'RULE_PARSE_ERROR', message: 'Expected ; after the rule of a, found field', line: 1, column: 17 },
      ],
    },
  });
});

test('check names the file of an error if tests are in another', async () => {
  const { code, stdout } = await rules('check', 'rules.rules', '--tests', 'bad-tests.rules');
  expect(code).toBe(1);
  expect(stdout).toContain('bad-tests.rules:4:10\n');
  expect((await rulesJson('check', 'rules.rules', '--tests', 'bad-tests.rules')).json).toMatchObject({
    errors: [{ file: 'bad-tests.rules', line: 4 }],
  });
});

test('check reads stdin', async () => {
  expect(await casparian(['rules', 'check', '-'], { input: RULES })).toMatchObject({ code: 0 });
});

test('a file that is not there is an error of usage', async () => {
  const { code, stderr } = await rules('check', 'absent.rules');
  expect(code).toBe(2);
  expect(stderr).toContain('[OPTION_INVALID]');
});

test('test runs examples and properties', async () => {
  expect(await rulesJson('test', 'good.rules', '--seed', '7')).toEqual({
    code: 0,
    json: { total_cases: 501, passed: 501, failed: 0, status: 'PASSED', first_failure: null },
  });
  expect(await rules('test', 'rules.rules', '--tests', 'tests.rules')).toMatchObject({
    code: 0,
    stdout: '✓ 501 cases passed\n',
    stderr: '',
  });
});

test('test says how many cases are missing before rules can be published', async () => {
  const { code, stdout, stderr } = await rules('test', 'rules.rules');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '✓ 0 cases passed\n' });
  expect(stderr).toBe('To publish the rules, 500 cases are required; there are 0.\n');
});

test('test shows the simplest values that fail, the same for the same seed', async () => {
  const first = await rulesJson('test', 'failing.rules', '--seed', '-3');
  expect(first).toMatchObject({
    code: 1,
    json: {
      total_cases: 501,
      status: 'FAILED',
      first_failure: { test: 'larger', kind: 'property', line: 14, inputs: { kwh: '50.00' } },
    },
  });
  expect(await rulesJson('test', 'failing.rules', '--seed', '-3')).toEqual(first);
  const { code, stdout } = await rules('test', 'failing.rules', '--seed', '-3');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Failed: Property larger, case \d+\n {2}failing\.rules:14:22\n/);
  expect(stdout).toContain('With the values:\n    kwh = "50.00"\n');
});

test('test of rules with an error reports the error in the same shape', async () => {
  expect(await rulesJson('test', 'syntax.rules')).toMatchObject({
    code: 1,
    json: { total_cases: 0, status: 'FAILED', first_failure: { test: null, code: 'RULE_PARSE_ERROR', line: 1 } },
  });
});

test.each(['x', '1.5', '9223372036854775808', ''])('--seed %s is refused', async (seed) => {
  expect((await rules('test', 'good.rules', '--seed', seed)).code).toBe(2);
});

test('fmt --check finds files that are not formatted, and fmt formats them', async () => {
  expect(await rules('fmt', '--check', 'ugly.rules', 'tests.rules')).toMatchObject({
    code: 1,
    stdout: 'not formatted  ugly.rules\n',
  });
  expect(await rulesJson('fmt', 'ugly.rules', 'tests.rules')).toEqual({
    code: 0,
    json: {
      files: [
        { file: 'ugly.rules', ok: true, changed: true },
        { file: 'tests.rules', ok: true, changed: false },
      ],
    },
  });
  expect(await readFile(join(folder, 'ugly.rules'), 'utf8')).toBe('field a: Int = 1; -- one\n');
  expect(await rules('fmt', '--check', 'ugly.rules')).toMatchObject({ code: 0, stdout: '' });
});

test('fmt replaces a file at once, keeps its permissions and links, and leaves nothing behind', async () => {
  const inner = await mkdtemp(join(folder, 'fmt-'));
  const file = join(inner, 'real.rules');
  await writeFile(file, 'field   a :Int=1 ;\n', { mode: 0o640 });
  await symlink('real.rules', join(inner, 'link.rules'));
  const { ino } = await stat(file);
  expect(await rules('fmt', join(inner, 'link.rules'))).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).toBe('field a: Int = 1;\n');
  const now = await stat(file);
  expect(now.mode & 0o777).toBe(0o640);
  // Another file was renamed to this name, so half of it is never read.
  expect(now.ino).not.toBe(ino);
  expect((await readdir(inner)).toSorted()).toEqual(['link.rules', 'real.rules']);
});

test('fmt leaves a file with a syntax error as it is', async () => {
  const { code, stdout } = await rules('fmt', 'syntax.rules');
  expect(code).toBe(1);
  expect(stdout).toContain('RULE_PARSE_ERROR');
  expect(await readFile(join(folder, 'syntax.rules'), 'utf8')).toBe(FILES['syntax.rules']);
});

test('fmt formats stdin to stdout', async () => {
  for (const input of ['field a:Int=1;', 'field a: Int = 1;\n']) {
    expect(await casparian(['rules', 'fmt', '-'], { input })).toMatchObject({ code: 0, stdout: 'field a: Int = 1;\n' });
  }
});

test('explain shows what a field needs and can report', async () => {
  const { stdout } = await rules('explain', 'good.rules', 'battery.capacity_kwh');
  expect(stdout).toBe(`battery.capacity_kwh  Dec(2)

Depends on  -
Used by     twice
Facts       Battery b
Errors      E1  no battery
            E2  no kwh

-- line 1
${RULES.split('\n\n')[0]}
`);
  expect(await rulesJson('explain', 'good.rules', 'twice')).toEqual({
    code: 0,
    json: {
      path: 'twice',
      type: 'Dec(2)',
      line: 4,
      depends_on: ['battery.capacity_kwh'],
      used_by: [],
      facts: [],
      error_codes: [],
      clauses: [],
      rule: 'field twice: Dec(2) = field("battery.capacity_kwh") * 2;',
    },
  });
});

test('explain without a field lists all, and a field that is not there is an error', async () => {
  const { stdout } = await rules('explain', 'good.rules');
  expect(stdout).toContain('battery.capacity_kwh  Dec(2)     1  Battery b  -\n');
  const { code, stderr } = await rules('explain', 'good.rules', 'twise');
  expect(code).toBe(2);
  expect(stderr).toContain('Did you mean twice?');
  expect(await rulesJson('explain', 'syntax.rules')).toMatchObject({
    code: 1,
    json: { error: { code: 'RULE_PARSE_ERROR' } },
  });
});
