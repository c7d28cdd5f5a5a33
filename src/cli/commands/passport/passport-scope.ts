import { configuredSigningKeys, developmentKeyText, passportRunner } from '../../../app/index.js';
import type { PassportScope } from '../../../operations/index.js';
import { CasparianError, type Logger } from '../../../platform/index.js';
import type { Settings } from '../../../settings/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { withTenant } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';

/** Opens what an operation on passports needs. The first signal ends its wait; the jobs stay in the queue. */
export async function withPassports<T>(
  invocation: Invocation<TenantOptions>,
  work: (scope: PassportScope, settings: Settings) => Promise<T>,
): Promise<T> {
  const stop = stopOnSignals();
  try {
    return await withTenant(invocation, (session, settings) => {
      const logger = warningsOn(invocation.output);
      const runner = passportRunner(session.engine, settings);
      return work({ ...session, ...runner, logger, signal: stop.signal }, settings);
    });
  } catch (error) {
    if (!stop.signal.aborted || (error instanceof CasparianError && error.code === 'INTERRUPTED')) throw error;
    throw new CasparianError('INTERRUPTED', 'Interrupted', { cause: error });
  } finally {
    stop.dispose();
  }
}

/** The id of the key that signs now. Creates a development key if there is none, with a warning that scripts see as well. */
export async function currentKeyId(settings: Settings): Promise<string> {
  const key = await configuredSigningKeys(settings).current((created) => {
    const advice = 'Create your own before you publish: casparian keys signing create';
    process.stderr.write(`Warning: ${developmentKeyText(created)}. ${advice}\n`);
  });
  return key.keyId;
}

function warningsOn(output: Output): Logger {
  const warn = (fields: object, message: string): void => {
    const reason = 'error' in fields ? ` (${String(fields.error)})` : '';
    output.message(`Warning: ${message}${reason}`);
  };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn, error: warn };
}
