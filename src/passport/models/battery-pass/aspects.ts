import { fitting, flag, link, list, number, record, startOfDay, text, texts } from '../mapping/codecs.js';
import { at, type Codec, group, type Part } from '../mapping/part.js';
import { lifeCycleStages, recycledContent, temperatureTimes } from './shared-lists.js';
import { labels, sparePartSources, warranty } from './derived.js';

const ADDRESS = {
  addressCountry: at('country', text),
  postalCode: at('postal_code', text),
  streetAddress: at('street', text),
};

/** The public schema lacks backslashes here, so nearly all addresses of companies do not fit. They are in the supplement. */
const COMPANY_EMAIL = /^[w.-]+@[w.-]+.[A-Za-z]{2,}$/;
const EMAIL = /^[\w.-]+@[\w.-]+\.[A-Za-z]{2,}$/;
const URN = /^urn:[a-z0-9]+:[a-z0-9]+$/;

const COMPANY = record(
  group({
    ...{ contactName: at('name', text), postalAddress: group(ADDRESS), identifier: at('identifier', text) },
    ...{ 'emailAddress?': at('email', fitting(COMPANY_EMAIL)), 'webAddress?': at('web', text) },
  }),
);

const GENERAL = group({
  productIdentifier: at('identification.battery_identifier', text),
  batteryPassportIdentifier: at('identification.passport_identifier', fitting(URN)),
  batteryCategory: at('identification.category', text),
  manufacturerInformation: at('identification.manufacturer', COMPANY),
  manufacturingDate: at('identification.manufacturing_date', startOfDay),
  batteryStatus: at('identification.status', text),
  batteryMass: at('identification.mass', number('kg')),
  manufacturingPlace: at('identification.manufacturing_place', record(group(ADDRESS))),
  operatorInformation: at('identification.operator', COMPANY),
  puttingIntoService: at('identification.put_into_service', startOfDay),
  warrentyPeriod: at('identification.warranty_until', warranty, 'warrantyPeriod'),
});

const FOOTPRINT = group({
  batteryCarbonFootprint: at('footprint.per_functional_unit', number('kgCO2e_per_kWh')),
  carbonFootprintPerLifecycleStage: lifeCycleStages,
  carbonFootprintPerformanceClass: at('footprint.performance_class', text),
  carbonFootprintStudy: at('footprint.study', link),
  'absoluteCarbonFootprint?': at('footprint.absolute', number('tCO2e')),
});

const COMPONENTS = list(record(group({ partName: at('part_name', text), partNumber: at('part_number', text) })));

const CIRCULARITY = group({
  dismantlingAndRemovalInformation: at(
    'circularity.dismantling',
    list(
      record(group({ documentType: at('type', text), mimeType: at('mime_type', text), documentURL: at('url', link) })),
    ),
  ),
  sparePartSources: sparePartSources(
    list(
      record(
        group({
          ...{ nameOfSupplier: at('supplier', text), addressOfSupplier: group(ADDRESS) },
          ...{ emailAddressOfSupplier: at('email', fitting(EMAIL)), supplierWebAddress: at('web', link) },
          components: at('components', COMPONENTS),
        }),
      ),
    ),
  ),
  recycledContent,
  safetyMeasures: group({
    safetyInstructions: at('circularity.safety_measures', link),
    extinguishingAgent: at('labels.extinguishing_agents', list(text)),
  }),
  endOfLifeInformation: group({
    wastePrevention: at('circularity.waste_prevention', link),
    separateCollection: at('circularity.separate_collection', link),
    informationOnCollection: at('circularity.end_of_life', link),
  }),
  renewableContent: at('circularity.renewable_content', number('pct')),
});

const LABELING = group({
  declarationOfConformity: at('labels.declaration_of_conformity', link),
  resultOfTestReport: at('labels.test_reports', link),
  labels: labels(
    list(
      record(
        group({
          labelingSymbol: at('symbol', link),
          labelingMeaning: at('meaning', texts),
          labelingSubject: at('subject', text),
        }),
      ),
    ),
  ),
});

const LOCATION = group({ componentName: at('component', text), 'componentId?': at('component_id', text) });

const MATERIALS = group({
  batteryChemistry: at(
    'materials.chemistry',
    record(group({ shortName: at('short_name', text), clearName: at('clear_name', text) })),
  ),
  batteryMaterials: at(
    'materials.battery_materials',
    list(
      record(
        group({
          batteryMaterialLocation: LOCATION,
          batteryMaterialIdentifier: at('cas', text),
          batteryMaterialName: at('name', text),
          batteryMaterialMass: at('mass', number('kg')),
          isCriticalRawMaterial: at('critical', flag),
        }),
      ),
    ),
  ),
  hazardousSubstances: at(
    'materials.hazardous_substances',
    list(
      record(
        group({
          hazardousSubstanceClass: at('class', text),
          hazardousSubstanceName: at('name', text),
          hazardousSubstanceConcentration: at('concentration', number('pct')),
          hazardousSubstanceImpact: at('impact', list(text)),
          hazardousSubstanceLocation: LOCATION,
          hazardousSubstanceIdentifier: at('cas', text),
        }),
      ),
    ),
  ),
});

const quantity = (member: string, unit: Parameters<typeof number>[0], ...aliases: string[]): Part =>
  at(`performance.${member}`, number(unit), ...aliases);

/** A value that changes during use, and when it was measured. */
function timed(name: string, unit: Parameters<typeof number>[0]): Codec {
  return record(group({ [name]: at('value', number(unit), 'value'), lastUpdate: at('at', text) }));
}

const TECHNICAL = group({
  originalPowerCapability: at(
    'performance.original_power_capability',
    list(record(group({ atSoC: at('at_soc', number('pct')), powerCapabilityAt: at('power', number('W')) }))),
  ),
  ratedMaximumPower: quantity('maximum_permitted_power', 'W'),
  powerCapabilityRatio: quantity('power_to_energy_ratio', 'W_per_Wh'),
  ratedEnergy: quantity('rated_energy', 'kWh'),
  expectedNumberOfCycles: quantity('expected_cycles', 'each'),
  initialSelfDischarge: quantity('initial_self_discharge', 'pct_per_month'),
  roundtripEfficiency: quantity('round_trip_efficiency', 'pct'),
  ratedCapacity: quantity('rated_capacity', 'Ah'),
  initialInternalResistance: at(
    'performance.internal_resistance',
    list(record(group({ ohmicResistance: at('resistance', number('Ohm')), batteryComponent: at('component', text) }))),
  ),
  expectedLifetime: quantity('expected_lifetime', 'years'),
  'cRate?': quantity('c_rate', 'A_per_Ah'),
  nominalVoltage: quantity('nominal_voltage', 'V'),
  minimumVoltage: quantity('minimum_voltage', 'V'),
  maximumVoltage: quantity('maximum_voltage', 'V'),
  capacityThresholdForExhaustion: quantity('exhaustion_threshold', 'pct'),
  lifetimeReferenceTest: at('performance.cycle_life_test', link),
  cRateLifeCycleTest: quantity('cycle_life_c_rate', 'A_per_Ah'),
  temperatureRangeIdleState: group({
    minimum: quantity('idle_temperature_minimum', 'degC'),
    maximum: quantity('idle_temperature_maximum', 'degC'),
  }),
  roundTripEfficiencyat50PerCentCycleLife: quantity('round_trip_efficiency_at_half_life', 'pct'),
  roundTripEfficiencyFade: quantity('round_trip_efficiency_fade', 'pct'),
  powerFade: quantity('power_fade', 'pct'),
});

/** A state that is an object with the name of its value and a time. */
const state = (name: string, member: string, unit: Parameters<typeof number>[0]): Record<string, Part> => ({
  [name]: at(`performance.${member}`, timed(`${name}Value`, unit)),
});

const CONDITION = group({
  ...state('energyThroughput', 'energy_throughput', 'kWh'),
  ...state('capacityThroughput', 'capacity_throughput', 'Ah'),
  ...state('numberOfFullCycles', 'full_cycles', 'each'),
  ...state('stateOfCertifiedEnergy', 'state_of_certified_energy', 'pct'),
  ...state('capacityFade', 'capacity_fade', 'pct'),
  ...state('remainingEnergy', 'remaining_usable_energy', 'kWh'),
  ...state('remainingCapacity', 'remaining_capacity', 'Ah'),
  negativeEvents: at(
    'performance.accidents',
    list(record(group({ negativeEvent: at('description', text), lastUpdate: at('at', text) }))),
  ),
  temperatureInformation: temperatureTimes,
  remainingPowerCapability: at(
    'performance.remaining_power_capability',
    record(
      group({
        remainingPowerCapabilityValue: group({
          atSoC: at('at_soc', number('pct')),
          powerCapabilityAt: at('value', number('W')),
          rPCLastUpdated: at('measured_at', text),
        }),
        lastUpdate: at('at', text),
      }),
    ),
  ),
  ...state('evolutionOfSelfDischarge', 'self_discharge_evolution', 'pct'),
  ...state('currentSelfDischargingRate', 'current_self_discharge', 'pct_per_month'),
  internalResistanceIncrease: at(
    'performance.internal_resistance_increase',
    list(
      record(
        group({
          internalResistanceIncreaseValue: at('increase', number('pct')),
          lastUpdate: at('at', text),
          batteryComponent: at('component', text),
        }),
      ),
    ),
  ),
  ...state('remainingRoundTripEnergyEfficiency', 'remaining_round_trip_efficiency', 'pct'),
  ...state('stateOfCharge', 'state_of_charge', 'pct'),
});

/** The seven aspects of the Battery Pass data model, by the names of their schemas. */
export const ASPECTS: Readonly<Record<string, Part>> = {
  GeneralProductInformation: GENERAL,
  CarbonFootprintForBatteries: FOOTPRINT,
  Circularity: CIRCULARITY,
  Labeling: LABELING,
  MaterialComposition: MATERIALS,
  PerformanceAndDurability: group({
    batteryTechicalProperties: { ...TECHNICAL, aliases: ['batteryTechnicalProperties'] },
    batteryCondition: CONDITION,
  }),
  SupplyChainDueDiligence: group({
    supplyChainDueDiligenceReport: at('supply_chain.due_diligence_report', link),
    'thirdPartyAussurances?': at('supply_chain.third_party_assurances', link, 'thirdPartyAssurances'),
    'supplyChainIndicies?': at('supply_chain.indices', number('each'), 'supplyChainIndices'),
  }),
};
