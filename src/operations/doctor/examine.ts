import type { Settings } from '../../settings/index.js';
import { type Check, type CheckResult, perform } from './check.js';
import { databaseChecks } from './database-checks.js';
import { homeCheck } from './home-check.js';
import { machineChecks } from './machine-checks.js';
import { rabbitmqCheck } from './rabbitmq-check.js';
import { toolChecks } from './tool-checks.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks at everything this installation stands on, all at once, and changes none of it. Settings that cannot be used are
 * missing here, and what depends on them is not looked at.
 */
export async function examine(settings: Partial<Settings>, env: Environment): Promise<CheckResult[]> {
  const { home, database_url, rabbitmq_url, rabbitmq_enabled } = settings;
  const single: Check[] = [
    ...machineChecks(),
    ...(home === undefined ? [] : [homeCheck(home)]),
    ...toolChecks(settings, env),
    ...(rabbitmq_url !== undefined && rabbitmq_enabled ? [rabbitmqCheck({ ...settings, rabbitmq_url })] : []),
  ];
  const ofDatabase = database_url === undefined ? [] : databaseChecks({ ...settings, database_url });
  return (await Promise.all([...single.map((check) => perform(check)), ofDatabase])).flat();
}
