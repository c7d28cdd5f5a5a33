const BYTES_IN: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1_024,
  kb: 1_000,
  kib: 1_024,
  m: 2 ** 20,
  mb: 1_000_000,
  mib: 2 ** 20,
  g: 2 ** 30,
  gb: 1_000_000_000,
  gib: 2 ** 30,
};

/** Reads `512MB`, `2GiB` or a bare number of bytes. Undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = BYTES_IN[unit.toLowerCase()];
  return amount === '' || factor === undefined ? undefined : Math.round(Number(amount) * factor);
}
