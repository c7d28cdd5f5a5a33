import { type PassportVersionRecord, passportVersionJson } from '../../../passport/index.js';
import type { Output } from '../../output/output.js';
import { renderProperties } from '../../output/table.js';

export function printVersion(output: Output, version: PassportVersionRecord): void {
  if (output.asJson) output.json(passportVersionJson(version));
  else output.print(versionText(version));
}

export function versionText(version: PassportVersionRecord): string {
  return renderProperties([
    ['version', version.id],
    ['passport', version.passportId],
    ['state', version.revokeReason === null ? version.status : `${version.status}: ${version.revokeReason}`],
    ['issued', version.issuedAt],
    ['snapshot', version.snapshotId],
    ['rules', version.ruleVersionId],
    ['payload hash', version.payloadHash],
    ['proof root', version.proofRootHash],
    ['receipt hash', version.receiptHash],
    ['signed with', version.status === 'COMPILING' ? 'not signed yet' : version.signingKeyId],
    ['QR code', version.qrPayload ?? '–'],
  ]);
}
