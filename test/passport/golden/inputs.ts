import { sampleFact, SAMPLE_INPUT } from '../sample.js';
import type { SnapshotFact } from '../../../src/passport/snapshot/snapshot.js';
import type { PassportInput } from '../../../src/passport/compile/assemble-passport.js';

export interface GoldenInput {
  readonly facts: readonly SnapshotFact[];
  readonly rules: string;
  readonly product: PassportInput['product'];
}

const product = SAMPLE_INPUT.product;

/** The example of the specification. */
const minimal: GoldenInput = {
  product,
  facts: [
    sampleFact('Battery', 'battery:SKU-123', { sku: 'SKU-123', capacity_kwh: '75.5' }),
    sampleFact('PCF', 'pcf:SKU-123', { sku: 'SKU-123', total_gco2e: '4530000.00' }),
  ],
  rules: `
field battery.capacity_kwh : Dec(6) =
  let battery = requireSome(getFact("Battery", "battery:SKU-123"), "E001", "no battery");
  toDec(6, requireSome(recordGet(battery, "capacity_kwh"), "E002", "no capacity"));
field sustainability.pcf_gco2e_per_kwh : Dec(2) =
  let pcf = requireSome(getFact("PCF", "pcf:SKU-123"), "E003", "no footprint");
  let total = toDec(2, requireSome(recordGet(pcf, "total_gco2e"), "E004", "no total"));
  toDec(2, total / field("battery.capacity_kwh"));
`,
};

const parts = ['CELL', 'MODULE', 'HOUSING', 'BMS', 'CABLE', 'COOLING'];

/** A pack with a bill of materials, a footprint and a due-diligence report. */
const medium: GoldenInput = {
  product: { ...product, sku: 'EV-1' },
  facts: [
    sampleFact('Battery', 'battery:EV-1', { sku: 'EV-1', capacity_kwh: '75.50', category: 'ev', chemistry: 'NMC811' }),
    ...parts.map((part, index) =>
      sampleFact('BOM', `bom:EV-1:${part}`, {
        part_number: part,
        quantity: index === 0 ? 96 : 1,
        mass_kg: `${(index + 1) * 11}.250`,
        critical: index % 2 === 0,
      }),
    ),
    sampleFact('PCF', 'pcf:EV-1', { sku: 'EV-1', total_gco2e: 4530000 }),
    sampleFact('DueDiligence', 'dd:EV-1', { sku: 'EV-1', report_url: 'https://example.com/dd', reporting_year: 2026 }),
  ],
  rules: `
field identity.sku : Text = requireSome(recordGet(requireSome(getFact("Battery", "battery:EV-1"), "E1", "no battery"), "sku"), "E2", "no SKU");
field identity.chemistry : Text = requireSome(recordGet(requireSome(getFact("Battery", "battery:EV-1"), "E1", "no battery"), "chemistry"), "E2", "no chemistry");
field performance.capacity : Qty(kWh) = toQty("kWh", toDec(6, requireSome(recordGet(requireSome(getFact("Battery", "battery:EV-1"), "E1", "no battery"), "capacity_kwh"), "E2", "no capacity")));
field materials.mass : Qty(kg) = sumQty("kg", map(getFactsByPrefix("BOM", "bom:EV-1:"), \\part -> toQty("kg", toDec(6, requireSome(recordGet(part, "mass_kg"), "E3", "no mass")))));
field materials.parts : List(Text) = map(getFactsByPrefix("BOM", "bom:EV-1:"), \\part -> requireSome(recordGet(part, "part_number"), "E4", "no part number"));
field footprint.total : Qty(gCO2e) = toQty("gCO2e", toDec(6, requireSome(recordGet(requireSome(getFact("PCF", "pcf:EV-1"), "E5", "no footprint"), "total_gco2e"), "E6", "no total")));
field footprint.per_kwh : Qty(gCO2e_per_kWh) = field("footprint.total") / field("performance.capacity");
field due_diligence.report : Opt(Text) = recordGet(requireSome(getFact("DueDiligence", "dd:EV-1"), "E7", "no report"), "report_url");
field due_diligence.assurance : Opt(Text) = recordGet(requireSome(getFact("DueDiligence", "dd:EV-1"), "E7", "no report"), "assurance");
field compliance.article_77 : Bool =
  assert(field("materials.mass") > qty(0, kg), "E8", "a battery has a mass");
  emitCompliance("Art. 77", "PASS", field("identity.sku"));
`,
};

/** Characters, numbers and names at the borders of the formats. */
const edge: GoldenInput = {
  product: { ...product, name: '\u0001\b\f\n\r\t"\\/\u007f\u2028 😀 \ufb33', sku: '' },
  facts: [
    sampleFact('Odd', '😀', JSON.parse('{"__proto__": "x", "\\ufb33": 1, "😂": 2, "": 3}') as Record<string, unknown>),
    sampleFact('Odd', '\ufb33', { n: 123456789012345678901234567890n, negative: '-0.999999' }),
  ],
  rules: `
field z.__proto__ : Opt(Text) = recordGet(requireSome(getFact("Odd", "😀"), "E", "missing"), "__proto__");
field z.constructor : Int = requireSome(recordGet(requireSome(getFact("Odd", "\ufb33"), "E", "missing"), "n"), "E", "missing");
field a.truncated : Dec(2) = toDec(2, requireSome(recordGet(requireSome(getFact("Odd", "\ufb33"), "E", "missing"), "negative"), "E", "missing"));
field a.nothing : Opt(Text) = none;
field a.empty : List(Text) = map(getFactsByPrefix("Odd", "no such key"), \\fact -> "never");
field a.text : Text = "\\b\\f\\n\\"\\\\ 😀 \ufb33";
`,
};

const empty: GoldenInput = { product, facts: [], rules: '' };

export const GOLDEN_INPUTS = { minimal, medium, edge, empty };
