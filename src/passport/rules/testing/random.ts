import { createHash } from 'node:crypto';

/** Numbers that look random and follow from a seed. */
export interface Random {
  /** An integer from 0 up to, but not including, the limit, which is at most 2^64. */
  below(limit: number): number;
  /** The next 64 bits. */
  bits(): bigint;
}

const MASK = (1n << 64n) - 1n;

/** splitmix64, seeded by the SHA-256 of the parts. The same parts give the same numbers on every machine. */
export function createRandom(parts: readonly (string | bigint | number)[]): Random {
  const digest = createHash('sha256').update(parts.map(String).join('\n')).digest();
  let state = digest.readBigUInt64BE(0);
  const bits = (): bigint => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  };
  return { bits, below: (limit) => Number(bits() % BigInt(limit)) };
}
