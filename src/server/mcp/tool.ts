import assert from 'node:assert';
import * as z from 'zod';
import { isWrite, type Route, type Shape } from '../route.js';
import { ROUTES } from '../routes.js';

/** Something that a language model can do: a route of the API, described for a model. */
export interface Tool {
  readonly name: string;
  /** When to use it, and what it returns. */
  readonly description: string;
  readonly route: Route;
  /** Other limits than those of the route, by the name of the argument; undefined leaves it out. */
  readonly replaced?: Readonly<Record<string, z.ZodType | undefined>>;
  /** What of a list that is too long is kept; the start by default. */
  readonly keeps?: 'start' | 'end';
  /** What it changes cannot be undone. */
  readonly isDestructive?: boolean;
}

export function routeNamed(id: string): Route {
  const route = ROUTES.find((each) => each.id === id);
  assert(route, `there is no route ${id}`);
  return route;
}

/** A bulk route for one kind of target: the arguments of a tool are one object, not one of several. */
export function bulkRoute(id: string, target: 'jobs' | 'quarantine'): Route {
  const route = routeNamed(id);
  const { body } = route;
  assert(body instanceof z.ZodDiscriminatedUnion, `the body of ${id} depends on its target`);
  const own = body.options.find((option) => option instanceof z.ZodObject && isTarget(option, target));
  assert(own instanceof z.ZodObject, `${id} has no target ${target}`);
  return { ...route, body: own };
}

function isTarget({ shape }: z.ZodObject, target: string): boolean {
  return shape['target'] instanceof z.ZodLiteral && shape['target'].value === target;
}

export function changesSomething({ route }: Tool): boolean {
  return isWrite(route);
}

/** The members of path, query and body, as one object. */
export interface ToolArguments {
  readonly schema: z.ZodObject;
  /** Which part of the request each belongs to. */
  readonly place: Readonly<Record<string, 'params' | 'query' | 'body'>>;
}

/** Building a schema costs more than using it. */
const KNOWN = new WeakMap<Tool, ToolArguments>();

export function argumentsOf(tool: Tool): ToolArguments {
  const known = KNOWN.get(tool) ?? combined(tool);
  KNOWN.set(tool, known);
  return known;
}

function combined({ route, replaced = {} }: Tool): ToolArguments {
  const { params = {}, query = {}, body } = route;
  const parts = { params, query, body: shapeOf(body) } as const;
  const shape: Record<string, z.ZodType> = {};
  const place: Record<string, keyof typeof parts> = {};
  for (const [part, members] of Object.entries(parts) as [keyof typeof parts, Shape][]) {
    for (const [name, type] of Object.entries(members)) {
      const wanted = Object.hasOwn(replaced, name) ? replaced[name] : type;
      if (wanted === undefined) continue;
      assert(!Object.hasOwn(shape, name), `${route.id} has two arguments ${name}`);
      shape[name] = wanted;
      place[name] = part;
    }
  }
  return { schema: z.strictObject(shape), place };
}

function shapeOf(body: Route['body']): Shape {
  if (body === undefined) return {};
  assert(body instanceof z.ZodObject, 'the body of a tool is an object');
  return body.shape;
}
