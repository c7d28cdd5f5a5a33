import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type BatteryCheck,
  type Category,
  checkBattery,
  defaultRules,
  factsOfDocuments,
  type ParsedFact,
  readDocumentFacts,
  requireCategory,
  requireFitting,
} from '../../passport/index.js';
import { CasparianError, errorMessage, hint } from '../../platform/index.js';
import { documentsRejected } from './documents-rejected.js';
import { type FolderDocument, mimeTypeOf, readFolderData } from './passport-folder.js';

export interface PathCheck {
  readonly check: BatteryCheck;
  /** The files that were read. */
  readonly files: readonly string[];
}

/** Checks the data of a battery in a folder with a `passport.toml`, or in one file, without a database. */
export async function checkPassportPath(path: string, category: string | undefined): Promise<PathCheck> {
  const found = await stat(path).catch(() => undefined);
  const folder = found?.isDirectory() ? await readFolderData(path) : undefined;
  const documents = folder?.documents.filter(({ kind }) => kind === 'BATTERY_DATA') ?? [await oneDocument(path)];
  const facts = await factsOf(documents);
  const known = category ?? folder?.category ?? categoryOf(facts);
  if (known === undefined) throw withoutCategory(path);
  const required = requireCategory(known);
  requireFitting(facts, () => defaultRules(required));
  return {
    check: checkBattery(required, factsOfDocuments(facts)),
    files: documents.map(({ name }) => name),
  };
}

async function oneDocument(path: string): Promise<FolderDocument> {
  try {
    const content = await readFile(path);
    return { name: basename(path), path, content, kind: 'BATTERY_DATA', mimeType: mimeTypeOf(path) };
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}

async function factsOf(documents: readonly FolderDocument[]): Promise<ParsedFact[]> {
  const facts: ParsedFact[] = [];
  for (const document of documents) {
    const parsing = await readDocumentFacts(document);
    if (!parsing.ok) throw documentsRejected([[document, parsing.problems]]);
    facts.push(...parsing.facts);
  }
  return facts;
}

function categoryOf(facts: readonly ParsedFact[]): Category | undefined {
  const fact = facts.find(({ factType, factKey }) => factType === 'Model' && factKey === 'identification');
  const category = fact?.payload['category'];
  return typeof category === 'string' ? requireCategory(category) : undefined;
}

function withoutCategory(path: string): CasparianError {
  return new CasparianError('USAGE', `The category of the battery in '${path}' is not known`, {
    why: 'What the law demands depends on it.',
    next: [hint('Name ev, lmt, industrial or stationary, for example with {}', { options: { category: 'ev' } })],
  });
}
