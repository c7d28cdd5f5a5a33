import { missingIn, probeSandbox, type SandboxLayers, sandboxPython } from '../../bridge/index.js';
import { type Check, failed, ok, type Verdict, warning } from './check.js';
import type { Environment, Tools } from './tool-checks.js';

export type SandboxMode = 'require' | 'auto' | 'off';

/** Which layers of the sandbox of parsers are active on this machine. */
export function sandboxCheck(mode: SandboxMode, { python }: Pick<Tools, 'python'>, env: Environment): Check {
  return { name: 'sandbox', run: () => verdict(mode, python, env) };
}

async function verdict(mode: SandboxMode, python: string | undefined, env: Environment): Promise<Verdict> {
  if (mode === 'off') {
    return warning('Off: parsers have the rights of the worker', 'Switch it on: sandbox = "auto"');
  }
  const problem = mode === 'require' ? failed : warning;
  if (process.platform !== 'linux') return problem('Parsers are not confined: the sandbox needs Linux');
  const path = await sandboxPython({ python, env });
  if (path === undefined)
    return problem('Parsers are not confined: the sandbox needs Python', 'Install Python 3.9 or newer.');
  const layers = await probeSandbox(path, env);
  if (layers === null) return problem(`Parsers are not confined: ${path} cannot run the sandbox`);
  const missing = missingIn(layers);
  if (missing !== null) return problem(`${layerText(layers)}; ${missing}`, 'See docs/guides/sandbox.md.');
  return ok(layerText(layers));
}

function layerText({ landlock, seccomp, namespaces, view, problem }: SandboxLayers): string {
  const layers = [
    landlock === 0 ? 'no Landlock' : `Landlock ${landlock}`,
    seccomp ? 'seccomp' : 'no seccomp',
    namespaces ? 'namespaces' : 'no namespaces',
    view ? 'private root folder' : 'no private root folder',
  ];
  return `${layers.join(', ')}${problem === null ? '' : ` (${problem})`}`;
}
