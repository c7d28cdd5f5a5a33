import { column, type Value } from '../typed-batch.js';

/** Blocks of integers that need more and more bits, steps of one, equal values, nulls, and both ends of each type. */
export const INTEGERS_OF_EVERY_WIDTH = {
  columns: [
    column('whole', { kind: 'int' }),
    column('wall', { kind: 'datetime', zone: null }),
    column('day', { kind: 'date' }, true),
    column('price', { kind: 'decimal', precision: 16, scale: 2 }),
  ],
  rows: Array.from({ length: 20_000 }, (_, row): Value[] => {
    const bits = BigInt(Math.floor(row / 150) % 64);
    const noise = BigInt.asIntN(64, BigInt(row) * 0x9e37_79b9_7f4a_7c15n) >> (63n - bits);
    return [
      row % 11 === 3 ? null : noise,
      row % 7 === 0 ? null : BigInt.asIntN(50, noise),
      row < 5_000 ? row : row < 6_000 ? 77 : Number(BigInt.asIntN(20, noise)),
      row < 17_000 && row > 200 ? null : BigInt.asIntN(52, noise),
    ];
  }),
};
