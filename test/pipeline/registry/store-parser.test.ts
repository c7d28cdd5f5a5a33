import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { packBundle, type PackedBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import {
  archiveOf,
  currentParsers,
  parserNamed,
  parserOfSource,
  registeredVersions,
  topicsByParser,
  topicsOf,
} from '../../../src/pipeline/registry/find-parsers.js';
import { addTopics, removeTopics } from '../../../src/pipeline/registry/parser-topics.js';
import { storeParser } from '../../../src/pipeline/registry/store-parser.js';
import { unregisterParser } from '../../../src/pipeline/registry/unregister-parser.js';
import { rowsOfTenant } from '../staging/tenant.js';
import { freshStore, STORES } from '../../cli/store.js';
import { folderWith } from '../bundle/tree.js';

const bundleOf = async (content: string): Promise<PackedBundle> =>
  packBundle(await folderWith({ 'parser.py': content }));

const describedAs = (name: string, version: string, topics: string[] = []) => ({
  name,
  version,
  topics,
  outputs: { id: 'int!' },
  imports: ['pandas'],
  notes: [],
  network: false,
});

async function revisionOf(database: TenantDatabase): Promise<number> {
  const [row] = await database.query<{ revision: number }>('SELECT revision FROM cf_routing');
  return row?.revision ?? 0;
}

describe.each(STORES)('on %s', (kind) => {
  // One database for all: each test has parsers of its own.
  let database: TenantDatabase;
  beforeAll(async () => {
    database = rowsOfTenant((await freshStore(kind, afterAll)).engine);
  });

  test('a parser is kept with its bundle, and found by name, by version and by its bytes', async () => {
    const bundle = await bundleOf('kept 1');
    const { parser } = await storeParser(database, bundle, describedAs('kept', '1.0', ['a', 'b', 'a']));
    expect(parser).toMatchObject({
      name: 'kept',
      version: '1.0',
      language: 'python',
      entrypoint: 'parser.py',
      sourceHash: bundle.sourceHash,
      lockfileHash: null,
      outputs: { id: 'int!' },
      imports: ['pandas'],
      files: 1,
      retiredAt: null,
    });
    expect(await parserNamed(database, 'kept')).toEqual(parser);
    expect(await parserNamed(database, 'kept', '1.0')).toEqual(parser);
    expect(await parserOfSource(database, bundle.sourceHash)).toEqual(parser);
    expect((await archiveOf(database, parser.id)).equals(bundle.archive)).toBe(true);
    expect(await topicsOf(database, 'kept')).toEqual(['a', 'b']);
    expect('source_archive' in parser || 'sourceArchive' in parser).toBe(false);
  });

  test('the same bytes again change nothing; other bytes are refused unless forced', async () => {
    const [first, second] = [await bundleOf('again 1'), await bundleOf('again 2')];
    const described = describedAs('again', '1.0');
    const { parser } = await storeParser(database, first, described);
    const revision = await revisionOf(database);
    expect(await storeParser(database, first, described)).toEqual({ parser, alreadyRegistered: true, replaced: false });
    expect(await revisionOf(database)).toBe(revision);
    await expect(storeParser(database, second, described)).rejects.toMatchObject({ code: 'PARSER_EXISTS' });
    expect(await revisionOf(database)).toBe(revision);
    const forced = await storeParser(database, second, described, { force: true });
    expect(forced).toMatchObject({ alreadyRegistered: false, replaced: true, parser: { id: parser.id } });
    expect((await archiveOf(database, parser.id)).equals(second.archive)).toBe(true);
    expect(await revisionOf(database)).toBe(revision + 1);
  });

  test('the version registered last is the current one, also when it is an older one', async () => {
    const [one, two] = [await bundleOf('newest 1'), await bundleOf('newest 2')];
    await storeParser(database, one, describedAs('newest', '1'));
    await storeParser(database, two, describedAs('newest', '2'));
    await storeParser(database, await bundleOf('newest 3'), describedAs('newest-too', '9'));
    const versions = async () =>
      (await currentParsers(database))
        .filter(({ name }) => name.startsWith('newest'))
        .map(({ name, version }) => `${name} ${version}`);
    expect(await versions()).toEqual(['newest 2', 'newest-too 9']);
    const again = await storeParser(database, one, describedAs('newest', '1'));
    expect(again).toMatchObject({ alreadyRegistered: true, parser: { version: '1' } });
    expect(await versions()).toEqual(['newest 1', 'newest-too 9']);
  });

  test('an unregistered parser is found by its bytes alone, and comes back when it is registered', async () => {
    const [one, two] = [await bundleOf('retired 1'), await bundleOf('retired 2')];
    await storeParser(database, one, describedAs('retired', '1', ['a']));
    await storeParser(database, two, describedAs('retired', '2'));
    expect(await unregisterParser(database, 'retired', '2')).toEqual(['2']);
    expect(await parserNamed(database, 'retired')).toMatchObject({ version: '1' });
    expect(await unregisterParser(database, 'retired')).toEqual(['1']);
    await expect(unregisterParser(database, 'retired')).rejects.toMatchObject({ code: 'PARSER_NOT_REGISTERED' });
    expect((await currentParsers(database)).map(({ name }) => name)).not.toContain('retired');
    expect(await parserOfSource(database, one.sourceHash)).toMatchObject({ version: '1' });
    expect(await registeredVersions(database, 'retired')).toHaveLength(2);
    await expect(storeParser(database, two, describedAs('retired', '1'))).rejects.toMatchObject({
      code: 'PARSER_EXISTS',
      why: expect.stringContaining('unregistered') as string,
    });
    await storeParser(database, one, describedAs('retired', '1'));
    expect(await parserNamed(database, 'retired')).toMatchObject({ version: '1', retiredAt: null });
    expect(await topicsOf(database, 'retired')).toEqual(['a']);
  });

  test('topics are added and removed once, and every change is seen by the next plan', async () => {
    await storeParser(database, await bundleOf('topical 1'), describedAs('topical', '1', ['a']));
    const revision = await revisionOf(database);
    expect(await addTopics(database, 'topical', ['b', 'a', 'c'])).toEqual(['b', 'c']);
    expect(await removeTopics(database, 'topical', ['a', 'x'])).toEqual(['a']);
    expect((await topicsByParser(database)).get('topical')).toEqual(['b', 'c']);
    expect(await revisionOf(database)).toBe(revision + 2);
    await expect(addTopics(database, 'topical', ['with space'])).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(addTopics(database, 'topicalx', ['a'])).rejects.toMatchObject({
      code: 'PARSER_NOT_REGISTERED',
      next: expect.arrayContaining(['Did you mean topical?']) as string[],
    });
  });

  test('many that register at once take turns', async () => {
    const bundles = await Promise.all(['1', '2', '3', '4'].map((each) => bundleOf(`raced ${each}`)));
    const results = await Promise.allSettled(
      bundles.map((bundle) => storeParser(database, bundle, describedAs('raced', '1'))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PARSER_EXISTS' });
    }
  });
});
