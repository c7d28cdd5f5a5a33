import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raceWrites, type Storage, type StoredFile } from '../../src/storage/index.js';

/** What every storage does. Each test uses keys of its own. */
export function conformanceSuite(name: string, open: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    let storage: Storage;
    let folder: string;
    beforeAll(async () => {
      storage = await open();
      folder = await mkdtemp(join(tmpdir(), 'casparian-storage-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const textAt = async (key: string, options?: Parameters<Storage['read']>[1]): Promise<string> =>
      (await buffer(await storage.read(key, options))).toString();
    const keysOf = async (prefix: string, options?: Parameters<Storage['list']>[1]): Promise<string[]> =>
      (await pagesOf(prefix, options)).flat().map(({ key }) => key);
    const pagesOf = async (prefix: string, options?: Parameters<Storage['list']>[1]): Promise<StoredFile[][]> => {
      const pages: StoredFile[][] = [];
      for await (const page of storage.list(prefix, options)) pages.push([...page]);
      return pages;
    };

    it('reads what was written, and finds it with size, time and ETag', async () => {
      await storage.write('plain/ä b+c.csv', Buffer.from('id\n1\n'));
      expect(await textAt('plain/ä b+c.csv')).toBe('id\n1\n');
      const found = await storage.find('plain/ä b+c.csv');
      expect(found).toMatchObject({ key: 'plain/ä b+c.csv', sizeBytes: 5 });
      expect(Math.abs((found?.modifiedMs ?? 0) - Date.now())).toBeLessThan(600_000);
      expect(found?.etag).not.toBe('');
      expect(await pagesOf('plain/')).toEqual([[found]]);
    });

    it('has empty files', async () => {
      await storage.write('empty', new Uint8Array());
      expect(await textAt('empty')).toBe('');
      expect(await storage.find('empty')).toMatchObject({ sizeBytes: 0 });
    });

    it('replaces a file, and its ETag changes', async () => {
      await storage.write('replaced', Buffer.from('one'));
      const before = await storage.find('replaced');
      await storage.write('replaced', Readable.from([Buffer.from('other '), Buffer.from('text')]));
      expect(await textAt('replaced')).toBe('other text');
      expect((await storage.find('replaced'))?.etag).not.toBe(before?.etag);
    });

    it('reads a range', async () => {
      await storage.write('range', Buffer.from('0123456789'));
      expect(await textAt('range', { range: { start: 2, end: 4 } })).toBe('234');
      expect(await textAt('range', { range: { start: 7 } })).toBe('789');
      expect(await textAt('range', { range: { start: 0, end: 0 } })).toBe('0');
      expect(await textAt('range', { range: { start: 10 } })).toBe('');
    });

    it('refuses to read another version than the one that was seen', async () => {
      await storage.write('versions', Buffer.from('first'));
      const seen = await storage.find('versions');
      expect(await textAt('versions', { ifMatch: seen?.etag })).toBe('first');
      await storage.write('versions', Buffer.from('later'));
      await expect(textAt('versions', { ifMatch: seen?.etag })).rejects.toMatchObject({ code: 'STORAGE_FILE_CHANGED' });
    });

    it('reports a file that is not there', async () => {
      expect(await storage.find('nowhere/at-all')).toBeUndefined();
      await expect(storage.read('nowhere/at-all')).rejects.toMatchObject({ code: 'STORAGE_FILE_NOT_FOUND' });
      await storage.remove(['nowhere/at-all']);
    });

    it('writes a file if there is none, and otherwise leaves it', async () => {
      expect(await storage.writeIfAbsent('once', Buffer.from('first'))).toBe(true);
      expect(await storage.writeIfAbsent('once', Buffer.from('second'))).toBe(false);
      expect(await textAt('once')).toBe('first');
    });

    it('lets one of many writers win', async () => {
      expect(await raceWrites(storage)).toEqual({ writers: 32, winners: 1 });
      expect(await keysOf('.casparian-race')).toEqual([]);
    });

    it('writes large streams whole, also if there must be none before', async () => {
      const piece = Buffer.alloc(700_001, 'casparian ');
      const large = (): Readable => Readable.from(Array.from({ length: 30 }, () => piece));
      expect(await storage.writeIfAbsent('large', large())).toBe(true);
      expect(await storage.writeIfAbsent('large', large())).toBe(false);
      expect(await storage.find('large')).toMatchObject({ sizeBytes: 21_000_030 });
      const whole = await buffer(await storage.read('large'));
      expect(whole.equals(Buffer.concat(Array.from({ length: 30 }, () => piece)))).toBe(true);
      expect(await storage.abortUploads('', { olderThanMs: 0 })).toBe(0);
    });

    it('leaves nothing of a stream that fails', async () => {
      const failing = Readable.from(
        (async function* () {
          yield Buffer.alloc(20_000_000);
          throw new Error('the disk is gone');
        })(),
      );
      await expect(storage.write('failing/file', failing)).rejects.toThrow('the disk is gone');
      expect(await keysOf('failing/')).toEqual([]);
      expect(await storage.abortUploads('', { olderThanMs: 0 })).toBe(0);
    });

    it('stops a write that is aborted, and leaves nothing', async () => {
      const stop = new AbortController();
      const endless = Readable.from(
        (async function* () {
          for (;;) {
            yield Buffer.alloc(9_000_000);
            stop.abort(new Error('no longer wanted'));
          }
        })(),
      );
      await expect(storage.write('endless/file', endless, { signal: stop.signal })).rejects.toThrow();
      expect(await keysOf('endless/')).toEqual([]);
      expect(await storage.abortUploads('', { olderThanMs: 0 })).toBe(0);
    });

    it('takes over a local file', async () => {
      for (const bytes of [3, 9_000_000]) {
        const path = join(folder, `staged-${bytes}`);
        await writeFile(path, Buffer.alloc(bytes, 'x'));
        await storage.adopt(path, `adopted/deep/${bytes}`);
        expect(await storage.find(`adopted/deep/${bytes}`)).toMatchObject({ sizeBytes: bytes });
        await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      }
    });

    it('lists keys with a prefix by their bytes, in pages', async () => {
      const keys = ['l/a-b', 'l/a/c', 'l/a/d/e', 'l/b', 'l/ä', 'l/😀', 'l/z/1', 'lx'];
      for (const key of keys.toReversed()) await storage.write(key, Buffer.from(key));
      const expected = ['l/a-b', 'l/a/c', 'l/a/d/e', 'l/b', 'l/z/1', 'l/ä', 'l/😀'];
      expect(await keysOf('l/')).toEqual(expected);
      expect((await pagesOf('l/', { pageSize: 3 })).map(({ length }) => length)).toContain(3);
      expect((await pagesOf('l/', { pageSize: 3 })).flat().map(({ key }) => key)).toEqual(await keysOf('l/'));
      expect(await keysOf('l/', { after: 'l/a/c' })).toEqual(expected.slice(2));
      expect(await keysOf('l/a/')).toEqual(['l/a/c', 'l/a/d/e']);
      expect(await keysOf('l/z')).toEqual(['l/z/1']);
      expect(await keysOf('nothing/')).toEqual([]);
      expect(await storage.folders('l/')).toEqual(['a', 'z']);
      expect(await storage.folders('nothing/')).toEqual([]);
    });

    it('removes files', async () => {
      await storage.write('gone/1', Buffer.from('1'));
      await storage.write('gone/2', Buffer.from('2'));
      await storage.remove(['gone/1', 'gone/2', 'gone/3']);
      expect(await keysOf('gone/')).toEqual([]);
    });

    it('gives every key an address that another storage finds', async () => {
      await storage.write('addressed/file', Buffer.from('here'));
      const address = storage.addressOf('addressed/file');
      expect(address).toBe(`${storage.root}/addressed/file`);
      if (!address.startsWith('s3://')) expect(await readFile(address, 'utf8')).toBe('here');
    });
  });
}
