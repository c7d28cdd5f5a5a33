import { expect, test } from 'vitest';
import { nameDatasets, type NamedDataset } from '../../../src/datasets/catalog/dataset-names.js';
import { datasetNamed, unknownDataset } from '../../../src/datasets/catalog/find-dataset.js';

const named = (...names: (readonly [parser: string, output: string])[]): NamedDataset[] =>
  nameDatasets(names.map(([parser, output]) => ({ parser, output, files: 1, rows: 1, bytes: 1 }) as never));

test('a dataset is called by its output, or with its parser when that is not enough', () => {
  const all = named(['shop', 'orders'], ['shop', 'Lines'], ['crm', 'lines'], ['shop', 'Jobs'], ['crm', 'files']);
  expect(all.map(({ name, isBare }) => `${name} ${isBare}`)).toEqual([
    ...['orders true', 'shop.Lines false', 'crm.lines false', 'shop.Jobs false', 'crm.files false'],
  ]);
  expect(named(['p', 'quarantine'])).toMatchObject([{ name: 'p.quarantine', isBare: false }]);
});

test('a dataset is found by either name, in any case', () => {
  const all = named(['shop', 'Orders'], ['shop', 'lines'], ['crm', 'lines'], ['a', 'b.c'], ['a.b', 'c']);
  expect(datasetNamed(all, 'orders')).toBe(all[0]);
  expect(datasetNamed(all, 'SHOP.orders')).toBe(all[0]);
  expect(datasetNamed(all, 'crm.LINES')).toBe(all[2]);
  expect(datasetNamed(all, 'c')).toBe(all[4]);
});

test('a name that may mean several says which', () => {
  const all = named(['shop', 'lines'], ['crm', 'lines'], ['crm', 'orders']);
  expect(() => datasetNamed(all, 'lines')).toThrow(
    expect.objectContaining({
      message: "'lines' matches several datasets",
      next: ['Name it with its parser: shop.lines, crm.lines'],
    }),
  );
  expect(() => datasetNamed(all, 'ordrs')).toThrow(
    expect.objectContaining({
      ...{ code: 'DATASET_NOT_FOUND', why: 'There are: shop.lines, crm.lines, orders.' },
      next: ['Did you mean orders?', { text: 'List all of them', action: 'datasets' }],
    }),
  );
});

test('up to 20 datasets are listed', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `dataset-${index}`);
  expect(unknownDataset('x', names(20)).why).toMatch(/dataset-18, dataset-19\.$/);
  expect(unknownDataset('x', names(21)).why).toMatch(/dataset-19 and 1 more\.$/);
  expect(unknownDataset('x', [])).toMatchObject({
    ...{ why: 'Nothing was written yet.', next: [{ text: 'Process some files first', action: 'process' }] },
  });
});
