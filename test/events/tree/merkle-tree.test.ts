import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { GrowingTree, leafHash } from '../../../src/events/tree/merkle-tree.js';

/** The leaves and roots that the implementations of RFC 6962 share (transparency-dev/merkle, testonly/constants.go). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leaves = LEAVES.map((data) => leafHash(Buffer.from(data, 'hex')));

test('the roots of growing trees are those of RFC 6962', () => {
  const tree = new GrowingTree();
  const roots = [tree.root().toString('hex')];
  for (const leaf of leaves) {
    tree.add(leaf);
    roots.push(tree.root().toString('hex'));
  }
  expect(roots).toEqual(ROOTS);
});

test.each([...ROOTS.keys()])('a tree that is continued behind %i leaves has the same root', (size) => {
  const begun = new GrowingTree();
  for (const leaf of leaves.slice(0, size)) begun.add(leaf);
  const continued = new GrowingTree(begun.size, begun.frontier);
  for (const leaf of leaves.slice(size)) continued.add(leaf);
  expect(continued.size).toBe(8);
  expect(continued.root().toString('hex')).toBe(ROOTS[8]);
});

test('a large tree has the root that the definition of the RFC gives', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => leafHash(Buffer.from(String(index))));
  const tree = new GrowingTree();
  for (const leaf of many) tree.add(leaf);
  expect(tree.root()).toEqual(byDefinition(many));
});

/** RFC 6962, section 2.1, word for word: split at the largest power of two below n. */
function byDefinition(list: readonly Buffer[]): Buffer {
  if (list.length === 1) return list[0]!;
  const split = 2 ** (Math.ceil(Math.log2(list.length)) - 1);
  const parts = [Buffer.from([1]), byDefinition(list.slice(0, split)), byDefinition(list.slice(split))];
  return hashOf(Buffer.concat(parts));
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
