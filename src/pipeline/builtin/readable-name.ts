/** Packed files hold what the name without this promises. */
const PACKED = /\.(?:gz|gzip|zst|zstd)$/i;

/** Endings of what the built-in readers read. Plain text may be a table; a log wants a parser. */
const READABLE = /\.(?:csv|tsv|tab|psv|dsv|txt|dat|prn|fwf|json|jsonl|ndjson|xlsx|xlsm|parquet)$/i;

/** Whether a file's name promises something the built-in readers read. What is in it shows when it is read. */
export function isReadableName(path: string): boolean {
  return READABLE.test(path.replace(PACKED, ''));
}

export function nameWithoutEndings(name: string): string {
  return name.replace(PACKED, '').replace(READABLE, '');
}
