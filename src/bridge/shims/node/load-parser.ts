import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParserHello } from '../../protocol/message.js';
import { ParserInvalid } from './invalid.js';
import type { ParserContext } from './parser-context.js';

export interface LoadedParser {
  readonly hello: ParserHello;
  parse(ctx: ParserContext): unknown;
}

type Exports = Readonly<Record<string, unknown>>;
type Constructor = new () => { parse?: unknown };

/** Loads the user's module and finds the parser in it: `Parser`, `parse`, `Handler`, or a default export. */
export async function loadParser(url: URL): Promise<LoadedParser> {
  const module = (await import(url.href)) as Exports;
  // CommonJS arrives as the default export, and compiled TypeScript has its own default inside that.
  const inner = objectOrNull(module['default']);
  const places = [module, inner, objectOrNull(inner?.['default'])].filter((place) => place !== null);
  for (const place of places) {
    const parser = named(place);
    if (parser) return parser;
  }
  const parser = unnamed(module['default']) ?? unnamed(inner?.['default']);
  if (parser) return parser;
  throw new ParserInvalid(missingMessage(url, module));
}

function objectOrNull(value: unknown): Exports | null {
  return typeof value === 'object' && value !== null ? (value as Exports) : null;
}

function named(exports: Exports): LoadedParser | null {
  const { Parser, parse, Handler } = exports;
  if (typeof Parser === 'function') return classParser(Parser as Constructor);
  if (typeof parse === 'function') return functionParser(parse as (path: string) => unknown);
  if (typeof Handler === 'function') return handlerParser(Handler as Constructor);
  return null;
}

/** A default export has no name that identifies it: a class has a `parse` method, an object its own. */
function unnamed(value: unknown): LoadedParser | null {
  if (typeof value === 'function') {
    const prototype = value.prototype as { parse?: unknown } | undefined;
    if (typeof prototype?.parse === 'function') return classParser(value as Constructor);
    return functionParser(value as (path: string) => unknown);
  }
  return null;
}

function classParser(constructor: Constructor): LoadedParser {
  const instance = new constructor();
  const parse = methodOf(instance, 'Parser');
  return {
    hello: hello('class', declarationsOf(constructor, instance)),
    parse: (ctx) => parse.call(instance, ctx),
  };
}

function functionParser(parse: (path: string) => unknown): LoadedParser {
  return { hello: hello('function', NO_DECLARATIONS), parse: (ctx) => parse(ctx.inputPath) };
}

/** The oldest form: an object whose parse takes the path. */
function handlerParser(constructor: Constructor): LoadedParser {
  const instance = new constructor();
  const parse = methodOf(instance, 'Handler');
  return { hello: hello('handler', NO_DECLARATIONS), parse: (ctx) => parse.call(instance, ctx.inputPath) };
}

const NO_DECLARATIONS = { name: null, version: null, outputs: null, topics: null };

function methodOf(instance: { parse?: unknown }, name: string): (argument: unknown) => unknown {
  if (typeof instance.parse === 'function') return instance.parse as (argument: unknown) => unknown;
  throw new ParserInvalid(`class ${name} has no method parse()`);
}

function hello(api: ParserHello['api'], declarations: typeof NO_DECLARATIONS | ReturnType<typeof declarationsOf>) {
  return {
    api,
    ...declarations,
    language: 'node',
    runtime: `Node ${process.versions.node}`,
    executable: process.execPath,
  } satisfies ParserHello;
}

function missingMessage(url: URL, module: Exports): string {
  const names = Object.keys(module).filter((name) => name !== 'default');
  const has = names.length > 0 ? `it exports ${names.join(', ')}` : 'it exports nothing';
  return `${basename(fileURLToPath(url))} exports no Parser class, no parse(path) function and no Handler class; ${has}`;
}

export interface Declarations {
  readonly name: string | null;
  readonly version: string | null;
  readonly outputs: unknown;
  readonly topics: readonly string[] | null;
}

/** The declarations of a Parser, on its instance or as static members of its class. */
export function declarationsOf(constructor: object, instance: object): Declarations {
  const declared = (key: string): unknown => ownValue(instance, key) ?? staticValue(constructor, key) ?? null;
  return {
    name: text('name', declared('name')),
    version: text('version', declared('version')),
    outputs: outputs(declared('outputs')),
    topics: topics(declared('topics')),
  };
}

function ownValue(instance: object, key: string): unknown {
  return (instance as Record<string, unknown>)[key];
}

/** Every class has a built-in `name`; only a declared static member is writable. */
function staticValue(constructor: object, key: string): unknown {
  if (key !== 'name') return (constructor as Record<string, unknown>)[key];
  const property = Object.getOwnPropertyDescriptor(constructor, 'name');
  const isDeclared = property?.get !== undefined || property?.enumerable === true || property?.writable === true;
  return isDeclared ? (constructor as { name?: unknown }).name : undefined;
}

function text(key: string, value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  throw new ParserInvalid(`${key} of the Parser must be text, such as ${key === 'name' ? "'sales'" : "'1.0.0'"}`);
}

function outputs(value: unknown): unknown {
  if (value === null || typeof value === 'object') return value;
  throw new ParserInvalid("outputs of the Parser must be an object, such as { amount: 'decimal(12,2)' }");
}

function topics(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (Array.isArray(value) && value.every((topic) => typeof topic === 'string')) return value;
  throw new ParserInvalid('topics of the Parser must be an array of texts');
}
