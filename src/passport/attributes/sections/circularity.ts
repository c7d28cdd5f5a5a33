import { type Attribute, choice, list, percent, record, sectionOf, text } from '../attribute.js';
import { ADDRESS } from './identification.js';

const row = sectionOf('circularity', { responsible: 'manufacturer', source: 'technical documentation' });

const PARTS = list(record({ part_name: text(), part_number: text() }));
const RESTRICTED = { access: 'legitimate_interest_and_commission', categories: 'xxxx' } as const;
const METALS = ['Nickel', 'Cobalt', 'Lithium', 'Lead'] as const;

export const CIRCULARITY: readonly Attribute[] = [
  row(36, '6.6.1.2', {
    name: 'Dismantling information: Manuals for the removal and the disassembly of the battery pack',
    ...{ member: 'dismantling', ...RESTRICTED, legalBasis: 'Annex XIII (2c)' },
    type: list(
      record({
        type: choice('BillOfMaterial', 'Model3D', 'DismantlingManual', 'RemovalManual', 'OtherManual', 'Drawing'),
        ...{ mime_type: text(), url: text('uri') },
      }),
    ),
    explanation: 'Links to manuals, drawings and models for removal and disassembly',
  }),
  row(37, '6.6.1.3', {
    ...{ name: 'Part numbers for components', member: 'part_numbers', ...RESTRICTED, type: PARTS },
    ...{ legalBasis: 'Annex XIII (2b)', source: 'bill of materials', explanation: 'Names and numbers of components' },
  }),
  row(38, '6.6.1.4', {
    ...{ name: 'Information on sources of spare parts', member: 'spare_part_sources', ...RESTRICTED },
    type: list(record({ supplier: text(), ...ADDRESS, email: text('email'), web: text('uri'), components: PARTS })),
    ...{ legalBasis: 'Annex XIII (2b)', source: 'after-sales service', explanation: 'Who supplies which spare parts' },
  }),
  row(39, '6.6.1.5', {
    ...{ name: 'Safety measures', member: 'safety_measures', ...RESTRICTED, type: text('uri') },
    ...{ legalBasis: 'Annex XIII (2d); Art. 74(2)', explanation: 'A link to the safety instructions' },
  }),
  ...(['pre', 'post'] as const).flatMap((phase, block) =>
    METALS.map((metal, index) =>
      row(40 + block * 4 + index, `6.6.2.${3 + block * 4 + index}`, {
        name: `${phase === 'pre' ? 'Pre' : 'Post'}-consumer recycled ${metal.toLowerCase()} share`,
        ...{ member: `${phase}_consumer_${metal.toLowerCase()}`, categories: 'xxxx', type: percent },
        ...{ legalBasis: 'Annex XIII (1e); Art. 8(1)', source: 'certificates of suppliers of active materials' },
        explanation: `Share of the ${metal.toLowerCase()} in active materials that was recovered from ${phase === 'pre' ? 'production' : 'post-consumer'} waste; 0 if the battery has none`,
      }),
    ),
  ),
  row(48, '6.6.2.11', {
    ...{ name: 'Renewable content share', member: 'renewable_content', categories: 'xxxx', type: percent },
    ...{ legalBasis: 'Annex XIII (1f)', explanation: 'Share of renewable materials by mass' },
  }),
  row(49, '6.6.3.2', {
    name: 'Information on the role of end-users in contributing to waste prevention',
    ...{ member: 'waste_prevention', categories: 'xxxx', type: text('uri'), legalBasis: 'Art. 74(1a)' },
    ...{ source: 'information for end-users', explanation: 'A link to the information' },
  }),
  row(50, '6.6.3.3', {
    name: 'Information on the role of end-users in contributing to the separate collection of waste batteries',
    ...{ member: 'separate_collection', categories: 'xxxx', type: text('uri'), legalBasis: 'Art. 74(1b)' },
    ...{ source: 'information for end-users', explanation: 'A link to the information' },
  }),
  row(51, '6.6.3.4', {
    name: 'Information on battery collection, preparation for second life and on treatment at end of life',
    ...{ member: 'end_of_life', categories: 'xxxx', type: text('uri'), legalBasis: 'Art. 74(1c)' },
    ...{ source: 'information for end-users', explanation: 'A link to the information' },
  }),
];
