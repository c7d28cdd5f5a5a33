import type { PipelineHome } from '../../pipeline/index.js';
import type { SigningKeys } from '../../platform/index.js';
import { addressCheck } from './address-check.js';
import { bucketCheck } from './bucket-check.js';
import { type Check, type CheckResult, perform } from './check.js';
import { databaseChecks } from './database-checks.js';
import { homeCheck } from './home-check.js';
import { machineChecks } from './machine-checks.js';
import { sandboxCheck, type SandboxMode } from './sandbox-check.js';
import { signingKeyCheck } from './signing-key-check.js';
import { rabbitmqCheck, type RabbitmqAddress } from './rabbitmq-check.js';
import { type Environment, toolChecks, type Tools } from './tool-checks.js';

/** What to check in addition to the machine. Unknown parts are left out and not checked. */
export interface DoctorOptions extends Tools {
  readonly home?: string | undefined;
  readonly databaseUrl?: string | undefined;
  /** False: workers poll. */
  readonly listenUrl?: string | false | undefined;
  readonly rabbitmq?: RabbitmqAddress | undefined;
  readonly signingKeys?: SigningKeys | undefined;
  readonly allowPrivateAddresses?: boolean | undefined;
  readonly sandbox?: SandboxMode | undefined;
  /** If outputs go to a bucket. */
  readonly outputs?: PipelineHome | undefined;
}

/** Checks everything that this installation depends on, in parallel, without changing anything. In a bucket for outputs, an object is written and removed. */
export async function runDoctor(options: DoctorOptions, env: Environment): Promise<CheckResult[]> {
  const { home, databaseUrl: url, listenUrl, rabbitmq } = options;
  const single: Check[] = [
    ...machineChecks(),
    ...(home === undefined ? [] : [homeCheck(home)]),
    ...toolChecks(options, env),
    sandboxCheck(options.sandbox ?? 'auto', options, env),
    addressCheck(options.allowPrivateAddresses ?? false),
    ...(options.signingKeys === undefined ? [] : [signingKeyCheck(options.signingKeys)]),
    ...(rabbitmq === undefined ? [] : [rabbitmqCheck(rabbitmq)]),
    ...(options.outputs === undefined ? [] : [bucketCheck(options.outputs)]),
  ];
  const ofDatabase = url === undefined ? [] : databaseChecks({ url, listenUrl, home });
  return (await Promise.all([...single.map((check) => perform(check)), ofDatabase])).flat();
}
