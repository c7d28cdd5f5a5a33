import { expect, test } from 'vitest';
import { described } from '../described.js';

const BODY = "name = 'sales'; version = '1.0.0'; parse() { return []; }";
const SALES = { name: 'sales', version: '1.0.0' };

test('name, version, topics and outputs are read from TypeScript without running a line', async () => {
  const source = `
    import type { Table } from 'apache-arrow';
    process.exit(9);
    export class Parser {
      readonly name = 'sales' as const;
      static version: string = \`1.0.0\`;
      topics = ['a'];
      outputs = { id: 'int!', low: { type: 'int', min: -1 } };
      parse(ctx: unknown): Table | null { return null; }
    }`;
  expect(await described({ 'parser.ts': source })).toEqual({
    ...SALES,
    topics: ['a'],
    outputs: { id: 'int!', low: { type: 'int', min: -1 } },
    imports: [],
    importPlaces: [],
    network: false,
    notes: [],
  });
});

test.each([
  ['a default class', { 'parser.mjs': `export default class { ${BODY} }` }],
  ['an exported name', { 'parser.js': `class A { ${BODY} }\nexport { A as Parser };` }],
  ['another file', { 'parser.ts': "export { A as Parser } from './a.js';", 'a.ts': `export class A { ${BODY} }` }],
  ['all of another file', { 'parser.ts': "export * from './a';", 'a/index.ts': `export class Parser { ${BODY} }` }],
  ['CommonJS', { 'parser.js': `exports.Parser = class { ${BODY} };` }],
  ['a CommonJS object', { 'parser.js': `class Parser { ${BODY} }\nmodule.exports = { Parser };` }],
  [
    'a base class and constants',
    {
      'parser.ts':
        "import { Base } from './base.ts';\nconst V = '1.0.0';\nexport class Parser extends Base { version = V }",
      'base.ts': "export abstract class Base { name = 'sales'; parse() {} }",
    },
  ],
])('the parser is found in %s', async (_, files) => {
  expect(await described(files)).toMatchObject(SALES);
});

test.each([
  [
    'a computed name',
    'export class Parser {\n  name = who();\n  parse() {} }',
    /^parser.ts:2: name of the Parser is not/,
  ],
  [
    'a getter',
    "export class Parser {\n\n  get name() { return 'a'; }\n  parse() {} }",
    /^parser.ts:3: name of the Parser/,
  ],
  ['no parse', "export class Parser { name = 'a' }", /^parser.ts:1: class Parser has no method parse/],
  ['nothing', 'export const x = 1;', /^parser.ts: it exports no Parser class/],
  ['a syntax error', 'const a = 1;\nconst = 2;', /^parser.ts:2: it cannot be read: /],
  ['no version', "export class Parser { name = 'a'; parse() {} }", /the Parser has no version/],
])('%s is refused, with its place', async (_, source, message) => {
  await expect(described({ 'parser.ts': source })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

test('a syntax error in plain JavaScript is told with its line', async () => {
  await expect(described({ 'parser.js': '\n\nlet 1;' })).rejects.toMatchObject({
    message: expect.stringMatching(/^parser.js:3: /) as string,
  });
});

test.each([
  ['a function', 'export function parse(path: string) {}'],
  ['a default function', 'export default (path: string) => [];'],
  ['an object with a function', 'export default { name: "a", parse(path: string) {} };'],
])('%s cannot be registered', async (_, source) => {
  await expect(described({ 'parser.ts': source })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringContaining('only a parse function') as string,
  });
});

test('packages are found, Node’s own modules and local files are none', async () => {
  const files = {
    'parser.ts': `import fs from 'node:fs';\nimport { x } from './x.js';\nimport papa from 'papaparse/lib';\nvoid papa; void fs; void x;\nexport class Parser { ${BODY} }`,
    'x.ts':
      "export const x = () => import('@scope/deep/er');\ntry { require('maybe'); } catch {}\nimport './table.json';",
    'table.json': '{}',
  };
  expect(await described(files)).toMatchObject({
    imports: ['@scope/deep', 'papaparse'],
    importPlaces: [
      { file: 'x.ts', line: 1 },
      { file: 'parser.ts', line: 3 },
    ],
  });
});

test('a local import that is not there is refused', async () => {
  await expect(
    described({ 'parser.ts': `import './gone.js';\nexport class Parser { ${BODY} }` }),
  ).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: "parser.ts:1: Local import './gone.js' not found",
  });
});

test('outputs that only a run can tell are left open, and said', async () => {
  const found = await described({ 'parser.ts': `export class Parser { ${BODY}\n outputs = build() }` });
  expect(found).toMatchObject({ outputs: null, notes: [expect.stringContaining('parser.ts:2')] });
});
