const TEXTS = 25;
const NUMBERS = 20;
const PARTS = 12;

/** A property with enough cases to publish rules. */
export const TESTS = 'property equal : cases(500) seed(1) => forall x : Int . implies(true, x == x);';

/** A bill of materials with 12 parts: 13 facts. */
export function bomOf(sku) {
  const texts = Object.fromEntries(range(TEXTS).map((index) => [`text_${index}`, `value number ${index}`]));
  const numbers = Object.fromEntries(range(NUMBERS).map((index) => [`number_${index}`, `${index + 1}.25`]));
  const components = range(PARTS).map((index) => ({ part_number: `P-${index}`, mass_kg: `${index + 1}.125` }));
  return JSON.stringify({ document: 'BOM', battery: { sku, ...texts, ...numbers }, components });
}

/** Rules with 47 fields that work for the one battery of any snapshot. */
export function ruleSource() {
  const member = (name) => `requireSome(recordGet(battery, "${name}"), "E2", "no ${name}")`;
  const ofBattery = (start, value) =>
    `fold(getFactsByPrefix("Battery", "battery:"), ${start}, \\last battery -> ${value})`;
  const mass = '\\part -> toQty("kg", toDec(6, requireSome(recordGet(part, "mass_kg"), "E3", "no mass")))';
  return [
    ...range(TEXTS).map((index) => `field text.t${index} : Text = ${ofBattery('""', member(`text_${index}`))};`),
    ...range(NUMBERS).map(
      (index) =>
        `field number.n${index} : Dec(2) = ${ofBattery('toDec(2, 0)', `toDec(2, ${member(`number_${index}`)})`)};`,
    ),
    `field mass.total : Qty(kg) = sumQty("kg", map(getFactsByPrefix("BOM", "bom:"), ${mass}));`,
    'field mass.share : Dec(6) = field("mass.total") / qty(450, kg);',
  ].join('\n');
}

function range(length) {
  return Array.from({ length }, (_, index) => index);
}
