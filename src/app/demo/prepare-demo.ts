import type { Hint } from '../../platform/index.js';
import { resolve } from 'node:path';
import { SETTINGS, type SettingDefinition } from '../../settings/index.js';
import { type Environment, perform, pythonCheck } from '../../operations/index.js';
import { makeDemoFolder } from './make-demo-folder.js';
import { DEMO_STEPS, type DemoStep } from './steps.js';

const { python: PYTHON, ...OTHER_SETTINGS } = SETTINGS;
const MISLEADING = Object.values(OTHER_SETTINGS).flatMap(({ env, aliases = [] }: SettingDefinition) => [
  env,
  ...aliases,
]);

/** A demo that is ready to run. */
export interface Demo {
  readonly folder: string;
  /** The environment of its commands, without variables that point to another home or database. */
  readonly env: Environment;
  /** Those variables. Unset them to continue in the folder. */
  readonly misleading: readonly string[];
  readonly steps: readonly DemoStep[];
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly what: string;
  readonly why: string;
  readonly next: readonly Hint[];
}

export interface DemoRequest {
  /** A new or empty folder; absent means a temporary one. */
  readonly folder: string | undefined;
  readonly python: string | undefined;
  readonly env: Environment;
}

/** Makes the folder, and leaves out what this machine cannot run. */
export async function prepareDemo({ folder: named, python, env }: DemoRequest): Promise<Demo> {
  const folder = await makeDemoFolder(named);
  const misleading = MISLEADING.filter((variable) => env[variable]);
  const leftOut = await stepsWithoutPython(python, env);
  const kept = Object.entries(env).filter(([name]) => !misleading.includes(name));
  return {
    folder,
    env: { ...Object.fromEntries(kept), [PYTHON.env]: python?.includes('/') ? resolve(python) : python },
    misleading,
    steps: DEMO_STEPS.filter(({ needs }) => needs === undefined || leftOut.length === 0),
    leftOut,
  };
}

async function stepsWithoutPython(python: string | undefined, env: Environment): Promise<LeftOut[]> {
  const { status, message, next } = await perform(pythonCheck({ python }, env));
  if (status === 'ok') return [];
  return [{ what: 'The log and its Python parser', why: message, next }];
}
