import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inferring, scaffolded } from './scripts.js';

interface Made {
  Parser: new () => { parse(ctx: { inputPath: string }): unknown };
}

/** What the class declares once it is loaded, and what its parse gives for a path. */
async function loaded(path: string): Promise<object> {
  const { Parser } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Made;
  const parser = new Parser();
  return { ...parser, parsed: await parser.parse({ inputPath: 'the path' }) };
}

test('TypeScript gets a class behind its own code', async () => {
  const script = 'export function parse(path: string) {\n  return [path];\n}\n';
  const { code, path } = await scaffolded('sales.mts', script, inferring({ id: 'int', größe: 'string' }));
  expect(path).toMatch(/sales_parser\.mts$/);
  expect(code).toBe(`${script}
export class Parser {
  name = "sales";
  version = "1.0.0";
  topics = [];
  outputs = {
    "id": "int",
    "größe": "string",
  };

  parse(ctx: { inputPath: string }) {
    return parse(ctx.inputPath);
  }
}
`);
  expect(await loaded(path)).toEqual({
    name: 'sales',
    version: '1.0.0',
    topics: [],
    outputs: { id: 'int', größe: 'string' },
    parsed: ['the path'],
  });
});

test.each([
  ['an async function', 'a.mjs', 'export async function parse(path) { return [path]; }'],
  ['a constant', 'a.mjs', 'export const parse = (path) => [path];'],
  ['a list of exports', 'a.mjs', 'function read(path) { return [path]; }\nexport { read as parse };'],
  ['a default function with a name', 'a.mjs', 'export default function read(path) { return [path]; }'],
  ['a default that is named elsewhere', 'a.mjs', 'const read = (path) => [path];\nexport default read;'],
  ['a property of a CommonJS module', 'a.cjs', 'exports.parse = (path) => [path];'],
  ['an object of a CommonJS module', 'a.cjs', 'const parse = (path) => [path];\nmodule.exports = { parse };'],
  ['a CommonJS module that is a function', 'a.cjs', 'function read(path) { return [path]; }\nmodule.exports = read;'],
  ['code after a confusing string', 'a.mjs', 'const s = "`";\nconst r = /`/;\nexport const parse = (path) => [path];'],
])('%s is called by the class', async (_what, name, script) => {
  const { code, path } = await scaffolded(name, script);
  expect(code.startsWith(script)).toBe(true);
  expect(await loaded(path)).toMatchObject({ name: 'a', outputs: {}, parsed: ['the path'] });
});

test.each([
  ['has a Parser class', 'export class Parser {}', 'already has a Parser class'],
  ['exports a class by default', 'export default class { parse() {} }', 'already has a Parser class'],
  ['exports nothing', 'function read() {}', 'no parse function'],
  ['exports it in a comment only', '// \n/*\nexport function parse() {}\n*/\n', 'no parse function'],
  ['exports a function without a name', 'export default (path) => [];', 'has no name'],
  ['imports a Parser', "import { Parser } from 'x';\nexport const parse = () => [];", 'uses the name Parser'],
])('a file that %s cannot be scaffolded', async (_what, script, message) => {
  await expect(scaffolded('a.mjs', script)).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringContaining(message) as string,
  });
});
