import { extname } from 'node:path';

/** Source code, and the small data files that parsers read. No other extension gets into a bundle. */
const EXTENSIONS = new Set([
  ...['.py', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'],
  ...['.json', '.yaml', '.yml', '.toml', '.csv', '.txt', '.xml', '.xsd', '.dtd'],
  ...['.j2', '.jinja', '.jinja2'],
]);

const FILES = new Set(['uv.lock']);

/** Environments, build results and caches of tools: they can be rebuilt, and differ between machines. */
const FOLDERS = new Set(['venv', 'env', '__pycache__', 'node_modules', 'build', 'dist']);

export function isAllowedFile(name: string): boolean {
  return !isHidden(name) && (FILES.has(name) || EXTENSIONS.has(extname(name).toLowerCase()));
}

export function isAllowedFolder(name: string): boolean {
  return !isHidden(name) && !FOLDERS.has(name) && !name.endsWith('.egg-info');
}

/** Files of git, editors, virtual environments and casparian: a bundle does not need them. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Whether a full name inside a bundle could come from packing a folder. */
export function isAllowedEntry(name: string): boolean {
  const parts = name.split('/');
  const file = parts.pop() ?? '';
  return parts.every(isAllowedFolder) && isAllowedFile(file);
}
