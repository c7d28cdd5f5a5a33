/** What the ledger says about a row: its group if it is quarantined, or one of these. */
export const ACCEPTED = -1;
/** Discarded, for example. It is neither repaired nor broken. */
export const SETTLED = -2;
