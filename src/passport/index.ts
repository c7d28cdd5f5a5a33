export { type Ed25519Key, readEd25519Key, readEd25519PublicKey } from '../platform/index.js';
export { type BundleInput, bundleBytes } from './bundle/bundle.js';
export { type BundleCheck, type BundleVerification, verifyBundle, type VerifyOptions } from './bundle/verify-bundle.js';
export type { CompiledPassport, PassportInput } from './compile/assemble-passport.js';
export { compilePassport } from './compile/compile-passport.js';
export { type ArtefactLimits, artefactLimits } from './compile/limits.js';
export type { BatteryProduct } from './compile/payload.js';
export {
  type Document,
  type DocumentKind,
  type FactParsing,
  parseFacts,
  type ParsedFact,
} from './documents/parse-facts.js';
export type { DocumentProblem } from './documents/problem.js';
export { gs1DigitalLink, passportLink } from './qr/carrier-link.js';
export { type QrCode, qrCode } from './qr/qr-code.js';
export { type QrClaims, qrPayload } from './qr/qr-payload.js';
export { qrPng } from './qr/qr-png.js';
export { type CheckResult, checkRules } from './rules/check/check-rules.js';
export type { TypedField, TypedRules } from './rules/check/typed.js';
export { evaluateRules } from './rules/evaluate/evaluate-rules.js';
export type { ComplianceEntry, EvaluatedField, Evaluation } from './rules/evaluate/evaluation.js';
export type { Fact, FactLookup } from './rules/evaluate/facts.js';
export type { ProofNode, ProofNodeType } from './rules/evaluate/proof-node.js';
export { explainFields, type FieldExplanation } from './rules/explain-field.js';
export { formatRules } from './rules/format/format-rules.js';
export { RULE_LIMITS } from './rules/limits.js';
export type { RuleErrorCode, RuleProblem } from './rules/problem.js';
export type { ParsedRules } from './rules/syntax/ast.js';
export { type ParseResult, parseRules } from './rules/syntax/parse-rules.js';
export { passesGate, REQUIRED_CASES, requireGate } from './rules/testing/gate.js';
export type { TestFailure, TestReport } from './rules/testing/report.js';
export { runTests } from './rules/testing/run-tests.js';
export { type Type, typeText } from './rules/types/type.js';
export type { FactJson, Value } from './rules/values/value.js';
export { valueJson } from './rules/values/value-json.js';
export { commandSigner, type SigningCommand } from './signing/command-signer.js';
export { localSigner, type Signer } from './signing/signer.js';
export { type SignedReceipt, signReceipt } from './signing/sign-receipt.js';
export { factLookup } from './snapshot/fact-lookup.js';
export { type SealedSnapshot, sealSnapshot, type SnapshotFact } from './snapshot/snapshot.js';
