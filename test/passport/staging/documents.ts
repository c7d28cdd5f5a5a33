/** Documents of one battery, and rules that read their facts. */
export function bomOf(sku: string, parts = 3): string {
  return JSON.stringify({
    document: 'BOM',
    schema_version: 1,
    battery: { sku, capacity_kwh: '75.500', chemistry: 'NMC811' },
    components: Array.from({ length: parts }, (_, index) => ({
      part_number: `PART-${index + 1}`,
      name: `Part ${index + 1}`,
      quantity: index + 1,
      mass_kg: `${(index + 1) * 11}.250`,
    })),
  });
}

export function pcfOf(sku: string, total = 4_530_000): string {
  return JSON.stringify({ document: 'PCF', sku, total_gco2e: total });
}

/** A document with two mistakes, on lines 3 and 4. */
export const WRONG_PCF = '{\n"document": "PCF",\n"sku": "a:b",\n"total_gco2e": "many"\n}';

export function rulesFor(sku: string): string {
  return `
field battery.sku : Text = requireSome(recordGet(requireSome(getFact("Battery", "battery:${sku}"), "E1", "no battery"), "sku"), "E2", "no SKU");
field battery.capacity : Qty(kWh) = toQty("kWh", toDec(6, requireSome(recordGet(requireSome(getFact("Battery", "battery:${sku}"), "E1", "no battery"), "capacity_kwh"), "E2", "no capacity")));
field battery.mass : Qty(kg) = sumQty("kg", map(getFactsByPrefix("BOM", "bom:${sku}:"), \\part -> toQty("kg", toDec(6, requireSome(recordGet(part, "mass_kg"), "E3", "no mass")))));
field footprint.total : Qty(gCO2e) = toQty("gCO2e", toDec(6, requireSome(recordGet(requireSome(getFact("PCF", "pcf:${sku}"), "E5", "no footprint"), "total_gco2e"), "E6", "no total")));
field footprint.per_kwh : Qty(gCO2e_per_kWh) = field("footprint.total") / field("battery.capacity");
field compliance.article_77 : Bool = emitCompliance("Art. 77", "PASS", field("battery.sku"));
`;
}

/** A property that always holds, with enough cases for the gate. */
export const TESTS =
  'property numbers_are_equal_to_themselves : cases(500) seed(1) => forall x : Int . implies(true, x == x);';
export const FAILING_TESTS =
  'property numbers_are_small : cases(500) seed(1) => forall x : Int . implies(true, x < 3);';
