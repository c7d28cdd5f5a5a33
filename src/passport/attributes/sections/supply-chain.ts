import { type Attribute, quantity, sectionOf, text } from '../attribute.js';

const row = sectionOf('supply_chain', {
  responsible: 'economic operator with a turnover of 40 million euros or more (Art. 47)',
  source: 'due-diligence report',
});

export const SUPPLY_CHAIN: readonly Attribute[] = [
  row(28, '6.4.2', {
    ...{ name: 'Information of due diligence report', member: 'due_diligence_report', categories: 'xxxx' },
    ...{ type: text('uri'), legalBasis: 'Art. 52(3)', explanation: 'A link to the report' },
  }),
  row(29, '6.4.3', {
    ...{ name: 'Third party assurances of recognised schemes', member: 'third_party_assurances', categories: 'oooo' },
    ...{ type: text('uri'), legalBasis: 'Art. 49(d)', explanation: 'A link to certificates of recognised schemes' },
  }),
  row(30, '6.4.4', {
    ...{ name: 'Supply chain indices', member: 'indices', categories: 'oooo', type: quantity('each', '0') },
    ...{ legalBasis: 'n.a.', explanation: 'An index of the supply chain, such as a score of a rating' },
  }),
];
