import { explicitInterpreter, systemInterpreter } from '../../bridge/index.js';
import { programOnPath, runProcess } from '../../process/index.js';
import { type Check, CHECK_WITHIN_MS, failed, ok, type Verdict, warning } from './check.js';

const OLDEST_PYTHON = [3, 9] as const;
/** One line: its version, and that of pyarrow or nothing. */
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

/** Whether Python parsers can run, with the Python that was named or that of the machine. */
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
      'There is no Python: parsers in Python cannot run',
      'Install Python 3.9 or newer.',
      'Or name one: --python PATH',
    );
  }
  const said = await wordsOf([path, '-c', ASK_PYTHON], env);
  const [, version = '', arrow = ''] = /^(\d+\.\d+\S*) ?(.*)$/.exec(said) ?? [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (version === '')
    return failed(`${path} does not run: ${said}`, `Try it: ${path} --version`, 'Name another one: --python PATH');
  const [needMajor, needMinor] = OLDEST_PYTHON;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    return failed(
      `${path} is Python ${version}, which is too old`,
      'Install Python 3.9 or newer.',
      'Or name one: --python PATH',
    );
  }
  return ok(
    `Python ${version} (${path}), ${arrow === '' ? 'without pyarrow: columns are sent as rows' : `pyarrow ${arrow}`}`,
  );
}

async function uvVerdict({ python, vendor }: Tools, env: Environment): Promise<Verdict> {
  const path = await programOnPath(process.platform === 'win32' ? 'uv.exe' : 'uv', env);
  if (path !== undefined) return ok(`${await wordsOf([path, '--version'], env)} (${path})`);
  if (python !== undefined) return ok('Not installed, and not needed: all parsers run with the Python that was named');
  if (vendor !== undefined) return ok('Not installed: the one in the vendor folder is used');
  return warning(
    'uv is not installed: environments of Python parsers cannot be built from their uv.lock',
    'Install it: pip install uv',
    'Without a network: --vendor DIR, a folder made by `casparian vendor`.',
  );
}

async function vendorVerdict(vendor: string | undefined): Promise<Verdict> {
  if (vendor === undefined) {
    return warning(
      'Offline, and no vendor folder: only environments that are built already can be used',
      'Make one where there is a network: casparian vendor PARSER --output vendor',
    );
  }
  // Imported here: no other operation that starts with the program needs the whole pipeline.
  const { readVendorManifest } = await import('../../pipeline/index.js');
  const manifest = await readVendorManifest(vendor);
  if (manifest) return ok(`${vendor}: ${Object.keys(manifest.environments).length} environments`);
  return failed(
    `${vendor} is no vendor folder`,
    'Make one where there is a network: casparian vendor PARSER --output vendor',
  );
}

/** What a program says in one line, or why it says nothing. */
async function wordsOf(argv: readonly string[], env: Environment): Promise<string> {
  const result = await runProcess({ argv, env, timeoutMs: CHECK_WITHIN_MS - 500 });
  const said = result.stdoutTail.toString().trim();
  if (result.ending === 'exited' && result.exitCode === 0) return said;
  const complaint = result.stderrTail.toString().trim().split('\n').at(-1) ?? '';
  return result.startError?.reason ?? (complaint === '' ? result.ending : complaint);
}
