import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The range of an address that is not an ordinary public one. */
export interface SpecialRange {
  /** Completes "it is a … address". */
  readonly name: string;
  /** Reachable when private addresses are allowed. */
  readonly isPrivate: boolean;
}

type RangeRow = readonly [network: string, prefix: number, name: string, isPrivate?: 'private'];

/** The special-purpose registry of IANA. Link-local is never private: cloud machines hand out credentials there. */
const IPV4_RANGES: readonly RangeRow[] = [
  ['0.0.0.0', 8, 'this-network'],
  ['10.0.0.0', 8, 'private', 'private'],
  ['100.64.0.0', 10, 'shared', 'private'],
  ['127.0.0.0', 8, 'loopback', 'private'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private', 'private'],
  ['192.0.0.0', 24, 'protocol'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private', 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

const IPV6_RANGES: readonly RangeRow[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback', 'private'],
  ['64:ff9b:1::', 48, 'translation'],
  ['100::', 64, 'discard'],
  ['2001::', 23, 'protocol'],
  ['2001:db8::', 32, 'documentation'],
  ['3fff::', 20, 'documentation'],
  ['fc00::', 7, 'private', 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
];

/** IPv6 addresses that stand for an IPv4 one, and the group in which that one begins. */
const EMBEDDING_RANGES = [
  { list: blockList('::', 96, 'ipv6'), group: 6 },
  { list: blockList('::ffff:0:0', 96, 'ipv6'), group: 6 },
  { list: blockList('::ffff:0:0:0', 96, 'ipv6'), group: 6 },
  { list: blockList('64:ff9b::', 96, 'ipv6'), group: 6 },
  { list: blockList('2002::', 16, 'ipv6'), group: 1 },
];

const IPV4 = IPV4_RANGES.map((row) => rangeOf(row, 'ipv4'));
const IPV6 = IPV6_RANGES.map((row) => rangeOf(row, 'ipv6'));
const GLOBAL_UNICAST = blockList('2000::', 3, 'ipv6');

/** The special range that the address belongs to, directly or inside a mapped or translated one; undefined if it is public. */
export function specialRange(address: string): SpecialRange | undefined {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return find(IPV4, bare, 'ipv4');
  if (!isIPv6(bare)) return { name: 'malformed', isPrivate: false };
  const own = find(IPV6, bare, 'ipv6');
  if (own) return own;
  const embedding = EMBEDDING_RANGES.find(({ list }) => list.check(bare, 'ipv6'));
  if (embedding) return specialRange(embeddedIpv4(bare, embedding.group));
  return GLOBAL_UNICAST.check(bare, 'ipv6') ? undefined : { name: 'reserved', isPrivate: false };
}

interface Range extends SpecialRange {
  readonly list: BlockList;
}

function find(ranges: readonly Range[], address: string, family: 'ipv4' | 'ipv6'): SpecialRange | undefined {
  const range = ranges.find(({ list }) => list.check(address, family));
  return range && { name: range.name, isPrivate: range.isPrivate };
}

function rangeOf([network, prefix, name, isPrivate]: RangeRow, family: 'ipv4' | 'ipv6'): Range {
  return { list: blockList(network, prefix, family), name, isPrivate: isPrivate === 'private' };
}

function blockList(network: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list;
}

function embeddedIpv4(address: string, group: number): string {
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(group, group + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes an IPv4 tail as two groups.
  const normal = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail = ''] = normal.split('::');
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
