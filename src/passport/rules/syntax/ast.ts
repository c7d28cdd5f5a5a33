import type { Span } from '../problem.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';

/** A parsed source: what is written, before any name or type is checked. */
export interface ParsedRules {
  readonly source: string;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Span[];
}

export type Declaration = FieldDeclaration | ExampleDeclaration | PropertyDeclaration;

export interface FieldDeclaration {
  readonly kind: 'field';
  readonly path: string;
  readonly pathSpan: Span;
  readonly type: Type;
  readonly typeSpan: Span;
  readonly body: Expression;
  readonly span: Span;
}

export interface ExampleDeclaration {
  readonly kind: 'example';
  readonly name: Name;
  readonly facts: readonly FactFixture[];
  readonly expectations: readonly Expectation[];
  readonly span: Span;
}

export interface PropertyDeclaration {
  readonly kind: 'property';
  readonly name: Name;
  readonly cases: bigint;
  readonly casesSpan: Span;
  readonly seed: bigint;
  readonly seedSpan: Span;
  readonly assertions: readonly PropertyAssertion[];
  readonly span: Span;
}

export interface Name {
  readonly text: string;
  readonly span: Span;
}

export interface FactFixture {
  readonly name: Name;
  readonly factType: string;
  readonly factTypeSpan: Span;
  readonly factKey: string;
  readonly factKeySpan: Span;
  readonly payload: FixtureObject;
  readonly span: Span;
}

/** JSON of a fixture. In a property, a member can be the name of a variable. */
export type FixtureJson =
  | { readonly kind: 'scalar'; readonly json: null | boolean | number | bigint | string; readonly span: Span }
  | { readonly kind: 'variable'; readonly name: string; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly FixtureJson[]; readonly span: Span }
  | FixtureObject;

export interface FixtureObject {
  readonly kind: 'object';
  readonly members: readonly { readonly name: string; readonly nameSpan: Span; readonly value: FixtureJson }[];
  readonly span: Span;
}

export interface Expectation {
  readonly path: string;
  readonly pathSpan: Span;
  readonly comparator: Comparator;
  readonly comparatorSpan: Span;
  readonly literal: LiteralExpression;
  readonly span: Span;
}

export interface PropertyAssertion {
  readonly variables: readonly { readonly name: Name; readonly type: Type; readonly typeSpan: Span }[];
  readonly facts: readonly FactFixture[];
  readonly condition: Expression;
  readonly consequence: Expression;
  readonly impliesSpan: Span;
  readonly span: Span;
}

export const COMPARATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
export type Comparator = (typeof COMPARATORS)[number];
export type BinaryOperator = '||' | '&&' | Comparator | '+' | '-' | '*' | '/';

export type Expression =
  | LiteralExpression
  | { readonly kind: 'name'; readonly name: string; readonly span: Span; readonly depth: number }
  | { readonly kind: 'field'; readonly path: string; readonly span: Span; readonly depth: number }
  | CallExpression
  | BinaryExpression
  | {
      readonly kind: 'unary';
      readonly operator: '!' | '-';
      readonly operand: Expression;
      readonly span: Span;
      readonly depth: number;
    }
  | { readonly kind: 'group'; readonly inner: Expression; readonly span: Span; readonly depth: number }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly span: Span; readonly depth: number }
  | LambdaExpression
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly span: Span;
      readonly depth: number;
    }
  /** `let` and `assert` in a row are one list, so that long rules are not deep trees. */
  | {
      readonly kind: 'block';
      readonly steps: readonly Step[];
      readonly result: Expression;
      readonly span: Span;
      readonly depth: number;
    };

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: Value;
  readonly span: Span;
  readonly depth: number;
}

export interface CallExpression {
  readonly kind: 'call';
  readonly name: Name;
  readonly args: readonly Expression[];
  readonly span: Span;
  readonly depth: number;
}

export interface BinaryExpression {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly operatorSpan: Span;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
  readonly depth: number;
}

export interface LambdaExpression {
  readonly kind: 'lambda';
  readonly parameters: readonly Name[];
  readonly body: Expression;
  readonly span: Span;
  readonly depth: number;
}

export type Step =
  | { readonly kind: 'let'; readonly name: Name; readonly value: Expression; readonly span: Span }
  | {
      readonly kind: 'assert';
      readonly condition: Expression;
      readonly code: string;
      readonly codeSpan: Span;
      readonly message: string;
      readonly messageSpan: Span;
      readonly span: Span;
    };
