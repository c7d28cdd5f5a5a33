/** `trades.csv.gz` holds `trades.csv`. */
export function nameWithoutCompression(path: string): string {
  return path.replace(/\.(gz|gzip|tgz|zst|zstd)$/i, '');
}

/** What the end of a file's name promises about its text, if anything. Only ever a hint: the content decides. */
export function promiseOf(name: string): 'delimited' | 'lines' | 'json' | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (['csv', 'tsv', 'tab', 'psv', 'dsv'].includes(extension)) return 'delimited';
  if (['jsonl', 'ndjson'].includes(extension)) return 'lines';
  return extension === 'json' ? 'json' : null;
}
