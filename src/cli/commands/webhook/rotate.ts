import { endpointChange } from '../../../app/index.js';
import { rotateSecret } from '../../../events/index.js';
import { rotatedSecretJson } from '../../../events/webhooks/webhook-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import { tenantOf, withEngine } from '../../session.js';

export interface RotateOptions extends TenantOptions {
  grace?: number;
  force?: boolean;
}

const DEFAULT_GRACE_MS = 86_400_000;

export async function run(invocation: Invocation<RotateOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  const { grace: graceMs = DEFAULT_GRACE_MS, force = false } = options;
  const rotated = await withEngine(invocation, (engine, settings) =>
    rotateSecret(endpointChange(engine, tenantOf(options), settings), id, { graceMs, force }),
  );
  if (output.asJson) return output.json(rotatedSecretJson(rotated));
  output.print(
    renderProperties([
      ['id', rotated.id],
      ['secret', rotated.secret],
      ['old secret until', fullTime(rotated.oldSecretUntil, Date.now())],
    ]),
  );
  output.message('The secret is not shown again. Until then, deliveries are signed with both.');
}
