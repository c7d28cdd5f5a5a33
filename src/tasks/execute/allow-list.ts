import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { exactJson } from '../../platform/index.js';
import type { RunSpec } from '../spec/run-spec.js';
import { type CommandPattern, commandPattern } from './command-pattern.js';
import { canReplaceProgram } from './replacing-variables.js';

/** What a worker may run. */
export interface AllowList {
  /** Why it may not run this, in a sentence or two; undefined when it may. */
  refusal(spec: RunSpec, where: { readonly cwd: string }): string | undefined;
}

const MAX_SHOWN_CHARACTERS = 200;

/** An allow-list of no patterns allows nothing. Throws OPTION_INVALID for what is no pattern. */
export function createAllowList(patterns: readonly string[]): AllowList {
  const allowed = patterns.map(commandPattern);
  return {
    refusal: (spec, where) => refusedCommand(spec, allowed) ?? refusedVariables(spec) ?? refusedFolder(spec, where.cwd),
  };
}

/** The list is held against all that is run: a payload handed over as an argument could be an option. */
function refusedCommand(spec: RunSpec, allowed: readonly CommandPattern[]): string | undefined {
  const hasPayloadArgument = spec.payloadAs === 'argument' && spec.payload !== undefined;
  const argv = hasPayloadArgument ? [...spec.command, exactJson(spec.payload)] : spec.command;
  if (allowed.some((pattern) => pattern.matches(argv))) return undefined;
  const list = allowed.length === 0 ? 'nothing' : allowed.map(({ text }) => `'${text}'`).join(', ');
  const what = `The command ${shown(spec.command)}${hasPayloadArgument ? ' with its payload as an argument' : ''}`;
  return `${what} is not on the allow-list of this worker, which has: ${list}.`;
}

function refusedVariables(spec: RunSpec): string | undefined {
  const refused = [
    ...Object.keys(spec.env).filter((name) => canReplaceProgram(name, 'given')),
    ...[...spec.inherit, ...spec.secrets].filter((name) => canReplaceProgram(name, 'inherited')),
  ];
  if (refused.length === 0) return undefined;
  return `A worker with an allow-list does not let tasks set ${refused.join(', ')}: through that, another program could take the place of an allowed one.`;
}

/** Programs find modules, settings and more in the folder in which they start. */
function refusedFolder({ command, cwd }: RunSpec, workerCwd: string): string | undefined {
  if (cwd === null) return undefined;
  const [program] = command;
  const way = wayInside(workerCwd, cwd);
  if (way === undefined) {
    return `The working directory ${shown([cwd])} is not in that of this worker, ${workerCwd}, which has an allow-list.`;
  }
  // The name is on the list, but from another folder it leads to another file.
  if (way !== '' && /[/\\]/.test(program) && !isAbsolute(program)) {
    return `The program ${shown([program])} is allowed in ${workerCwd}, and not in ${shown([cwd])}.`;
  }
  return undefined;
}

/** How to get from one folder to another inside it; undefined when that is not inside, or is not there. */
function wayInside(outer: string, inner: string): string | undefined {
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
