import { ParserInvalid } from './parser-invalid.js';

export interface Declarations {
  readonly name: string | null;
  readonly version: string | null;
  readonly outputs: unknown;
  readonly topics: readonly string[] | null;
}

/** What a Parser says about itself, on its instance or as static members of its class. */
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

/** Every class has a `name`, its own; only a declared one is a static member that the class can be asked to write to. */
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
