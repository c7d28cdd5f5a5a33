import type { TypedFixture, TypedFixtureJson } from '../check/typed.js';
import type { Fact, FactLookup } from '../evaluate/facts.js';
import { compareTexts } from '../values/compare.js';
import { valueJson } from '../values/value-json.js';
import type { FactJson, Value } from '../values/value.js';

/** The facts of a test. They are part of no snapshot, so they have no hash. */
export function fixtureFacts(fixtures: readonly TypedFixture[], variables: readonly Value[]): FactLookup {
  const facts = fixtures.map((fixture): Fact => {
    const payload = fixtureJson(fixture.payload, variables) as Fact['payload'];
    return { type: fixture.type, key: fixture.key, payload, payloadHash: '' };
  });
  facts.sort((a, b) => compareTexts(a.key, b.key));
  return {
    find: (type, key) => facts.find((fact) => fact.type === type && fact.key === key),
    withPrefix: (type, prefix) => facts.filter((fact) => fact.type === type && fact.key.startsWith(prefix)),
  };
}

function fixtureJson(json: TypedFixtureJson, variables: readonly Value[]): FactJson {
  switch (json.kind) {
    case 'json':
      return json.json;
    case 'variable':
      return valueJson(variables[json.slot] as Value);
    case 'array':
      return json.items.map((item) => fixtureJson(item, variables));
    case 'object':
      return Object.fromEntries(json.members.map(([name, member]) => [name, fixtureJson(member, variables)]));
  }
}
