import { idWithPrefix, type TenantExecutor } from '../../database/index.js';
import {
  type DataSnapshotRecord,
  type DocumentVersionRecord,
  findDataSnapshot,
  findDocumentVersion,
  findPassport,
  findPassportVersion,
  findProduct,
  findRulePackage,
  findRuleVersion,
  findTransfer,
  idsWithPart,
  listPassports,
  listRuleVersions,
  newestPassportVersion,
  type Page,
  type PassportRecord,
  type PassportVersionRecord,
  type ProductRecord,
  type RuleVersionRecord,
  type ShortenedTable,
  type TransferRecord,
} from '../../passport/index.js';
import { CasparianError, hint } from '../../platform/index.js';

type PickVersion = (database: TenantExecutor, passport: PassportRecord) => Promise<PassportVersionRecord>;

/** A version by its id or a unique part of it, or the active or newest version of a passport or SKU. */
export function passportVersionNamed(database: TenantExecutor, name: string): Promise<PassportVersionRecord> {
  return versionNamed(database, name, (_, passport) =>
    passport.currentVersionId === null
      ? newestVersion(database, passport)
      : findPassportVersion(database, passport.currentVersionId),
  );
}

/** A version by its id or a unique part of it, or the newest version of a passport or SKU. */
export function newestVersionNamed(database: TenantExecutor, name: string): Promise<PassportVersionRecord> {
  return versionNamed(database, name, newestVersion);
}

/** The beginning of a passport's id comes last: tables of versions print the beginnings of their ids, which may be the same. */
async function versionNamed(database: TenantExecutor, name: string, pick: PickVersion): Promise<PassportVersionRecord> {
  const passport = await passportNamedInFull(database, name);
  if (passport !== undefined) return pick(database, passport);
  const version = await versionWithPart(database, name).catch(ifNotFound);
  if (version !== undefined) return version;
  const shortened = await passportNamed(database, name).catch(ifNotFound);
  return shortened === undefined ? versionWithPart(database, name).catch(withList) : pick(database, shortened);
}

function versionWithPart(database: TenantExecutor, name: string): Promise<PassportVersionRecord> {
  return named(database, 'passport version', 'cf_passport_versions', name, findPassportVersion);
}

function withList(error: unknown): never {
  if (!(error instanceof CasparianError) || error.code !== 'NOT_FOUND' || error.next.length > 0) throw error;
  throw new CasparianError('NOT_FOUND', error.message, {
    why: 'A passport is named by its SKU, or by the id of a version.',
    next: [hint('List them', { action: 'passport.list' })],
  });
}

async function newestVersion(database: TenantExecutor, { id, sku }: PassportRecord): Promise<PassportVersionRecord> {
  const newest = await newestPassportVersion(database, id);
  if (newest !== undefined) return newest;
  throw new CasparianError('NOT_FOUND', `The passport of '${sku}' has no version yet`, {
    next: [hint('Build or compile it first', { action: 'passport.build' })],
  });
}

/** A passport by its id, by the id or SKU of its product, or as `SKU/SERIAL`. A unique beginning of an id is enough. */
export async function passportNamed(database: TenantExecutor, name: string): Promise<PassportRecord> {
  const passport = await passportNamedInFull(database, name);
  if (passport !== undefined) return passport;
  const passports = { table: 'cf_passports', tenant: database.tenant };
  const id = await idWithPrefix(database, passports, name, { things: 'passports' });
  if (id !== undefined) return findPassport(database, id);
  const product = await productNamed(database, name).catch(ifNotFound);
  return product === undefined ? findPassport(database, name) : passportOfProduct(database, product);
}

async function passportNamedInFull(database: TenantExecutor, name: string): Promise<PassportRecord | undefined> {
  const product = await findProduct(database, name).catch(ifNotFound);
  if (product !== undefined) return passportOfProduct(database, product).catch(ifNotFound);
  return (await batteryNamed(database, name)) ?? findPassport(database, name).catch(ifNotFound);
}

async function passportOfProduct(database: TenantExecutor, { id, sku }: ProductRecord): Promise<PassportRecord> {
  const [passport] = await listPassports(database, { productId: id, serial: '' });
  if (passport !== undefined) return passport;
  throw new CasparianError('NOT_FOUND', `The product '${sku}' has no passport yet`, {
    next: [hint('List its batteries', { action: 'passport.list' })],
  });
}

/** A product by its SKU, its id, or a unique beginning of it. */
export async function productNamed(database: TenantExecutor, name: string): Promise<ProductRecord> {
  const product = await findProduct(database, name).catch(ifNotFound);
  if (product !== undefined) return product;
  const products = { table: 'cf_battery_products', tenant: database.tenant };
  return findProduct(database, (await idWithPrefix(database, products, name, { things: 'products' })) ?? name);
}

/** One battery of a product. A serial number has no slash, a SKU may have one. */
async function batteryNamed(database: TenantExecutor, name: string): Promise<PassportRecord | undefined> {
  const slash = name.lastIndexOf('/');
  if (slash < 1) return undefined;
  const product = await findProduct(database, name.slice(0, slash)).catch(ifNotFound);
  if (product === undefined) return undefined;
  const [passport] = await listPassports(database, { productId: product.id, serial: name.slice(slash + 1) });
  return passport;
}

export function documentVersionNamed(database: TenantExecutor, name: string): Promise<DocumentVersionRecord> {
  return named(database, 'document version', 'cf_document_versions', name, findDocumentVersion);
}

export function snapshotNamed(database: TenantExecutor, name: string): Promise<DataSnapshotRecord> {
  return named(database, 'snapshot', 'cf_snapshots', name, findDataSnapshot);
}

export function transferNamed(database: TenantExecutor, name: string): Promise<TransferRecord> {
  return named(database, 'transfer', 'cf_passport_transfers', name, findTransfer);
}

/** A version of rules by its id or a unique part of it, or the newest version of a package. */
export async function ruleVersionNamed(database: TenantExecutor, name: string): Promise<RuleVersionRecord> {
  const rulePackage = (await findRulePackage(database, name).catch(ifNotFound))?.id;
  if (rulePackage === undefined) {
    return named(database, 'rule version', 'cf_rule_package_versions', name, findRuleVersion);
  }
  const versions = await everyRow(database, (_, page) => listRuleVersions(database, { ...page, rulePackage }));
  const newest = versions.findLast(({ status }) => status === 'PUBLISHED') ?? versions.at(-1);
  if (newest !== undefined) return newest;
  throw new CasparianError('NOT_FOUND', `The rule package '${name}' has no version yet`);
}

type List<Row> = (database: TenantExecutor, page: Page) => Promise<Row[]>;

const UUID_LENGTH = 36;
/** Shorter parts match by accident. */
const MIN_PART = 4;
/** Ids that an error names. */
const MAX_NAMED = 3;

/** Ids begin with the time, so their ends are easier to distinguish: a unique beginning or end is enough. */
async function named<Row>(
  database: TenantExecutor,
  what: string,
  table: ShortenedTable,
  name: string,
  find: (database: TenantExecutor, id: string) => Promise<Row>,
): Promise<Row> {
  if (name.length >= UUID_LENGTH || name.length < MIN_PART) return find(database, name);
  const [id = name, ...others] = await idsWithPart(database, table, name, MAX_NAMED);
  if (others.length === 0) return find(database, id);
  throw new CasparianError('ID_AMBIGUOUS', `'${name}' is a part of several ids`, {
    why: `The id of a ${what} can be shortened as long as it is unique.`,
    next: [`Give more of it: ${[id, ...others].slice(0, MAX_NAMED).join(', ')}`],
  });
}

const PAGE = 1_000;

export async function everyRow<Row extends { readonly id: string }>(
  database: TenantExecutor,
  list: List<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | undefined; ; after = rows.at(-1)?.id) {
    const page = await list(database, { limit: PAGE, after });
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof CasparianError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
