import { explicitInterpreter, systemInterpreter } from '../../bridge/index.js';
import { hint } from '../../platform/index.js';
import { programOnPath, runProcess } from '../../process/index.js';
import { type Check, CHECK_WITHIN_MS, failed, ok, type Verdict, warning } from './check.js';

const OLDEST_PYTHON = [3, 9] as const;
const MAKE_VENDOR_FOLDER = hint('Make one on a machine with a network', {
  action: 'vendor',
  arguments: ['PARSER'],
  options: { output: 'vendor' },
});
/** Prints one line: the version of Python, and that of pyarrow if it is installed. */
const ASK_PYTHON = `import sys
try:
    import pyarrow
    arrow = pyarrow.__version__
except Exception:
    arrow = ''
print('.'.join(map(str, sys.version_info[:3])), arrow)`;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Which Python to use, where vendored packages are, and whether the network may be used. */
export interface Tools {
  readonly python?: string | undefined;
  readonly vendor?: string | undefined;
  readonly offline?: boolean | undefined;
}

export function toolChecks(tools: Tools, env: Environment): Check[] {
  const { vendor, offline } = tools;
  return [
    pythonCheck(tools, env),
    { name: 'uv', run: () => uvVerdict(tools, env) },
    ...(vendor !== undefined || offline === true ? [{ name: 'vendor', run: () => vendorVerdict(vendor) }] : []),
  ];
}

/** Whether Python parsers can run, with the given Python or that of the machine. */
export function pythonCheck(tools: Pick<Tools, 'python'>, env: Environment): Check {
  return { name: 'python', run: () => pythonVerdict(tools, env) };
}

async function pythonVerdict({ python }: Tools, env: Environment): Promise<Verdict> {
  const path =
    python === undefined
      ? await systemInterpreter(env).then(
          (found) => found.path,
          () => undefined,
        )
      : (await explicitInterpreter(python, env)).path;
  if (path === undefined) {
    return warning(
      'Python was not found: parsers in Python cannot run',
      'Install Python 3.9 or newer.',
      hint('Or name one', { options: { python: 'PATH' } }),
    );
  }
  const printed = await outputOf([path, '-c', ASK_PYTHON], env);
  const [, version = '', arrow = ''] = /^(\d+\.\d+\S*) ?(.*)$/.exec(printed) ?? [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (version === '')
    return failed(
      `${path} does not run: ${printed}`,
      'Start it by hand.',
      hint('Or name another one', { options: { python: 'PATH' } }),
    );
  const [needMajor, needMinor] = OLDEST_PYTHON;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    return failed(
      `${path} is Python ${version}, which is too old`,
      'Install Python 3.9 or newer.',
      hint('Or name one', { options: { python: 'PATH' } }),
    );
  }
  return ok(
    `Python ${version} (${path}), ${arrow === '' ? 'without pyarrow: columns are sent as rows' : `pyarrow ${arrow}`}`,
  );
}

async function uvVerdict({ python, vendor }: Tools, env: Environment): Promise<Verdict> {
  const path = await programOnPath(process.platform === 'win32' ? 'uv.exe' : 'uv', env);
  if (path !== undefined) return ok(`${await outputOf([path, '--version'], env)} (${path})`);
  if (python !== undefined) return ok('Not installed, and not needed: all parsers run with the given Python');
  if (vendor !== undefined) return ok('Not installed: the one in the vendor folder is used');
  return warning(
    'uv is not installed: environments of Python parsers cannot be built from their uv.lock',
    'Install it: pip install uv',
    hint('Without a network, use a folder of vendored packages', { options: { vendor: 'DIR' } }),
  );
}

async function vendorVerdict(vendor: string | undefined): Promise<Verdict> {
  if (vendor === undefined) {
    return warning(
      'Offline without a vendor folder: only environments that are already built can be used',
      MAKE_VENDOR_FOLDER,
    );
  }
  // Imported here: no other check needs it.
  const { readVendorManifest } = await import('../../pipeline/environments/vendor/vendor-manifest.js');
  const manifest = await readVendorManifest(vendor);
  if (manifest) return ok(`${vendor}: ${Object.keys(manifest.environments).length} environments`);
  return failed(`${vendor} is not a vendor folder`, MAKE_VENDOR_FOLDER);
}

/** What a program prints, or why it failed. */
async function outputOf(argv: readonly string[], env: Environment): Promise<string> {
  const result = await runProcess({ argv, env, timeoutMs: CHECK_WITHIN_MS - 500 });
  const printed = result.stdoutTail.toString().trim();
  if (result.ending === 'exited' && result.exitCode === 0) return printed;
  const complaint = result.stderrTail.toString().trim().split('\n').at(-1) ?? '';
  return result.startError?.reason ?? (complaint === '' ? result.ending : complaint);
}
