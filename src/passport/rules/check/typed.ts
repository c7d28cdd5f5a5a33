import type { Span } from '../problem.js';
import type { BinaryOperator, Comparator, ParsedRules } from '../syntax/ast.js';
import type { Type } from '../types/type.js';
import type { Unit } from '../types/units.js';
import type { FactJson, Value } from '../values/value.js';

/** Rules whose names, types and units are checked: they can be evaluated. */
export interface TypedRules {
  readonly parsed: ParsedRules;
  /** In dependency order (BPC-GRAPH-1). */
  readonly fields: readonly TypedField[];
  readonly examples: readonly TypedExample[];
  readonly properties: readonly TypedProperty[];
}

export interface TypedField {
  readonly path: string;
  readonly type: Type;
  readonly body: TypedExpression;
  /** Local variables of the rule. */
  readonly slots: number;
  /** Fields that it refers to, in lexical order. */
  readonly dependencies: readonly string[];
  readonly span: Span;
}

export interface TypedExample {
  readonly name: string;
  /** What its spans refer to: tests can be in a source of their own. */
  readonly source: string;
  readonly facts: readonly TypedFixture[];
  readonly expectations: readonly {
    readonly path: string;
    readonly comparator: Comparator;
    readonly value: Value;
    readonly span: Span;
  }[];
  readonly span: Span;
}

export interface TypedProperty {
  readonly name: string;
  readonly source: string;
  readonly cases: number;
  readonly seed: bigint;
  readonly assertions: readonly TypedPropertyAssertion[];
  readonly span: Span;
}

export interface TypedPropertyAssertion {
  readonly variables: readonly { readonly name: string; readonly type: Type; readonly slot: number }[];
  readonly facts: readonly TypedFixture[];
  readonly condition: TypedExpression;
  readonly consequence: TypedExpression;
  readonly slots: number;
  readonly span: Span;
}

export interface TypedFixture {
  readonly type: string;
  readonly key: string;
  readonly payload: TypedFixtureJson;
}

export type TypedFixtureJson =
  | { readonly kind: 'json'; readonly json: FactJson }
  | { readonly kind: 'variable'; readonly slot: number }
  | { readonly kind: 'array'; readonly items: readonly TypedFixtureJson[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, TypedFixtureJson])[] };

/** An expression with its type. Names are slots of the frame of their rule. */
export type TypedExpression = { readonly type: Type; readonly span: Span } & (
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'local'; readonly slot: number }
  | { readonly kind: 'field'; readonly path: string }
  | TypedCall
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: TypedExpression;
      readonly right: TypedExpression;
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: TypedExpression }
  | { readonly kind: 'list'; readonly items: readonly TypedExpression[] }
  | {
      readonly kind: 'if';
      readonly condition: TypedExpression;
      readonly then: TypedExpression;
      readonly otherwise: TypedExpression;
    }
  | { readonly kind: 'block'; readonly steps: readonly TypedStep[]; readonly result: TypedExpression }
  /** A value of a fact becomes a value of `type`, or fails. */
  | { readonly kind: 'cast'; readonly operand: TypedExpression }
);

export type TypedStep =
  | { readonly kind: 'let'; readonly slot: number; readonly value: TypedExpression }
  | {
      readonly kind: 'assert';
      readonly condition: TypedExpression;
      readonly code: string;
      readonly message: string;
      readonly span: Span;
    };

/** A function as an argument. Its parameters are slots of the frame around it, because it never outlives the call. */
export interface TypedLambda {
  readonly slots: readonly number[];
  readonly body: TypedExpression;
}

export type TypedCall =
  | { readonly kind: 'call'; readonly name: PlainBuiltin; readonly args: readonly TypedExpression[] }
  | { readonly kind: 'toDec'; readonly scale: number; readonly operand: TypedExpression }
  | { readonly kind: 'toQty'; readonly unit: Unit; readonly operand: TypedExpression }
  | { readonly kind: 'convert'; readonly from: Unit; readonly to: Unit; readonly operand: TypedExpression }
  | { readonly kind: 'sumQty'; readonly unit: Unit; readonly operand: TypedExpression }
  | { readonly kind: 'sumDec'; readonly scale: number; readonly operand: TypedExpression }
  | {
      readonly kind: 'map' | 'filter';
      readonly list: TypedExpression;
      readonly lambda: TypedLambda;
    }
  | {
      readonly kind: 'fold';
      readonly list: TypedExpression;
      readonly initial: TypedExpression;
      readonly lambda: TypedLambda;
    };

/** Built-in functions whose arguments are plain expressions. */
export type PlainBuiltin =
  | 'getFact'
  | 'getFactsByPrefix'
  | 'recordGet'
  | 'isSome'
  | 'unwrapOr'
  | 'requireSome'
  | 'between'
  | 'isOneOf'
  | 'hasFormat'
  | 'contains'
  | 'pluck'
  | 'emitCompliance';
