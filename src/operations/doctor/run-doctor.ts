import { addressCheck } from './address-check.js';
import { type Check, type CheckResult, perform } from './check.js';
import { databaseChecks } from './database-checks.js';
import { homeCheck } from './home-check.js';
import { machineChecks } from './machine-checks.js';
import { rabbitmqCheck, type RabbitmqAddress } from './rabbitmq-check.js';
import { type Environment, toolChecks, type Tools } from './tool-checks.js';

/** What to check besides the machine. Leave out what is not known: it is not checked. */
export interface DoctorOptions extends Tools {
  readonly home?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly listenUrl?: string | undefined;
  readonly rabbitmq?: RabbitmqAddress | undefined;
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** Checks everything that this installation depends on, all at once, and changes nothing. */
export async function runDoctor(options: DoctorOptions, env: Environment): Promise<CheckResult[]> {
  const { home, databaseUrl: url, listenUrl, rabbitmq } = options;
  const single: Check[] = [
    ...machineChecks(),
    ...(home === undefined ? [] : [homeCheck(home)]),
    ...toolChecks(options, env),
    addressCheck(options.allowPrivateAddresses ?? false),
    ...(rabbitmq === undefined ? [] : [rabbitmqCheck(rabbitmq)]),
  ];
  const ofDatabase = url === undefined ? [] : databaseChecks({ url, listenUrl });
  return (await Promise.all([...single.map((check) => perform(check)), ofDatabase])).flat();
}
