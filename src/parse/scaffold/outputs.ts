/** What a parser declares: columns with their types, or outputs with columns of their own. */
export type Outputs = Readonly<Record<string, unknown>>;
