import { day, list, record, text, word } from '../mapping/codecs.js';
import { at, constant, group, inAnyOrder, NOTHING, type Part } from '../mapping/part.js';
import { NO_DOCUMENTS, linked } from './documents.js';
import { activeMetal, composition, hazardous } from './materials.js';
import { dismantling, footprints, meanings } from './lists.js';
import { performance } from './performance.js';
import { bpnl, chemistry, codes, purpose, warranty, weight } from './special.js';

const IDENTIFICATION = group({
  category: at(
    'identification.category',
    // Stationary batteries are industrial ones here. The last word wins when a file is read.
    word({ ev: 'EV', lmt: 'LMT', stationary: 'industrial', industrial: 'industrial' }),
  ),
  idDmc: at('identification.battery_identifier', text),
  chemistry: at('materials.chemistry', chemistry),
  identification: group({
    ...{ 'serial?': NOTHING, 'batch?': NOTHING },
    type: group({ manufacturerPartId: at('@sku', text), nameAtManufacturer: at('@name', text) }),
    codes,
    dataCarrier: group({ carrierType: at('@carrier', text), carrierLayout: at('@carrier_layout', text) }),
    classification: NO_DOCUMENTS,
  }),
});

const OPERATION = group({
  'intoServiceDate?': at('identification.put_into_service', day),
  manufacturer: group({
    facility: NO_DOCUMENTS,
    manufacturer: at('identification.manufacturer', bpnl),
    'manufacturingDate?': at('identification.manufacturing_date', day),
  }),
});

const SUSTAINABILITY = group({
  documents: group({
    separateCollection: linked('circularity.separate_collection', 'Separate collection of waste batteries'),
    wastePrevention: linked('circularity.waste_prevention', 'Prevention of waste'),
    ...{ 'euTaxonomyDisclosureStatement?': NOTHING, 'sustainabilityReport?': NOTHING },
  }),
  carbonFootprint: footprints,
  status: at(
    'identification.status',
    word({
      ...{ Original: 'original', Repurposed: 'repurposed', Reused: 're-used' },
      ...{ Remanufactured: 'remanufactured', Waste: 'waste' },
    }),
  ),
});

const CONFORMITY = group({
  'declarationOfConformityId?': NOTHING,
  declarationOfConformity: linked('labels.declaration_of_conformity', 'EU declaration of conformity'),
  resultOfTestReport: linked('labels.test_reports', 'Results of test reports'),
  thirdPartyAssurance: linked('supply_chain.third_party_assurances', 'Third party assurances'),
  dueDiligencePolicy: linked('supply_chain.due_diligence_report', 'Due diligence report'),
});

const SAFETY = group({
  usableExtinguishAgent: at(
    'labels.extinguishing_agents',
    list({
      write: (stored, omit) => {
        omit(['fireClass']);
        return typeof stored === 'string' ? { media: stored } : undefined;
      },
      read(given, refuse) {
        const members = record(group({ media: at('media', text), 'fireClass?': NOTHING, 'document?': NOTHING }));
        const found = members.read(given, refuse) as { media?: string } | undefined;
        return found?.media;
      },
    }),
  ),
  safetyMeasures: linked('circularity.safety_measures', 'Safety measures'),
  meaningOfLabels: meanings,
  'safeDischarging?': NOTHING,
  dismantling,
  'removalFromAppliance?': NOTHING,
});

const METADATA = group({
  version: at('@version', text),
  'status?': constant('approved'),
  expirationDate: NOTHING,
  issueDate: at('@issued', day),
  economicOperatorId: at('identification.operator', bpnl),
  passportIdentifier: at('@passport', text),
  predecessor: at('@predecessor', text),
  backupReference: at('@backup', text),
  ...{ 'registrationIdentifier?': NOTHING, 'lastModification?': NOTHING },
});

/** The aspect `io.catenax.battery.battery_pass` 6.1.0. */
export const CATENA_X: Part = inAnyOrder(
  group({
    'specVersion?': constant('urn:samm:io.catenax.battery.battery_pass:6.1.0#BatteryPass'),
    identification: IDENTIFICATION,
    operation: OPERATION,
    characteristics: group({
      warranty,
      physicalDimension: group({
        ...{ 'height?': NOTHING, 'length?': NOTHING, 'width?': NOTHING },
        weight: at('identification.mass', weight),
      }),
    }),
    sustainability: SUSTAINABILITY,
    materials: group({
      active: group({
        ...Object.fromEntries(['nickel', 'lithium', 'cobalt', 'lead'].map((metal) => [metal, activeMetal(metal)])),
        'other?': NOTHING,
      }),
      hazardous,
      composition,
    }),
    performance,
    conformity: CONFORMITY,
    safety: SAFETY,
    'sources?': NOTHING,
    metadata: METADATA,
    commercial: group({ 'placedOnMarket?': NOTHING, purpose }),
    handling: group({
      content: group({
        producer: NO_DOCUMENTS,
        sparePart: at(
          'circularity.part_numbers',
          list(
            record(group({ manufacturerPartId: at('part_number', text), nameAtManufacturer: at('part_name', text) })),
          ),
        ),
      }),
      applicable: constant(true),
    }),
  }),
);
