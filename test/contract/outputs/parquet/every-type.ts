import type { OutputColumn } from '../../../../src/contract/columns/typed.js';
import { column, type Value } from '../typed-batch.js';

/** One column of every type. */
export const EVERY_TYPE: readonly OutputColumn[] = [
  column('text', { kind: 'string' }),
  column('whole', { kind: 'int' }),
  column('real', { kind: 'float' }),
  column('price', { kind: 'decimal', precision: 12, scale: 2 }),
  column('wide', { kind: 'decimal', precision: 38, scale: 4 }),
  column('flag', { kind: 'bool' }),
  column('day', { kind: 'date' }),
  column('wall', { kind: 'datetime', zone: null }),
  column('instant', { kind: 'datetime', zone: 'UTC' }),
  column('clock', { kind: 'time' }),
  column('document', { kind: 'json' }),
  column('blob', { kind: 'binary' }),
];

const WIDEST = 10n ** 38n - 1n;
const MOMENT = 1_704_067_200_123_456n;

/** Extremes, nulls in every column, empty and non-ASCII text. */
export const EVERY_TYPE_ROWS: readonly (readonly Value[])[] = [
  ['', 0n, -0, 0n, 0n, false, 0, 0n, 0n, 0n, 'null', new Uint8Array()],
  EVERY_TYPE.map(() => null),
  [
    'größe 日本 🦕',
    2n ** 63n - 1n,
    Number.MAX_VALUE,
    10n ** 12n - 1n,
    WIDEST,
    true,
    19_723,
    MOMENT,
    MOMENT,
    86_399_999_999n,
    '{"a":[1,2]}',
    Uint8Array.of(0, 255),
  ],
  [
    '"quoted", and\nbroken\r\n\t\u0001',
    -(2n ** 63n),
    5e-324,
    -(10n ** 12n - 1n),
    -WIDEST,
    false,
    -719_162,
    -1n,
    -1n,
    1n,
    '"x"',
    Uint8Array.of(10, 13, 34, 44),
  ],
  [
    'a\u0000b',
    9_007_199_254_740_993n,
    0.1,
    -1n,
    -1n,
    true,
    2_932_896,
    1_000n,
    1_000n,
    43_200_000_000n,
    '[]',
    Uint8Array.of(128),
  ],
];
