import { type Attribute, choice, flag, list, quantity, percent, record, sectionOf, text } from '../attribute.js';

const row = sectionOf('materials', {
  responsible: 'manufacturer, with data of suppliers of cells and materials',
  source: 'bill of materials, material data sheets (IMDS)',
});

const LOCATION = { component: text(), 'component_id?': text() };

const MATERIAL = {
  ...{ name: text(), 'cas?': text('cas'), mass: quantity('kg', '0', '100000'), critical: flag, ...LOCATION },
};

const SUBSTANCE = {
  class: choice('AcuteToxicity', 'SkinCorrosionOrIrritation', 'EyeDamageOrIrritation'),
  ...{ name: text(), 'cas?': text('cas'), concentration: percent, impact: list(text()), ...LOCATION },
};

export const MATERIALS: readonly Attribute[] = [
  row(31, '6.5.2', {
    ...{ name: 'Battery chemistry', member: 'chemistry', categories: 'xxxx' },
    ...{ type: record({ short_name: text(), clear_name: text() }), legalBasis: 'Annex XIII (1b); Annex VI Part A (7)' },
    explanation: 'Abbreviation and full name, such as NMC and lithium nickel manganese cobalt oxide',
  }),
  row(32, '6.5.3', {
    ...{ name: 'Critical raw materials', member: 'critical_raw_materials', categories: 'xxxx', type: list(text()) },
    legalBasis: 'Annex XIII (1b); Annex VI Part A (10)',
    computed: {
      from: ['materials.battery_materials'],
      expression:
        'map(filter($battery_materials, \\one -> unwrapOr(recordGet(one, "critical"), false)), \\one -> unwrapOr(recordGet(one, "name"), ""))',
    },
    explanation: 'The critical raw materials above 0.1 % by mass; taken from the list of materials',
  }),
  row(33, '6.5.4', {
    ...{ name: 'Materials used in cathode, anode and electrolyte', member: 'battery_materials', categories: 'xxxx' },
    ...{ type: list(record(MATERIAL)), legalBasis: 'Annex XIII (2a)', access: 'legitimate_interest_and_commission' },
    explanation:
      'Each material: name, CAS number, mass, place (Cathode, Anode, Electrolyte) and whether it is critical',
  }),
  row(34, '6.5.5', {
    ...{ name: 'Hazardous substances', member: 'hazardous_substances', categories: 'xxxx' },
    ...{ type: list(record(SUBSTANCE)), legalBasis: 'Annex XIII (1b); Annex VI Part A (8)' },
    explanation: 'Each substance: hazard class, name, CAS number, concentration in %, place and impact',
  }),
  row(35, '6.5.6', {
    ...{ name: 'Impact of substances on environment, human health, safety, persons', member: 'substance_impacts' },
    ...{ categories: 'xxxx', type: list(record({ name: text(), impact: list(text()) })) },
    ...{ legalBasis: 'Annex XIII (1s); Art. 74(1f)' },
    computed: { from: ['materials.hazardous_substances'], expression: '$hazardous_substances' },
    explanation: 'The impact of each hazardous substance; taken from the list of substances',
  }),
];
