import { isObject } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { group, type Part } from '../mapping/part.js';
import { ASPECTS } from './aspects.js';

/** Names of aspects in files of others: titles of the chapters and of folders of the public repository. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  GeneralProductInformation: ['generalProductInfo', 'generalInformation'],
  CarbonFootprintForBatteries: ['carbonFootprint', 'batteryCarbonFootprintInformation'],
  Labeling: ['labels', 'labelling', 'labelsAndConformity', 'labelsAndCertification'],
  MaterialComposition: ['batteryMaterialsAndComposition', 'materials'],
  PerformanceAndDurability: ['performance', 'batteryPerformance'],
  SupplyChainDueDiligence: ['dueDiligence', 'supplyChain'],
};

/** All aspects in one object, by name. */
export const BATTERY_PASS: Part = group(
  Object.fromEntries(
    Object.entries(ASPECTS).map(([name, part]) => [`${name}`, { ...part, aliases: ALIASES[name] ?? [] }]),
  ),
);

/** Names an aspect that is a whole file, by the members that it has. */
export function withAspectName(given: FactJson): FactJson {
  if (!isObject(given) || Object.keys(given).length === 0) return given;
  const found = Object.keys(ASPECTS).map((name) => ({ name, members: knownMembers(name, given) }));
  const best = found.toSorted((a, b) => b.members - a.members)[0];
  const isContainer = Object.keys(given).some((member) => CONTAINER_KEYS.has(member.toLowerCase()));
  return best === undefined || best.members === 0 || isContainer ? given : { [best.name]: given };
}

const CONTAINER_KEYS = new Set(
  Object.keys(ASPECTS).flatMap((name) => [name, ...(ALIASES[name] ?? [])].map((one) => one.toLowerCase())),
);
// Members of an aspect that are also names for aspects.
CONTAINER_KEYS.delete('labels');
CONTAINER_KEYS.delete('carbonfootprint');

function knownMembers(name: string, given: Readonly<Record<string, FactJson>>): number {
  let unknown = 0;
  ASPECTS[name]?.read(given, new Map(), (place) => {
    unknown += place.length === 1 ? 1 : 0;
  });
  return Object.keys(given).length - unknown;
}
