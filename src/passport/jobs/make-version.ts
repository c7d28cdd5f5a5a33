import { newId } from '../../platform/index.js';
import type { BatteryFacts } from '../batteries/battery-facts.js';
import type { CompiledPassport, PassportInput } from '../compile/assemble-passport.js';
import { compilePassport } from '../compile/compile-passport.js';
import { qrCode } from '../qr/qr-code.js';
import { qrPayload } from '../qr/qr-payload.js';
import { qrPng } from '../qr/qr-png.js';
import type { TypedRules } from '../rules/check/typed.js';
import { type SignedReceipt, signReceipt } from '../signing/sign-receipt.js';
import type { Signer } from '../signing/signer.js';
import { sealSnapshot } from '../snapshot/snapshot.js';

/** A version that is compiled, signed and has its QR code, before it is stored. */
export interface MadeVersion {
  readonly id: string;
  readonly input: PassportInput;
  readonly compiled: CompiledPassport;
  readonly signed: SignedReceipt;
  readonly qrText: string;
  readonly png: Uint8Array;
  readonly facts: BatteryFacts;
}

export type VersionInput = Omit<PassportInput, 'passportVersionId' | 'snapshot'>;

/** Compiles a version. Its ids are new: until the job has committed, no one has seen it. */
export function compileFacts(
  input: VersionInput,
  rules: TypedRules,
  facts: BatteryFacts,
): Pick<MadeVersion, 'id' | 'input' | 'compiled' | 'facts'> {
  const snapshot = sealSnapshot(newId(), [...facts.shared, ...facts.own]);
  const complete: PassportInput = { ...input, passportVersionId: newId(), snapshot };
  return { id: complete.passportVersionId, input: complete, compiled: compilePassport(complete, rules), facts };
}

/** Signs it and draws its code. */
export async function signAndDraw(
  made: Pick<MadeVersion, 'id' | 'input' | 'compiled' | 'facts'>,
  signer: Signer,
): Promise<MadeVersion> {
  const signed = await signReceipt(made.compiled.receiptCanonical, signer);
  const qrText = qrPayload({ ...made.compiled, passportVersionId: made.id });
  return { ...made, signed, qrText, png: qrPng(qrCode(qrText)) };
}
