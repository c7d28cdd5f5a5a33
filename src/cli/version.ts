import { readFileSync } from 'node:fs';

/** Read here rather than asked of the engine, whose loading would make `casparian --version` ten times slower. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
