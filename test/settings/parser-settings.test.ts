import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadParserSettings, loadSettings, type SettingInputs } from '../../src/settings/index.js';

const root = mkdtempSync(join(tmpdir(), 'casparian-parser-settings-'));
afterAll(() => rmSync(root, { recursive: true }));

function folder(toml?: string): string {
  const path = mkdtempSync(join(root, 'folder-'));
  if (toml !== undefined) writeFileSync(join(path, 'casparian.toml'), toml);
  return path;
}

function inputs(toml: string, said: Partial<SettingInputs> = {}): SettingInputs {
  return { env: {}, cwd: folder(toml), ...said, flags: { home: folder(), ...said.flags } };
}

describe('the settings of one parser', () => {
  test('are those of all parsers, but for what the file says of this one', async () => {
    const toml = [
      'parser_timeout_seconds = 60',
      '[parsers.invoices]',
      'quarantine_threshold = 0.2',
      'parser_memory_bytes = "512MB"',
      'parser_environment = ["LEDGER"]',
      'sandbox = "require"',
      'parser_network = true',
      '[parsers."old invoices"]',
      'parser_timeout_seconds = "5m"',
    ].join('\n');
    const of = await loadParserSettings(inputs(toml));
    expect(of('invoices')).toEqual({
      quarantine_threshold: 0.2,
      max_quarantine_rows: 10_000,
      parser_timeout_seconds: 60,
      parser_cpu_seconds: undefined,
      parser_memory_bytes: 512_000_000,
      parser_environment: ['LEDGER'],
      sandbox: 'require',
      sandbox_read: [],
      parser_network: true,
    });
    expect(of('old invoices')).toMatchObject({ quarantine_threshold: 0.5, parser_timeout_seconds: 300 });
    expect(of('another')).toMatchObject({ quarantine_threshold: 0.5, parser_timeout_seconds: 60 });
  });

  test('win over the environment, and give way to a flag', async () => {
    const toml = '[parsers.invoices]\nquarantine_threshold = 0.2';
    const env = { CASPARIAN_QUARANTINE_THRESHOLD: '0.9' };
    expect((await loadParserSettings(inputs(toml, { env })))('invoices').quarantine_threshold).toBe(0.2);
    const flags = { quarantine_threshold: 0.7 };
    expect((await loadParserSettings(inputs(toml, { env, flags })))('invoices').quarantine_threshold).toBe(0.7);
  });

  test('come from the file here before the one in the home, setting by setting', async () => {
    const home = folder('[parsers.invoices]\nquarantine_threshold = 0.1\nmax_quarantine_rows = 7');
    const of = await loadParserSettings(inputs('[parsers.invoices]\nquarantine_threshold = 0.2', { flags: { home } }));
    expect(of('invoices')).toMatchObject({ quarantine_threshold: 0.2, max_quarantine_rows: 7 });
  });
});

test('[validation] is another place for the two thresholds', async () => {
  const toml = '[validation]\nquarantine_threshold = 0.25\nmax_quarantine_rows = 3';
  expect(await loadSettings(inputs(toml))).toMatchObject({ quarantine_threshold: 0.25, max_quarantine_rows: 3 });
});

test.each([
  ['[parsers.a]\nquarantine_treshold = 1', /\[parsers\.a\] of .+ has an unknown setting 'quarantine_treshold'/],
  ['[parsers.a]\nconcurrency = 1', /unknown setting 'concurrency'/],
  ['[parsers.a]\nquarantine_threshold = 2', /quarantine_threshold='2' in \[parsers\.a\] of .+ cannot be used/],
  ['parsers = 3', /'parsers' in .+ is not a table/],
  ['parsers.a = 3', /'parsers\.a' in .+ is not a table/],
  ['quarantine_threshold = 1\n[validation]\nquarantine_threshold = 1', /sets quarantine_threshold twice/],
  ['[validation]\npython = "x"', /\[validation\] of .+ has an unknown setting 'python'/],
])('a file that says %j is refused', async (toml, message) => {
  await expect(loadParserSettings(inputs(toml))).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(message) as string,
  });
});
