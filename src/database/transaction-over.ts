/** A statement that was not awaited ran after the end of its transaction, and would join another one. */
export function transactionOver(): Error {
  return new Error('this transaction is over: wait for every statement before its work returns');
}
