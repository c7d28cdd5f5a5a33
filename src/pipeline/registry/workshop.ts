import { childEnvironment, type Interpreter } from '../../bridge/index.js';
import type { EnvironmentOptions, WantedEnvironment } from '../environments/environment-options.js';
import { createSandboxes, type SandboxOf, type SandboxSettings } from '../sandbox/parser-sandbox.js';
import type { OnStep } from './registration-step.js';

export type EnsureEnvironment = (wanted: WantedEnvironment, options: EnvironmentOptions) => Promise<Interpreter>;

export interface WorkshopOptions extends Omit<EnvironmentOptions, 'onMessage'> {
  readonly signal: AbortSignal;
  /** Environment variables that parsers may see, in addition to the harmless ones. */
  readonly environmentNames: (parser: string) => readonly string[];
  readonly sandbox: (parser: string) => SandboxSettings;
  readonly onStep: OnStep;
  readonly ensureEnvironment?: EnsureEnvironment;
}

/** Where and how a parser is checked: as a worker on this machine would run it. */
export interface Workshop extends Omit<EnvironmentOptions, 'onMessage'> {
  readonly signal: AbortSignal;
  /** All environment variables that the parser sees. */
  readonly parserEnv: (parser: string) => Readonly<Record<string, string>>;
  readonly sandboxOf: SandboxOf;
  readonly ensureEnvironment: EnsureEnvironment;
  readonly onStep: OnStep;
}

export function createWorkshop({ environmentNames, sandbox, ...options }: WorkshopOptions): Workshop {
  const parserEnv = (parser: string): Record<string, string> => childEnvironment(options.env, environmentNames(parser));
  const sandboxOf = createSandboxes({ env: options.env, python: options.python, sandbox });
  return { ensureEnvironment: builtIfMissing, ...options, parserEnv, sandboxOf };
}

/** Loaded when needed: a parser is read before, and should not wait for this. */
const builtIfMissing: EnsureEnvironment = async (...request) => {
  const { ensureEnvironment } = await import('../environments/ensure-environment.js');
  return ensureEnvironment(...request);
};
