import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { exactJson } from '../../platform/index.js';
import type { RunSpec } from '../spec/run-spec.js';
import { type CommandPattern, commandPattern } from './command-pattern.js';

/** The commands that a worker may run. */
export interface AllowList {
  /** Why the spec is refused, in a sentence or two; undefined if it is allowed. */
  refusal(spec: RunSpec, where: { readonly cwd: string }): string | undefined;
}

const MAX_SHOWN_CHARACTERS = 200;

/** An empty list allows nothing. Throws OPTION_INVALID for an invalid pattern. */
export function createAllowList(patterns: readonly string[]): AllowList {
  const allowed = patterns.map(commandPattern);
  return {
    refusal: (spec, where) =>
      refusedCommand(spec, allowed) ?? refusedVariables(spec) ?? refusedDirectory(spec, where.cwd),
  };
}

/** Checks the whole command line: a payload that is passed as an argument could be an option. */
function refusedCommand(spec: RunSpec, allowed: readonly CommandPattern[]): string | undefined {
  const hasPayloadArgument = spec.payloadAs === 'argument' && spec.payload !== undefined;
  const argv = hasPayloadArgument ? [...spec.command, exactJson(spec.payload)] : spec.command;
  if (allowed.some((pattern) => pattern.matches(argv))) return undefined;
  const list = allowed.length === 0 ? 'nothing' : allowed.map(({ text }) => `'${text}'`).join(', ');
  const what = `The command ${shown(spec.command)}${hasPayloadArgument ? ' with its payload as an argument' : ''}`;
  return `${what} is not on this worker's allow-list: ${list}.`;
}

function refusedVariables(spec: RunSpec): string | undefined {
  const refused = [
    ...Object.keys(spec.env).filter((name) => canReplaceProgram(name, 'given')),
    ...[...spec.inherit, ...spec.secrets].filter((name) => canReplaceProgram(name, 'inherited')),
  ];
  if (refused.length === 0) return undefined;
  return `A worker with an allow-list does not let tasks set ${refused.join(', ')}: another program could run in place of an allowed one.`;
}

/** Programs load modules and settings from their working directory. */
function refusedDirectory({ command, cwd }: RunSpec, workerCwd: string): string | undefined {
  if (cwd === null) return undefined;
  const [program] = command;
  const way = pathInside(workerCwd, cwd);
  if (way === undefined) {
    return `This worker has an allow-list, and the working directory ${shown([cwd])} is outside its own, ${workerCwd}.`;
  }
  // In another directory, the same relative path is another file.
  if (way !== '' && /[/\\]/.test(program) && !isAbsolute(program)) {
    return `The program ${shown([program])} is allowed in ${workerCwd}, not in ${shown([cwd])}.`;
  }
  return undefined;
}

/** The relative path from one folder to another inside it; undefined if the other is outside or does not exist. */
function pathInside(outer: string, inner: string): string | undefined {
  try {
    const way = relative(realpathSync(outer), realpathSync(resolve(outer, inner)));
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
  } catch {
    return undefined;
  }
}

function shown(words: readonly string[]): string {
  const text = words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`;
}

/**
 * Variables that can make an allowed program run other code: they set where programs, libraries, modules and start-up
 * files are found, or pass options that do. The list cannot be complete; it covers the common shells, linkers, languages
 * and tools. A final `*` matches any rest.
 */
const REPLACING = `
  PATH PATHEXT COMSPEC LD_* DYLD_* LIBPATH SHLIB_PATH GCONV_PATH LOCPATH GLIBC_TUNABLES
  ENV BASH_* BASHOPTS SHELLOPTS IFS PS4 PROMPT_COMMAND CDPATH FPATH ZDOTDIR SHELL
  PYTHON* VIRTUAL_ENV CONDA_* PIP_* UV_* PYENV_* POETRY_* COVERAGE_PROCESS_START
  NODE_* NPM_* DENO_* BUN_* NVM_* TS_NODE_* TSX_*
  PERL5* PERLLIB PERL_* RUBY* GEM_* BUNDLE_* RBENV_* LUA_* PHPRC PHP_* R_HOME R_LIBS* R_PROFILE* R_ENVIRON* JULIA_* TCLLIBPATH ERL_* ELIXIR_*
  JAVA_* _JAVA_* JDK_* CLASSPATH MAVEN_* GRADLE_* DOTNET_* COR_* CORECLR_* MONO_*
  GOFLAGS GOPATH GOROOT GOBIN GOENV GOTOOLCHAIN CARGO_* RUSTC* RUSTUP_* MAKEFLAGS MAKEFILES CC CXX
  GIT_* SSH_ASKPASS* SUDO_ASKPASS EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER
  OPENSSL_* CURL_HOME WGETRC MISE_* ASDF_* PSMODULEPATH
`;

/** The same, unless the value is the worker's own. */
const REPLACING_BY_VALUE = 'HOME USERPROFILE APPDATA XDG_*';

const replacing = patternOf(REPLACING);
const replacingByValue = patternOf(REPLACING_BY_VALUE);

/** Ignores case: Windows does, and some tools read both npm_config_… and NPM_CONFIG_…. */
export function canReplaceProgram(name: string, value: 'given' | 'inherited'): boolean {
  return replacing.test(name) || (value === 'given' && replacingByValue.test(name));
}

function patternOf(names: string): RegExp {
  const alternatives = names
    .trim()
    .split(/\s+/)
    .map((name) => name.replace('*', '.*'));
  return new RegExp(`^(?:${alternatives.join('|')})$`, 'is');
}
