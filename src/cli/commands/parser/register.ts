import { registrationJson } from '../../../pipeline/registry/parser-json.js';
import { readParser, type Registration } from '../../../pipeline/index.js';
import { CasparianError, lazily } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { Output } from '../../output/output.js';
import type { TenantOptions } from '../../options/tenant.js';
import { parserSettingsOf, settingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { printSteps } from './steps.js';
import { workshopOf } from './workshop.js';

export interface RegisterOptions {
  force?: boolean;
  skipValidation?: boolean;
  validateRemote?: boolean;
}

export async function run(invocation: Invocation<RegisterOptions & TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [path = ''] = args;
  const { force = false, skipValidation = false, validateRemote = false } = options;
  const stop = stopOnSignals();
  try {
    if (!skipValidation) output.message('Validating parser...');
    const parsers = await parserSettingsOf(invocation);
    const workshop = workshopOf(await settingsOf(invocation), parsers, stop.signal, printSteps(output));
    let startLoading = (): void => undefined;
    const pythonStarted = new Promise<void>((resolve) => (startLoading = resolve));
    const read = lazily(() => readParser(path, workshop, startLoading));
    // The rest of the program is loaded while a Python reads the parser, which takes as long. Without a worker it would be read in
    // vain. An error of reading is reported after those of opening the database.
    if (!validateRemote) await Promise.race([pythonStarted, read().catch(() => undefined)]);
    const [{ record }] = await Promise.all([
      import('./record.js'),
      import('../../../contract/declare/parse-contract.js'),
    ]);
    const registration = await record(invocation, { read, force, validate: !skipValidation, validateRemote, workshop });
    print(registration, output);
  } catch (error) {
    if (stop.signal.aborted) throw new CasparianError('INTERRUPTED', 'Interrupted. Nothing was registered');
    if (validateRemote && error instanceof CasparianError && error.code === 'PARSER_TEST_FAILED') {
      output.message('Registration aborted. Fix the issue and retry.\n');
    }
    throw error;
  } finally {
    stop.dispose();
  }
}

function print(registration: Registration, output: Output): void {
  if (output.asJson) return output.json(registrationJson(registration));
  const { topics, alreadyRegistered, replaced } = registration;
  const { name, version } = registration.parser;
  output.message('');
  if (alreadyRegistered) output.print(`'${name}' v${version} is already registered, with the same content`);
  else output.print(`Registered '${name}' v${version}${replaced ? ', replacing different content' : ''}`);
  output.print(
    topics.length > 0
      ? `  Topics: ${topics.join(', ')}`
      : `  Topics: none. Add one: casparian parser topics ${name} add TOPIC`,
  );
}
