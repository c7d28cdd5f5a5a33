import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import {
  type Category,
  defaultRulePackage,
  defaultRuleSources,
  type DocumentKind,
  documentKind,
  requireCategory,
  WORKBOOK_TYPE,
} from '../../passport/index.js';
import { CasparianError, errorMessage, nearest } from '../../platform/index.js';

export const FOLDER_FILE = 'passport.toml';

/** Everything that a passport is built from, as files in one folder. */
export interface PassportFolder {
  readonly sku: string;
  readonly name: string;
  /** The category of the battery, of a folder that uses the default rules or can be checked. */
  readonly category: Category | undefined;
  readonly documents: readonly FolderDocument[];
  /** Mappings of datasets to facts. */
  readonly mappings: readonly FolderFile[];
  readonly rulePackage: string;
  readonly rules: FolderFile;
  readonly tests: FolderFile | undefined;
  readonly link: LinkCarrier | undefined;
}

export interface FolderFile {
  /** As `passport.toml` names it. */
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
}

export interface FolderDocument extends FolderFile {
  readonly kind: DocumentKind;
  readonly mimeType: string;
}

/** The second QR code: a GS1 Digital Link if there is a GTIN, otherwise a plain link to the version. */
export interface LinkCarrier {
  readonly resolver: string;
  readonly gtin?: string | undefined;
  readonly serial?: string | undefined;
}

type Table = Readonly<Record<string, unknown>>;

/** Reads the documents of a folder and its category, without its rules: formatting the default rules takes a third of a check. */
export async function readFolderData(folder: string): Promise<Pick<PassportFolder, 'category' | 'documents'>> {
  const { category, documents } = await readFolderFile(folder);
  return { category, documents };
}

async function readFolderFile(
  folder: string,
): Promise<Pick<PassportFolder, 'category' | 'documents'> & { readonly top: Table }> {
  const path = join(folder, FOLDER_FILE);
  const top = parsed(await tomlText(folder, path), path, await import('smol-toml'));
  requireKnown(top, ['sku', 'name', 'category', 'rules', 'tests', 'rule_package', 'documents', 'facts', 'link'], path);
  const givenCategory = optionalText(top, 'category', path);
  const category = givenCategory === undefined ? undefined : requireCategory(givenCategory);
  const documents = await Promise.all(tables(top, 'documents', path).map((table) => documentIn(folder, table, path)));
  return { top, category, documents };
}

/** Reads a folder with a `passport.toml`. Fails with the place of the first thing that is wrong. */
export async function readPassportFolder(folder: string): Promise<PassportFolder> {
  const path = join(folder, FOLDER_FILE);
  const { top, category, documents } = await readFolderFile(folder);
  const mappings = tables(top, 'facts', path).map((table) => {
    requireKnown(table, ['mapping'], `[[facts]] of ${path}`);
    return fileIn(folder, text(table, 'mapping', `[[facts]] of ${path}`));
  });
  if (documents.length + mappings.length === 0) {
    throw invalid(`${path} names no documents`, 'A passport is computed from facts, which come from documents.', [
      'Add a table: [[documents]] with kind = "BOM" and file = "bom.json".',
    ]);
  }
  return {
    ...{ sku: text(top, 'sku', path), name: text(top, 'name', path), category, documents },
    ...(await rulesOf(folder, top, category, path)),
    mappings: await Promise.all(mappings),
    link: linkOf(top['link'], path),
  };
}

/** The rules that the folder names, or the default rules of its category. */
async function rulesOf(
  folder: string,
  top: Table,
  category: Category | undefined,
  path: string,
): Promise<Pick<PassportFolder, 'rulePackage' | 'rules' | 'tests'>> {
  const [named, testsName] = [optionalText(top, 'rules', path), optionalText(top, 'tests', path)];
  if (named === undefined && category === undefined) {
    throw invalid(`${path} has neither category nor rules`, 'A passport is computed by rules.', [
      'Add a line: category = "ev" for the default rules, or rules = "…" for your own.',
    ]);
  }
  if (named === undefined) {
    const { dsl, tests } = defaultRuleSources(category as Category);
    const name = defaultRulePackage(category as Category);
    const file = (content: string): FolderFile => ({ name, path: name, content: Buffer.from(content) });
    return { rulePackage: optionalText(top, 'rule_package', path) ?? name, rules: file(dsl), tests: file(tests) };
  }
  const rules = await fileIn(folder, named);
  return {
    rules,
    rulePackage: optionalText(top, 'rule_package', path) ?? basename(rules.name, extname(rules.name)),
    tests: testsName === undefined ? undefined : await fileIn(folder, testsName),
  };
}

async function tomlText(folder: string, path: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    const what = found === undefined ? 'does not exist' : 'is not a folder';
    throw new CasparianError('INPUT_NOT_FOUND', `'${folder}' ${what}`, {
      why: `A passport is built from a folder with a file ${FOLDER_FILE}.`,
    });
  }
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw invalid(isMissing ? `'${folder}' has no ${FOLDER_FILE}` : `${path} cannot be read`, errorMessage(error), [
      'See docs/guides/passports.md, or begin with a copy of examples/passport/minimal.',
    ]);
  }
}

function parsed(content: string, path: string, { parse }: { parse: (text: string) => unknown }): Table {
  try {
    return parse(content) as Table;
  } catch (error) {
    throw invalid(`${path} is not TOML`, errorMessage(error).split('\n')[0]);
  }
}

async function documentIn(folder: string, table: Table, path: string): Promise<FolderDocument> {
  const place = `[[documents]] of ${path}`;
  requireKnown(table, ['kind', 'file', 'mime_type'], place);
  const file = await fileIn(folder, text(table, 'file', place));
  const mimeType = optionalText(table, 'mime_type', place) ?? mimeTypeOf(file.name);
  return { ...file, kind: documentKind(text(table, 'kind', place)), mimeType };
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.xlsx': WORKBOOK_TYPE,
};

/** Of an unknown type, the content decides how a document is read. */
export function mimeTypeOf(name: string): string {
  return MIME_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

async function fileIn(folder: string, name: string): Promise<FolderFile> {
  const path = resolve(folder, name);
  try {
    return { name, path, content: await readFile(path) };
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${name}', which ${FOLDER_FILE} names, cannot be read`, {
      why: errorMessage(error),
      next: ['Paths are relative to the folder.'],
      cause: error,
    });
  }
}

function linkOf(value: unknown, path: string): LinkCarrier | undefined {
  if (value === undefined) return undefined;
  const place = `[link] of ${path}`;
  if (!isTable(value)) throw invalid(`link in ${path} is not a table`);
  requireKnown(value, ['resolver', 'gtin', 'serial'], place);
  const [gtin, serial] = [optionalText(value, 'gtin', place), optionalText(value, 'serial', place)];
  if ((gtin === undefined) !== (serial === undefined)) {
    throw invalid(`${place} has ${gtin === undefined ? 'serial' : 'gtin'} alone`, 'A GS1 Digital Link needs both.');
  }
  return { resolver: text(value, 'resolver', place), gtin, serial };
}

function tables(top: Table, name: string, path: string): readonly Table[] {
  const value = top[name] ?? [];
  if (Array.isArray(value) && value.every(isTable)) return value;
  throw invalid(`${name} in ${path} is not a list of tables`, undefined, [`Write each one as [[${name}]].`]);
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function text(table: Table, name: string, place: string): string {
  const value = optionalText(table, name, place);
  if (value !== undefined) return value;
  throw invalid(`${place} has no ${name}`, undefined, [`Add a line: ${name} = "…"`]);
}

function optionalText(table: Table, name: string, place: string): string | undefined {
  const value = table[name];
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw invalid(`${name} in ${place} is not a text`);
}

function requireKnown(table: Table, known: readonly string[], place: string): void {
  const unknown = Object.keys(table).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const guess = nearest(unknown, known);
  throw invalid(`${place} has an unknown name '${unknown}'`, 'A misspelt name would be ignored silently.', [
    guess === undefined ? `The names are ${known.join(', ')}.` : `Did you mean ${guess}?`,
  ]);
}

function invalid(message: string, why?: string, next: readonly string[] = []): CasparianError {
  return new CasparianError('PASSPORT_FOLDER_INVALID', message, { why, next });
}
