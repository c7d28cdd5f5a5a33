import { passportName, type PassportVersionRecord, passportVersionJson } from '../../../passport/index.js';
import { printable } from '../../output/printable.js';
import type { Output } from '../../output/output.js';
import { renderProperties } from '../../output/table.js';

/** What a command made of a version, and what can be done next. */
export function printVersion(output: Output, version: PassportVersionRecord): void {
  if (output.asJson) return output.json(passportVersionJson(version));
  const name = passportName(version);
  const { status } = version;
  output.print(`${output.paint('green', '✓')} ${printable(name)}: ${status}\n\n${versionText(version)}`);
  if (status === 'SIGNED') output.message(`\nActivate it: casparian passport activate ${name}`);
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
