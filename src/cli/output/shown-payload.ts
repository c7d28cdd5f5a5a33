import type { JobRecord } from '../../engine/index.js';
import { isSecretName, type RunSpec, TASK_TYPE } from '../../tasks/index.js';

/** The payload of a job as it is shown. */
export function shownPayload({ type, payload }: JobRecord): unknown {
  const { env } = (payload ?? {}) as { env?: unknown };
  if (type !== TASK_TYPE || typeof env !== 'object' || env === null) return payload;
  return { ...(payload as object), env: shownVariables({ env: env as RunSpec['env'] }) };
}

/** Secrets belong into `secrets`; who put one into `env` all the same need not see it on every screen. */
export function shownVariables({ env }: Pick<RunSpec, 'env'>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, isSecretName(name) ? '***' : value]));
}
