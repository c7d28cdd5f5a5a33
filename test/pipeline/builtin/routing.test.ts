import { describe, expect, test } from 'vitest';
import { allowAuto } from '../../../src/pipeline/routing/allow-auto.js';
import type { ParsePayload } from '../../../src/pipeline/index.js';
import { listRules, planJobs, topicsWithoutParser } from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { useRouting } from '../routing/routing.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

describe.each(STORES)('files without a parser, on %s', (kind) => {
  const routing = useRouting(kind);
  const database = () => rowsOfTenant(routing.engine);
  const datasets = async () => {
    const payloads = (await routing.jobs()).map(({ payload }) => payload as ParsePayload);
    return Object.fromEntries(payloads.map(({ path, dataset }) => [path, dataset]));
  };

  test('get no job unless that is allowed', async () => {
    await routing.scanned({ '/in/orders.csv': 'one' });
    expect(await planJobs(routing.engine, TENANT)).toEqual({
      ...{ jobsCreated: 0, alreadyProcessed: 0, builtinJobs: 0, withoutReader: 0, unrouted: 1 },
      unroutedExample: '/in/orders.csv',
    });
  });

  test('go to the built-in readers when that is allowed for their folder, now and later, by name', async () => {
    await routing.scanned({
      '/in/orders-01.csv': 'one',
      '/in/customers.json': 'two',
      '/in/a.png': 'x',
      '/out/b.csv': 'y',
    });
    await allowAuto(database(), { folder: '/in' });
    expect(await planJobs(routing.engine, TENANT)).toEqual({
      ...{ jobsCreated: 2, alreadyProcessed: 0, builtinJobs: 2, withoutReader: 1, unrouted: 1 },
      unroutedExample: '/out/b.csv',
    });
    await routing.scanned({ '/in/orders-02.csv': 'three' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ builtinJobs: 1 });
    expect(await datasets()).toEqual({
      ...{ '/in/customers.json': 'customers', '/in/orders-01.csv': 'orders', '/in/orders-02.csv': 'orders' },
    });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0 });
    expect(await topicsWithoutParser(database(), ['auto', 'auto:x', 'other'])).toEqual(['other']);
  });

  test('are for a registered parser alone when one wants them, also when it comes later', async () => {
    await allowAuto(database(), {});
    await routing.scanned({ '/in/a.csv': 'one', '/in/b.csv': 'two' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    await routing.register('invoices', { topics: ['invoices'] });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 2, builtinJobs: 0 });
    expect((await routing.parses()).map(({ parser, dataset }) => [parser, dataset])).toEqual([
      ['invoices', null],
      ['invoices', null],
    ]);
  });

  test('stand on the job of a copy in the same dataset, and get their own in another', async () => {
    await allowAuto(database(), {});
    await routing.scanned({ '/in/orders-1.csv': 'same', '/in/orders-2.csv': 'same', '/in/returns.csv': 'same' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 2, alreadyProcessed: 1 });
    expect((await routing.parses()).map(({ dataset }) => dataset).sort()).toEqual(['orders', 'orders', 'returns']);
  });

  test('go to the dataset that is named for their folder, that of the inner folder first', async () => {
    await allowAuto(database(), { folder: '/in' });
    await allowAuto(database(), { folder: '/in/north (1)', dataset: 'north' });
    await allowAuto(database(), { folder: '/in/north (1)' });
    await routing.scanned({ '/in/a.csv': 'one', '/in/north (1)/a.csv': 'two' });
    await planJobs(routing.engine, TENANT);
    expect(await datasets()).toEqual({ '/in/a.csv': 'a', '/in/north (1)/a.csv': 'north' });
    await allowAuto(database(), { folder: '/in/north (1)', dataset: 'northern' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1 });
    expect((await listRules(database())).map(({ topic }) => topic)).toEqual(['auto', 'auto:northern']);
    await expect(allowAuto(database(), { dataset: 'No Name' })).rejects.toThrow('cannot be called');
  });
});
