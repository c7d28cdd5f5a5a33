import { cjsonBytes, sha256Hex } from '../../dist/platform/index.js';
import { checkRules, parseRules, sealSnapshot } from '../../dist/passport/index.js';

const PARTS = 12;

/** A passport with 50 fields: texts, decimals and quantities of one battery, sums over its parts, shares of these. */
export function samplePassport() {
  const source = rules();
  const parsed = parseRules(source);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const checked = checkRules(parsed.rules);
  if (!checked.ok) throw new Error(checked.problems[0].message);
  const input = {
    tenantId: 'default',
    passportId: '0190a0b0-0000-7000-8000-000000000001',
    passportVersionId: '0190a0b0-0000-7000-8000-000000000002',
    product: { id: '0190a0b0-0000-7000-8000-000000000003', sku: 'EV-1', name: 'Traction battery' },
    snapshot: sealSnapshot('0190a0b0-0000-7000-8000-000000000004', facts()),
    rulePackageVersionId: '0190a0b0-0000-7000-8000-000000000005',
    dslSha256: sha256Hex(source),
    testsSha256: sha256Hex(''),
    issuedAt: '2026-11-17T12:00:00.000000Z',
    compilerBuildId: 'bench',
    signingKeyId: 'bench-key',
  };
  return { input, source, rules: checked.rules };
}

function facts() {
  const texts = Object.fromEntries(range(25).map((index) => [`text_${index}`, `value number ${index}`]));
  const numbers = Object.fromEntries(range(20).map((index) => [`number_${index}`, `${index + 1}.25`]));
  const battery = fact('Battery', 'battery:EV-1', { sku: 'EV-1', ...texts, ...numbers });
  const parts = range(PARTS).map((index) =>
    fact('BOM', `bom:EV-1:P-${index}`, { part_number: `P-${index}`, mass_kg: `${index}.125` }),
  );
  return [battery, ...parts];
}

function rules() {
  const member = (name) =>
    `requireSome(recordGet(requireSome(getFact("Battery", "battery:EV-1"), "E1", "no battery"), "${name}"), "E2", "no ${name}")`;
  const mass = '\\part -> toQty("kg", toDec(6, requireSome(recordGet(part, "mass_kg"), "E3", "no mass")))';
  return [
    ...range(25).map((index) => `field text.t${index} : Text = ${member(`text_${index}`)};`),
    ...range(12).map((index) => `field number.n${index} : Dec(2) = toDec(2, ${member(`number_${index}`)});`),
    ...range(8).map(
      (index) => `field quantity.q${index} : Qty(kWh) = toQty("kWh", toDec(6, ${member(`number_${index + 12}`)}));`,
    ),
    `field mass.total : Qty(kg) = sumQty("kg", map(getFactsByPrefix("BOM", "bom:EV-1:"), ${mass}));`,
    'field mass.share : Dec(6) = field("mass.total") / qty(450, kg);',
    'field mass.is_light : Bool = field("mass.total") < qty(1000, kg);',
    'field number.sum : Dec(2) = field("number.n0") + field("number.n1");',
    'field compliance.article_77 : Bool = emitCompliance("Art. 77", "PASS", field("text.t0"));',
  ].join('\n');
}

function fact(factType, factKey, payload) {
  const payloadCanonical = cjsonBytes(payload);
  return { factType, factKey, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

function range(count) {
  return Array.from({ length: count }, (_, index) => index);
}
