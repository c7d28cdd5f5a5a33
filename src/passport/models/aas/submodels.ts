import type { Unit } from '../../rules/types/units.js';
import { day, flag, list, number, record, text } from '../mapping/codecs.js';
import { at, type Codec, group, type Part } from '../mapping/part.js';
import { footprints, links, months, temperatures } from './lists.js';
import { english, multilingual } from './language-text.js';

/** A submodel of IDTA 02035: its identification, and the places of its elements. */
export interface SubmodelTemplate {
  readonly idShort: string;
  readonly semanticId: string;
  readonly templateId: string;
  /** The namespace of the semantic ids of its elements. */
  readonly namespace: string;
  readonly part: Part;
}

const performance = (member: string, unit: Unit): Part => at(`performance.${member}`, number(unit));

const ADDRESS = {
  Street: at('street', english),
  Zipcode: at('postal_code', english),
  NationalCode: at('country', english),
};

const COMPANY_ADDRESS: Codec = record(
  group({
    ...ADDRESS,
    ...{ Company: at('name', english), 'AddressOfAdditionalLink?': at('web', text) },
    'Email?': group({ EmailAddress: at('email', text) }),
    // The nameplate has the identifier as an element of its own.
    'Identifier?': at('identifier', text),
  }),
);

const NAMEPLATE = group({
  URIOfTheProduct: at('identification.passport_identifier', text),
  SerialNumber: at('identification.battery_identifier', text),
  AddressInformation: at('identification.manufacturer', COMPANY_ADDRESS),
  'OperatorInformation?': at('identification.operator', COMPANY_ADDRESS),
  DateOfManufacture: at('identification.manufacturing_date', day),
  'DateOfPuttingIntoService?': at('identification.put_into_service', day),
  'ManufacturingPlace?': at('identification.manufacturing_place', record(group(ADDRESS))),
  LifeCycleStage: at('identification.status', text),
  Markings: at(
    'labels.meanings',
    list(
      record(
        group({
          MarkingName: at('subject', text),
          MarkingFile: at('symbol', text),
          MarkingAdditionalText: at('meaning', multilingual),
        }),
      ),
    ),
  ),
});

const TECHNICAL = group({
  GeneralInformation: group({
    WarrantyInformation: group({ WarrantyPeriod: months }),
    BatteryCategory: at('identification.category', text),
    BatteryMass: at('identification.mass', number('kg')),
  }),
  TechnicalPropertyAreas: group({
    CapacityEnergyVoltage: group({
      NominalVoltage: performance('nominal_voltage', 'V'),
      MinVoltage: performance('minimum_voltage', 'V'),
      MaxVoltage: performance('maximum_voltage', 'V'),
      RatedCapacity: performance('rated_capacity', 'Ah'),
      CapacityFade: at(
        'performance.capacity_fade',
        record(group({ Value: at('value', number('pct')), 'LastUpdate?': at('at', text) })),
      ),
      'CertifiedUsableBatteryEnergy?': performance('certified_usable_energy', 'kWh'),
    }),
    RoundTripEnergyEfficiency: group({
      InitialRoundTripEnergyEfficiency: performance('round_trip_efficiency', 'pct'),
      RoundTripEnergyEfficiencyAt50PercentOfCycleLife: performance('round_trip_efficiency_at_half_life', 'pct'),
      EnergyRoundTripEfficiencyFade: performance('round_trip_efficiency_fade', 'pct'),
      'InitialSelfDischargingRate?': performance('initial_self_discharge', 'pct_per_month'),
    }),
    Resistance: group({
      InitialInternalResistance: at(
        'performance.internal_resistance',
        list(
          record(group({ BatteryComponent: at('component', text), OhmicResistance: at('resistance', number('Ohm')) })),
        ),
      ),
      InternalResistanceIncrease: at(
        'performance.internal_resistance_increase',
        list(
          record(
            group({
              BatteryComponent: at('component', text),
              InternalResistanceIncreaseValue: at('increase', number('pct')),
              'LastUpdate?': at('at', text),
            }),
          ),
        ),
      ),
    }),
    PowerCapability: group({
      MaximumPermittedBatteryPower: performance('maximum_permitted_power', 'W'),
      PowerFade: performance('power_fade', 'pct'),
      'RatioNominalBatteryPowerAndBatteryEnergy?': performance('power_to_energy_ratio', 'W_per_Wh'),
      OriginalPowerCapability: at(
        'performance.original_power_capability',
        list(record(group({ AtSoC: at('at_soc', number('pct')), PowerCapabilityAt: at('power', number('W')) }))),
      ),
    }),
    Temperature: group({
      TemperatureRangeIdleState_LowerBoundary: performance('idle_temperature_minimum', 'degC'),
      TemperatureRangeIdleState_UpperBoundary: performance('idle_temperature_maximum', 'degC'),
    }),
    Lifetime: group({
      ExpectedLifetimeInCalendarYears: performance('expected_lifetime', 'years'),
      ExpectedNumberOfCycles: performance('expected_cycles', 'each'),
      'CapacityThresholdExhaustion?': performance('exhaustion_threshold', 'pct'),
      CycleLifeReferenceTest: at('performance.cycle_life_test', text),
      CRateOfRelevantCycleLifeTest: performance('cycle_life_c_rate', 'A_per_Ah'),
    }),
  }),
});

/** A state of the battery: an element with the value and its time. */
function state(name: string, member: string, unit: Unit): Record<string, Part> {
  const codec = record(group({ [`${name}Value`]: at('value', number(unit)), LastUpdate: at('at', text) }));
  return { [`${name}?`]: at(`performance.${member}`, codec) };
}

const CONDITION = group({
  ...state('EnergyThroughput', 'energy_throughput', 'kWh'),
  ...state('CapacityThroughput', 'capacity_throughput', 'Ah'),
  ...state('NumberOfFullCycles', 'full_cycles', 'each'),
  ...state('StateOfCertifiedEnergy', 'state_of_certified_energy', 'pct'),
  ...state('RemainingEnergy', 'remaining_usable_energy', 'kWh'),
  ...state('RemainingCapacity', 'remaining_capacity', 'Ah'),
  'NegativeEvents?': at(
    'performance.accidents',
    list(record(group({ NegativeEventValue: at('description', text), LastUpdate: at('at', text) }))),
  ),
  'TemperatureInformation?': temperatures,
  'RemainingPowerCapability?': at(
    'performance.remaining_power_capability',
    record(
      group({
        RemainingPowerCapabilityValue: group({
          AtSoC: at('at_soc', number('pct')),
          PowerCapabilityAt: at('value', number('W')),
          'RPCLastUpdated?': at('measured_at', text),
        }),
        LastUpdate: at('at', text),
      }),
    ),
  ),
  ...state('EvolutionOfSelfDischarge', 'self_discharge_evolution', 'pct'),
  ...state('CurrentSelfDischargingRate', 'current_self_discharge', 'pct_per_month'),
  ...state('RemainingRoundTripEnergyEfficiency', 'remaining_round_trip_efficiency', 'pct'),
  ...state('StateOfCharge', 'state_of_charge', 'pct'),
});

const LOCATION = group({ ComponentName: at('component', text), 'ComponentId?': at('component_id', text) });

const MATERIALS = group({
  BatteryChemistry: at(
    'materials.chemistry',
    record(group({ ShortName: at('short_name', text), ClearName: at('clear_name', text) })),
  ),
  BatteryMaterials: at(
    'materials.battery_materials',
    list(
      record(
        group({
          BatteryMaterialLocation: LOCATION,
          'BatteryMaterialIdentifier?': at('cas', text),
          BatteryMaterialName: at('name', text),
          BatteryMaterialMass: at('mass', number('kg')),
          IsCriticalRawMaterial: at('critical', flag),
        }),
      ),
    ),
  ),
  HazardousSubstances: at(
    'materials.hazardous_substances',
    list(
      record(
        group({
          HazardousSubstanceClass: at('class', text),
          HazardousSubstanceName: at('name', text),
          HazardousSubstanceConcentration: at('concentration', number('pct')),
          HazardousSubstanceImpact: at('impact', list(text)),
          HazardousSubstanceLocation: LOCATION,
          'HazardousSubstanceIdentifier?': at('cas', text),
        }),
      ),
    ),
  ),
});

const recycled = (metal: string): Part =>
  group({
    PreConsumerShare: at(`circularity.pre_consumer_${metal}`, number('pct')),
    PostConsumerShare: at(`circularity.post_consumer_${metal}`, number('pct')),
  });

const CIRCULARITY = group({
  DismantlingAndRemovalInformation: at(
    'circularity.dismantling',
    list(
      record(group({ DocumentType: at('type', text), MimeType: at('mime_type', text), DocumentURL: at('url', text) })),
    ),
  ),
  SparePartSources: at(
    'circularity.spare_part_sources',
    list(
      record(
        group({
          NameOfSupplier: at('supplier', english),
          AddressOfSupplier: group(ADDRESS),
          EmailAddressOfSupplier: group({ EmailAddress: at('email', text) }),
          SupplierWebAddress: at('web', text),
          Components: at(
            'components',
            list(record(group({ PartName: at('part_name', text), PartNumber: at('part_number', text) }))),
          ),
        }),
      ),
    ),
  ),
  RecycledContentInformation: group({
    ...{ Nickel: recycled('nickel'), Cobalt: recycled('cobalt'), Lithium: recycled('lithium'), Lead: recycled('lead') },
  }),
  SafetyMeasures: group({
    SafetyInstructions: at('circularity.safety_measures', text),
    ExtinguishingAgents: at('labels.extinguishing_agents', list(text)),
  }),
  EndOfLifeInformation: group({
    WastePrevention: at('circularity.waste_prevention', text),
    SeparateCollection: at('circularity.separate_collection', text),
    InformationOnCollection: at('circularity.end_of_life', text),
  }),
  RenewableContent: at('circularity.renewable_content', number('pct')),
});

function template(number: number, idShort: string, name: string, part: Part, semanticId?: string): SubmodelTemplate {
  const namespace = `urn:samm:io.admin-shell.idta.batterypass.${name}#`;
  const templateId = `https://admin-shell.io/idta-02035-${number}`;
  return { idShort, templateId, namespace, part, semanticId: semanticId ?? `${namespace}${idShort}` };
}

/** The seven parts of IDTA 02035, Digital Battery Passport. */
export const SUBMODELS: readonly SubmodelTemplate[] = [
  template(
    ...([1, 'BatteryNameplate', 'digital_nameplate:1.0.0', NAMEPLATE] as const),
    'https://admin-shell.io/idta/digitalbatterypassport/nameplate/1/0/Nameplate',
  ),
  template(2, 'HandoverDocumentation', 'handover_documentation:1.0.0', links),
  template(3, 'CarbonFootprint', 'carbon_footprint:1.0.0', footprints),
  template(4, 'TechnicalData', 'technical_data:1.0.2', TECHNICAL),
  template(5, 'ProductCondition', 'product_condition:1.0.2', CONDITION),
  template(6, 'MaterialComposition', 'material_composition:1.0.2', MATERIALS),
  template(7, 'Circularity', 'circularity:1.0.0', CIRCULARITY),
];

/** All submodels in one object, by name. */
export const PASSPORT_SHELL: Part = group(
  Object.fromEntries(SUBMODELS.map(({ idShort, part }) => [`${idShort}?`, part])),
);
