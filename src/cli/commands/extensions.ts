import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareExtensions(program: Command): void {
  const extensions = program
    .command('extensions')
    .summary('Install extensions of the SQL engine')
    .description(
      'Extensions of DuckDB that datasets in buckets need. Only extensions whose hash is known are installed, into the home.',
    );
  const install = extensions
    .command('install <name>')
    .summary('Install an extension, from the network or from a folder')
    .description(
      'Installs an extension of DuckDB (httpfs: datasets in buckets). It is part of the package duckdb-extension-NAME of the ' +
        'Python package index, which uv or pip downloads. Its SHA-256 is compared with the one that casparian knows.',
    )
    .option('--from <folder>', 'Without a network: a folder with the package or the extension')
    .action(runs(() => import('./extensions/install.js')));
  examples(install, [
    ['casparian extensions install httpfs', 'For outputs in a bucket'],
    ['casparian extensions install httpfs --from ./wheels', 'Offline, after `pip download` elsewhere'],
  ]);
  examples(extensions, [['casparian extensions install httpfs', 'For outputs in a bucket']]);
}
