import { parse as parseToml } from 'smol-toml';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';
import type { PackedBundle } from '../bundle/pack-bundle.js';
import { parserInvalid } from './describe/description.js';
import type { DescribedBundle } from './describe/describe-bundle.js';

/**
 * Code that needs packages needs a lockfile, otherwise another machine may run other versions. Users who name a Python
 * manage environments themselves, here and on every machine that runs the parser. Returns a note about that.
 */
export function requireLockfile(
  bundle: PackedBundle,
  described: DescribedBundle,
  { directory, python }: { directory: string; python: string | undefined },
): string[] {
  const reason = needsPackages(bundle, described);
  if (reason === undefined || bundle.lockfile !== null) return [];
  const isPython = bundle.language === 'python';
  if (isPython && python !== undefined) {
    return ['Without a uv.lock, every worker that runs this parser must be given a Python as well.'];
  }
  const [file, command] = isPython ? ['uv.lock', 'uv lock'] : ['package-lock.json', 'npm install'];
  throw new CasparianError('LOCKFILE_MISSING', `No ${file} found in ${directory}. Run '${command}' first.`, {
    why: reason,
    next: [
      `Run '${command}' in ${directory}.`,
      ...(isPython
        ? [hint('Or name a Python that has the packages, here and for every worker', { options: { python: 'PATH' } })]
        : []),
    ],
  });
}

/** Why the bundle needs packages; undefined if it needs none. */
function needsPackages(bundle: PackedBundle, { importPlaces: [first] }: DescribedBundle): string | undefined {
  if (first !== undefined) {
    const library = bundle.language === 'python' ? "Python's standard library" : 'Node';
    return `${first.file}:${first.line} imports '${first.name}', which is neither in ${library} nor in the bundle.`;
  }
  const file = bundle.language === 'python' ? 'pyproject.toml' : 'package.json';
  const manifest = bundle.entries.find(({ name }) => name === file);
  const [declared] = manifest === undefined ? [] : dependenciesOf(file, manifest.content.toString());
  return declared === undefined ? undefined : `${file} depends on '${declared}'.`;
}

function dependenciesOf(file: string, text: string): string[] {
  try {
    if (file === 'package.json') {
      const { dependencies } = JSON.parse(text) as { dependencies?: Record<string, string> };
      return Object.keys(dependencies ?? {});
    }
    const { project } = parseToml(text) as { project?: { dependencies?: unknown } };
    return Array.isArray(project?.dependencies) ? project.dependencies.map(String) : [];
  } catch (error) {
    throw parserInvalid({ message: `it cannot be read: ${errorMessage(error).split('\n')[0]}`, file });
  }
}
