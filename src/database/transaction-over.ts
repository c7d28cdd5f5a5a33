/** A statement that nobody waited for came after the end of its transaction, and would join somebody else's. */
export function transactionOver(): Error {
  return new Error('this transaction is over: wait for every statement before its work returns');
}
