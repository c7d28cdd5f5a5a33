import { describe, expect, test } from 'vitest';
import type { TenantTransaction } from '../../../src/database/index.js';
import { type EarlierParse, renewParses } from '../../../src/pipeline/routing/renew-parses.js';
import { bumpRevision, lockRevision } from '../../../src/pipeline/schema/revision.js';
import { STORES } from '../../cli/store.js';
import { fileRows } from '../staging/file-rows.js';
import { useRouting } from './routing.js';
import { rowsOfTenant } from '../staging/tenant.js';

const NEWER = { name: 'sales', version: '2', sourceHash: 's2' };

describe.each(STORES)('reading files again, on %s', (kind) => {
  const routing = useRouting(kind);
  const rows = fileRows(() => rowsOfTenant(routing.engine));
  const renew = (...earlier: (readonly [file: string, job: string])[]): Promise<number> =>
    rowsOfTenant(routing.engine).transaction((tx) =>
      renewParses(
        routing.engine,
        tx,
        NEWER,
        earlier.map(([id, job_id]): EarlierParse => ({ id, path: `/in/${id}`, hash: 'h', tags: '[]', job_id })),
      ),
    );
  const readAgain = async (): Promise<string[]> => (await routing.jobsMade()).sort();

  test('needs one job for all copies, and moves them to it alone', async () => {
    for (const id of ['a', 'b']) await rows.parse(id, 'sales', 'old');
    await rows.parse('c', 'sales', 'another');
    await rows.parse('a', 'audit', 'old');
    expect(await renew()).toBe(0);
    expect(await renew(['a', 'old'], ['b', 'old'])).toBe(1);
    const [job] = await routing.jobs();
    expect(await rows.parses()).toEqual(
      ['a audit old', `a sales ${job!.id}`, `b sales ${job!.id}`, 'c sales another'].sort(),
    );
    const [renewed] = (await routing.parses()).filter(({ job_id }) => job_id === job!.id);
    expect(renewed).toMatchObject({ version: '2', source_hash: 's2' });
    expect(await readAgain()).toEqual(['sales /in/a']);
  });

  test('begins with the file that the current rows came from', async () => {
    await rows.output('b', 'sales', 'old');
    await rows.output('a', 'sales', 'old', { isSuperseded: true });
    expect(await renew(['a', 'old'], ['b', 'old'], ['c', 'old'])).toBe(1);
    expect(await readAgain()).toEqual(['sales /in/b']);
    expect(await rows.current()).toEqual(['b sales old']);
  });

  test('hands the rows of a missing file to its copy, and no other rows', async () => {
    await rows.output('gone', 'sales', 'old');
    await rows.output('gone', 'sales', 'old', { isSuperseded: true });
    await rows.output('bystander', 'sales', 'another');
    await rows.badRow('gone', 'sales', 'old');
    await rows.badRow('gone', 'sales', 'old', 'evidence');
    await rows.badRow('bystander', 'sales', 'another');
    expect(await renew(['copy', 'old'], ['copy-2', 'old'])).toBe(1);
    expect(await rows.current()).toEqual(['bystander sales another', 'copy sales old']);
    const outputs = await rows.builder().selectFrom('cf_outputs').selectAll().orderBy('id').execute();
    expect(outputs.map(({ file_id }) => file_id).sort()).toEqual(['bystander', 'copy', 'gone']);
    const bad = await rows.builder().selectFrom('cf_quarantine').selectAll().execute();
    expect(bad.map((row) => `${row.file_id} ${row.status} ${row.source}`).sort()).toEqual(
      ['bystander quarantined /in', 'copy quarantined /in/copy', 'gone evidence /in'].sort(),
    );
  });

  test('leaves the rows of other tenants', async () => {
    const [outputs, bad, parses] = ['cf_outputs', 'cf_quarantine', 'cf_file_parses'];
    await rows.output('gone', 'sales', 'old');
    await rows.badRow('gone', 'sales', 'old');
    await rows.parse('gone', 'sales', 'old');
    for (const table of [outputs, bad, parses]) {
      await rows.database.query(`UPDATE ${table} SET tenant = 'another' WHERE job_id = 'old'`);
    }
    expect(await renew(['copy', 'old'])).toBe(1);
    await rows.output('gone', 'sales', 'old');
    expect(await renew(['copy', 'old'])).toBe(1);
    for (const table of [outputs, bad, parses]) {
      const others = await rows.database.query(`SELECT file_id, job_id FROM ${table} WHERE tenant = 'another'`);
      expect(others).toEqual([{ file_id: 'gone', job_id: 'old' }]);
      await rows.database.query(`DELETE FROM ${table}`);
    }
  });

  test('makes a job for each earlier job', async () => {
    await rows.output('b', 'sales', 'old b');
    expect(await renew(['a', 'old a'], ['b', 'old b'])).toBe(2);
    expect(await readAgain()).toEqual(['sales /in/a', 'sales /in/b']);
    expect(await rows.current()).toEqual(['b sales old b']);
  });

  test('waits for its turn, which a change of the routes counts', async () => {
    const revision = await rowsOfTenant(routing.engine).transaction(lockRevision);
    await rowsOfTenant(routing.engine).transaction(bumpRevision);
    expect(await rowsOfTenant(routing.engine).transaction(lockRevision)).toBe(revision + 1);
    const lost = { query: () => Promise.resolve([]) } as unknown as TenantTransaction;
    await expect(lockRevision(lost)).rejects.toThrow('cf_routing was not written');
  });
});
