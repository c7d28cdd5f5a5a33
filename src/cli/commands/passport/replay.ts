import { passportVersionNamed } from '../../../operations/index.js';
import { replayPassportVersion } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const replay = await withTenant(invocation, async ({ database }) => {
    const { id } = await passportVersionNamed(database, args[0] ?? '');
    return replayPassportVersion(database, id);
  });
  if (output.asJson) {
    return output.json({
      ok: true,
      passport_version_id: replay.passportVersionId,
      payload_hash: replay.payloadHash,
      proof_root_hash: replay.proofRootHash,
      receipt_hash: replay.receiptHash,
      signing_key_id: replay.signingKeyId,
    });
  }
  output.print(
    `${output.paint('green', '✓')} ${replay.passportVersionId}: payload, proof, receipt and signature are as they were signed.`,
  );
}
