import { describe, expect, it } from 'vitest';
import { createChecker } from '../../../src/contract/check/checker.js';
import { inferContract } from '../../../src/contract/declare/infer-contract.js';
import { CasparianError } from '../../../src/platform/index.js';
import { arrowBatch, batchOf, contractOf, int64, messages, validRows } from '../batches.js';

function mismatch(check: () => unknown): CasparianError {
  try {
    check();
  } catch (error) {
    if (error instanceof CasparianError && error.code === 'COLUMNS_MISMATCH') return error;
    throw error;
  }
  throw new Error('no mismatch was found');
}

describe('the columns of a batch', () => {
  it('may come in any order', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'int' }));
    expect(validRows(checker.check(batchOf({ b: [2], a: [1] })))).toEqual([[1n, 2n]]);
  });

  it('must all be there and declared, and the error names them and their neighbours', () => {
    const checker = createChecker(contractOf({ id: 'int', amount: 'int', note: 'string' }));
    const error = mismatch(() =>
      checker.check(arrowBatch({ id: int64([1n]), Amount: int64([1n]), extra: int64([1n]) })),
    );
    expect(error.message).toBe(
      "The parser's data has other columns than its contract declares: missing 'amount', 'note', unexpected 'Amount', 'extra'",
    );
    expect(error.why).toBe("expected 'amount', the parser returned 'Amount'.");
  });

  it('must be there in every Arrow batch', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'int' }));
    checker.check(arrowBatch({ a: int64([1n]), b: int64([1n]) }));
    expect(mismatch(() => checker.check(arrowBatch({ a: int64([1n]) }))).message).toContain("missing 'b'");
  });

  it('may be left out by dicts once they were seen, and are null then', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'int!' }));
    checker.check(batchOf({ a: [1], b: [1] }));
    expect(messages(checker.check(batchOf({ a: [1] })))).toEqual(['row 2, column b: is required but has no value']);
  });

  it('may have been announced by a batch of dicts without rows', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'int' }));
    checker.check(batchOf({ a: [], b: [] }));
    expect(validRows(checker.check(batchOf({ a: [1] })))).toEqual([[1n, null]]);
  });

  it('are missing when no dict of the first rows has them', () => {
    const checker = createChecker(contractOf({ a: 'int', b: 'int' }));
    checker.check({ output: null, rowCount: 0, columns: [] });
    expect(mismatch(() => checker.check(batchOf({ a: [1] }))).message).toContain("missing 'b'");
  });

  it('may not come twice', () => {
    const checker = createChecker(contractOf({ a: 'int' }));
    const { columns } = batchOf({ a: [1] });
    const twice = { output: null, rowCount: 1, columns: [...columns, ...columns] };
    expect(mismatch(() => checker.check(twice)).message).toContain("has the column 'a' twice");
  });

  it('are those of the first batch when no contract is declared', () => {
    const checker = createChecker(inferContract(batchOf({ a: [1] })));
    checker.check(batchOf({ a: [1] }));
    expect(mismatch(() => checker.check(batchOf({ a: [1], b: [2] }))).message).toBe(
      "The parser's data has other columns than its first batch had (no contract is declared): unexpected 'b'",
    );
  });
});
