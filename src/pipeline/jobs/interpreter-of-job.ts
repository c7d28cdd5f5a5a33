import type { Interpreter } from '../../bridge/index.js';
import { ensureEnvironment, rebuildEnvironment } from '../environments/ensure-environment.js';
import type { EnvironmentOptions, WantedEnvironment } from '../environments/environment-options.js';
import type { ReadyParser } from './parser-of-job.js';
import type { PipelineRuntime } from './runtime.js';

export type Building = Pick<EnvironmentOptions, 'signal' | 'onMessage'>;

/**
 * The interpreter of the parser's environment, which is built if needed. Interpreters of the machine are searched for
 * once.
 */
export function interpreterOfJob(
  runtime: PipelineRuntime,
  parser: ReadyParser,
  building: Building,
): Promise<Interpreter> {
  const ensure = (): Promise<Interpreter> => ensureEnvironment(wantedBy(parser), optionsOf(runtime, building));
  return isBuilt(runtime, parser) ? ensure() : runtime.interpreters.get(parser.registered.language, ensure);
}

/** For an interpreter that cannot be started. */
export function rebuiltInterpreter(
  runtime: PipelineRuntime,
  parser: ReadyParser,
  building: Building,
): Promise<Interpreter> {
  return rebuildEnvironment(wantedBy(parser), optionsOf(runtime, building));
}

/** Whether the parser's interpreter comes from a lockfile, so that it can be rebuilt. */
export function isBuilt({ python }: PipelineRuntime, { registered }: ReadyParser): boolean {
  return registered.lockfileHash !== null && (registered.language === 'node' || python === undefined);
}

function wantedBy({ registered, directory }: ReadyParser): WantedEnvironment {
  const { name, language, lockfileHash } = registered;
  return { parser: name, directory, language, lockfileHash };
}

function optionsOf({ home, python, offline, vendor, env }: PipelineRuntime, building: Building): EnvironmentOptions {
  return { home, python, offline, vendor, env, ...building };
}
