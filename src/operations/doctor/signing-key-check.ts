import { hint, type SigningKeys } from '../../platform/index.js';
import { type Check, ok, type Verdict, warning } from './check.js';

/** Whether there is a key that signs, and whether it was made for that. */
export function signingKeyCheck(keys: SigningKeys): Check {
  return { name: 'signing key', run: () => verdict(keys) };
}

async function verdict(keys: SigningKeys): Promise<Verdict> {
  const key = await keys.find();
  const create = hint('Create it', { action: 'keys.signing.create' });
  if (key === undefined) return ok('none yet; a development key is created when something is signed first');
  if (!(await keys.isForDevelopment(key))) return ok(`${key.keyId} signs passports and tree heads`);
  return warning(`${key.keyId} is a development key, created because there was none`, create);
}
