import { SECTIONS } from '../attributes/attribute.js';
import { attributeAt } from '../attributes/attributes.js';
import { isObject, isQuantity, scalarText } from '../attributes/stored-value.js';
import type { FactJson } from '../rules/values/value.js';
import type { PassportView } from './passport-view.js';

/** The namespace; `docs/reference/battery-passport.xsd` is its schema. */
const NAMESPACE = 'urn:bpc:passport:1';

/** A passport as XML: one element for each attribute, with its number and chapter; values are texts, quantities, lists or records. */
export function passportXml({ product, audience, excerpt, values }: PassportView): Buffer {
  const { receipt } = excerpt;
  const head = attributes({
    ...{ xmlns: NAMESPACE, sku: product.sku, name: product.name, audience },
    version: receipt['passport_version_id'] ?? '',
    issuedAt: receipt['issued_at'] ?? '',
    proofRoot: receipt['proof_root_hash'] ?? '',
  });
  const sections = SECTIONS.map((section) => {
    const own = [...values].filter(([path]) => path.startsWith(`${section}.`));
    return `  <section name="${section}">\n${own.map(([path, value]) => attributeXml(path, value)).join('')}  </section>\n`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<batteryPassport${head}>\n${sections.join('')}</batteryPassport>\n`,
  );
}

function attributeXml(path: string, value: FactJson): string {
  const { number, din, name } = attributeAt(path) ?? { number: null, din: '', name: path };
  const head = attributes({
    ...(number === null ? {} : { number: String(number), din }),
    ...{ field: path, title: name },
  });
  return `    <attribute${head}>${valueXml(value)}</attribute>\n`;
}

function valueXml(value: FactJson): string {
  if (Array.isArray(value))
    return `<list>${(value as readonly FactJson[]).map((item) => `<item>${valueXml(item)}</item>`).join('')}</list>`;
  if (!isObject(value)) return `<text>${escaped(scalarText(value))}</text>`;
  if (isQuantity(value)) return `<quantity unit="${escaped(value.unit)}">${escaped(value.value)}</quantity>`;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return `<record>${members.map(([name, member]) => `<member name="${escaped(name)}">${valueXml(member)}</member>`).join('')}</record>`;
}

function attributes(given: Readonly<Record<string, string>>): string {
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** XML 1.0 cannot hold other control characters at all; they become the replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"\n\r\t]/g, (one) => ENTITIES[one] as string)
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, '\ufffd');
}
