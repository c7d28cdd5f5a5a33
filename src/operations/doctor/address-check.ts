import { type Check, ok, warning } from './check.js';

/** Where webhooks may be sent to. */
export function addressCheck(allowPrivate: boolean): Check {
  const run = async () =>
    allowPrivate
      ? warning(
          'Webhooks may be sent to loopback and private addresses, and over plain http',
          'Turn allow_private_addresses off where users whom you do not trust can add endpoints.',
        )
      : ok('Webhooks are sent to public addresses only, over https');
  return { name: 'addresses', run };
}
