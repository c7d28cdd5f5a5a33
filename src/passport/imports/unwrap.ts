import { isObject } from '../attributes/stored-value.js';
import type { Place } from '../models/mapping/part.js';
import type { FactJson } from '../rules/values/value.js';

/** A document without what tools put around it, and where it was. */
export interface Unwrapped {
  readonly value: FactJson;
  readonly place: Place;
}

/** Around the content, with other members beside it. */
const ENVELOPE = /^(?:credentialSubject|aspects|payload)$/i;
/** Around the content, alone. */
const WRAPPER = /^(?:battery_?pass(?:port)?|passport|data|submodel|value|content)$/i;

/** Takes the content out of objects that only carry it: a credential, a list of one, an object with its name. */
export function unwrapped(given: FactJson, place: Place = []): Unwrapped {
  if (Array.isArray(given) && given.length === 1) {
    return unwrapped((given as readonly FactJson[])[0] as FactJson, [...place, 0]);
  }
  if (!isObject(given)) return { value: given, place };
  const members = Object.entries(given);
  const envelope = members.find(([name, value]) => ENVELOPE.test(name) && isNested(value));
  const [first] = members.length === 1 && WRAPPER.test(members[0]?.[0] ?? '') ? members : [];
  const inner = envelope ?? first;
  return inner === undefined ? { value: given, place } : unwrapped(inner[1], [...place, inner[0]]);
}

function isNested(value: FactJson): boolean {
  return isObject(value) || Array.isArray(value);
}

/**
 * Turns JSON-LD into plain JSON: names without their namespace, values without `@value`. Contexts are not fetched; the data models have the
 * same names in all vocabularies. Other documents stay as they are.
 */
export function withoutLinkedData(given: FactJson): FactJson {
  return isLinkedData(given) ? plainMembers(given) : given;
}

function isLinkedData(given: FactJson): boolean {
  if (Array.isArray(given)) return (given as readonly FactJson[]).some(isLinkedData);
  return isObject(given) && Object.keys(given).some((name) => name.startsWith('@') || IRI.test(name));
}

const IRI = /^(?:urn|https?):/;
const KEYWORD = /^@(?:context|type|id|version)$/;

function plainMembers(given: FactJson): FactJson {
  if (Array.isArray(given)) {
    const items = (given as readonly FactJson[]).map(plainMembers);
    // The expanded form has a list around every value.
    return items.length === 1 ? (items[0] as FactJson) : items;
  }
  if (!isObject(given)) return given;
  const content = given['@value'] ?? given['@list'] ?? given['@set'] ?? given['@graph'];
  if (content !== undefined) return plainMembers(content);
  const id = Object.keys(given).length === 1 ? given['@id'] : undefined;
  if (id !== undefined) return id;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !KEYWORD.test(name))
      .map(([name, value]) => [localName(name), plainMembers(value)]),
  );
}

/** `urn:samm:io.BatteryPass.Labels:1.2.0#labels`, `https://example.org/labels` and `bp:labels` all name `labels`. */
function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
}
