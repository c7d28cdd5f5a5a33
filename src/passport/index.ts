export { type Ed25519Key, readEd25519Key, readEd25519PublicKey } from '../platform/index.js';
export {
  type Access,
  type Attribute,
  CATEGORIES,
  type Category,
  type Section,
  SECTIONS,
} from './attributes/attribute.js';
export { attributeAt, ATTRIBUTES, attributesOf } from './attributes/attributes.js';
export { requireCategory } from './attributes/require-category.js';
export { type BundleInput, bundleBytes } from './bundle/bundle.js';
export { type BundleCheck, type BundleVerification, verifyBundle, type VerifyOptions } from './bundle/verify-bundle.js';
export { type BatteryCheck, batteryCheckJson, checkBattery, type CheckFinding } from './check/check-battery.js';
export { requireFitting } from './check/require-fitting.js';
export { checkReport, type ReportSubject } from './check/check-report.js';
export { defaultRulePackage, defaultRules, defaultRuleSources } from './default-rules/default-rules.js';
export { DEFAULT_RULES_VERSION } from './default-rules/version.js';
export { type Audience, AUDIENCES, maySee, requireAudience } from './disclosure/audience.js';
export { type Excerpt, excerptBytes, makeExcerpt } from './disclosure/excerpt.js';
export { isExcerpt, verifyExcerpt } from './disclosure/verify-excerpt.js';
export { evidenceOf, isCredential, statusIndexOf, verifyCredential } from './exports/verify-credential.js';
export { EXPORT_FORMATS, requireExportFormat } from './exports/export-formats.js';
export { type PassportView, passportView } from './exports/passport-view.js';
export { type Import, importedDocument, type ImportedFile, importFacts, importJson } from './imports/import-facts.js';
export { IMPORT_FORMAT_NAMES } from './imports/import-formats.js';
export { documentKind } from './documents/document-kind.js';
export { readDocumentFacts, WORKBOOK_TYPE } from './documents/read-document.js';
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
export { readJsonText } from './documents/json-text.js';
export type { DocumentProblem } from './documents/problem.js';
export { gs1DigitalLink, passportLink } from './qr/carrier-link.js';
export { type QrCode, qrCode } from './qr/qr-code.js';
export { type QrClaims, qrPayload } from './qr/qr-payload.js';
export { qrPng } from './qr/qr-png.js';
export { qrSvg } from './qr/qr-svg.js';
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
export { runTests, type TestOptions, type TestProgress } from './rules/testing/run-tests.js';
export { runTestsInSlices, type SlicedTestOptions } from './rules/testing/run-tests-in-slices.js';
export { type Type, typeText } from './rules/types/type.js';
export type { FactJson, Value } from './rules/values/value.js';
export { valueJson } from './rules/values/value-json.js';
export { commandSigner, type SigningCommand } from './signing/command-signer.js';
export { localSigner, type Signer } from './signing/signer.js';
export { type SignedReceipt, signReceipt } from './signing/sign-receipt.js';
export { type InitOptions, templateFiles } from './templates/template-files.js';
export { factLookup, factsOfDocuments } from './snapshot/fact-lookup.js';
export { type SealedSnapshot, sealSnapshot, type SnapshotFact } from './snapshot/snapshot.js';

export {
  type BatteryBatchRecord,
  type BatteryBatchRequest,
  type BatteryProblem,
  findBatteryBatch,
  listBatteryBatches,
  listBatteryProblems,
  requestBatteries,
} from './records/battery-batch.js';
export { isHistory, verifyHistory } from './history/verify-history.js';
export { readReadings } from './history/readings.js';
export { STATEMENT_KINDS, type StatementKind } from './history/statement.js';
export { type Decision, decisionBytes, decisionFile, type Offer, readDecision, readOffer } from './history/transfer.js';
export { checkStatus, type StatusOptions } from './status-list/check-status.js';
export { requestRefresh } from './records/request-refresh.js';
export {
  batteriesOf,
  END_REASONS,
  type EndReason,
  type ReadingsRequest,
  requestEnd,
  requestSuccession,
  requestReadings,
  requestStatements,
} from './records/request-statements.js';
export {
  everyStatement,
  historyFile,
  listStatements,
  statementFile,
  type StatementRecord,
} from './records/statement.js';
export {
  findPublicStatusList,
  newestStatusList,
  requestStatusList,
  requirePurpose,
  type StatusListRecord,
} from './records/status-list.js';
export {
  findTransfer,
  listTransfers,
  requestDecision,
  requestOffer,
  requestWithdrawal,
  type TransferRecord,
} from './records/transfer.js';
export { audienceFields, previewPdf } from './records/version-view.js';
export { checkPassportVersion } from './records/check-version.js';
export { countPassports, type PassportCounts } from './inspection/count-passports.js';
export { passportChecks } from './inspection/passport-checks.js';
export {
  type CompilePassportPayload,
  type ExportPassportPayload,
  type IngestDocumentPayload,
  PASSPORT_JOBS,
  type PassportVersionPayload,
} from './job-types.js';
export { openPassportRuntime, type PassportRuntime, type PassportRuntimeOptions } from './jobs/runtime.js';
export { passportJobs } from './passport-jobs.js';
export { receivePassport, type ReceiveRequest } from './jobs/receive-passport.js';
export { addDocument, addDocuments, type DocumentRecord, findDocument, listDocuments } from './records/document.js';
export {
  documentContent,
  type DocumentVersionRecord,
  findDocumentVersion,
  listDocumentVersions,
} from './records/document-version.js';
export { exportContent, type ExportRecord, listExports } from './records/export.js';
export {
  type FactFilter,
  type FactRecord,
  type FactSourceRecord,
  findFact,
  listFacts,
  sourcesOfFacts,
} from './records/fact.js';
export { idsWithPart, type ShortenedTable } from './records/part-of-id.js';
export {
  createPassport,
  createPassports,
  findPassport,
  type LinkedPassport,
  listPassports,
  type Operator,
  passportName,
  type PassportRecord,
} from './records/passport.js';
export {
  listPassportOverviews,
  type OverviewFilter,
  type PassportOverview,
  passportOverviewJson,
} from './records/passport-overview.js';
export { activatePassportVersion, revokePassportVersion } from './records/passport-transitions.js';
export {
  findPassportVersion,
  listPassportVersions,
  newestPassportVersion,
  type PassportArtefacts,
  passportArtefacts,
  passportBundle,
  type PassportVersionRecord,
} from './records/passport-version.js';
export { addProduct, addProducts, findProduct, listProducts, type ProductRecord } from './records/product.js';
export { type GivenFact, type GivenFacts, recordFacts } from './records/record-facts.js';
export {
  dataSnapshotJson,
  documentJson,
  documentVersionJson,
  batteryBatchJson,
  operatorJson,
  statementJson,
  transferJson,
  exportJson,
  factJson,
  factSourceJson,
  passportJson,
  passportVersionJson,
  productJson,
  rulePackageJson,
  ruleVersionJson,
  testRunJson,
} from './records/records-json.js';
export type { Page } from './records/references.js';
export { type Replay, replayPassportVersion } from './records/replay.js';
export {
  type CompileRequest,
  type ExportRequest,
  requestCompile,
  requestCompiles,
  type RequestedCompile,
  requestExport,
} from './records/request-compile.js';
export { addRulePackage, findRulePackage, listRulePackages, type RulePackageRecord } from './records/rule-package.js';
export { deprecateRules, publishRules, retireRules } from './records/rule-transitions.js';
export { checkedRules, type RuleSources } from './records/checked-rules.js';
export {
  addRuleVersion,
  findRuleVersion,
  listRuleVersions,
  listTestRuns,
  requestRuleTests,
  ruleSources,
  type RuleVersionRecord,
  type TestRunRecord,
} from './records/rule-version.js';
export { findPublicVersion, type PublicVersion } from './records/public-version.js';
export { documentsOfSnapshot } from './records/snapshot-documents.js';
export { loadSealedSnapshot, sealDataSnapshot, sealDataSnapshots } from './records/seal-snapshot.js';
export { type AddedFacts, addFactsToSnapshot, addFactsToSnapshots } from './records/add-facts.js';
export {
  createDataSnapshot,
  createDataSnapshots,
  type DataSnapshotRecord,
  findDataSnapshot,
  listDataSnapshots,
  requestSnapshotBuild,
  requestSnapshotBuilds,
  sealedSnapshotLabelled,
} from './records/snapshot.js';
export type { Upload } from './records/store-versions.js';
export { requestIngest, uploadDocument, type UploadedDocument, uploadDocuments } from './records/upload-document.js';
export { PASSPORT_MIGRATIONS } from './schema/migrations.js';
export { PASSPORT_TABLES } from './schema/moved-tables.js';
export type { DocumentStatus, PassportSchema, PassportStatus, RuleStatus, SnapshotStatus } from './schema/tables.js';
