import { type Attribute, choice, list, record, sectionOf, text, texts } from '../attribute.js';

const row = sectionOf('labels', { responsible: 'manufacturer (Art. 13, Art. 38)', source: 'artwork of labels' });

export const LABELS: readonly Attribute[] = [
  row(12, '6.2.2', {
    ...{ name: 'Separate collection symbol', member: 'separate_collection_symbol', categories: 'xxxx' },
    ...{ type: text('uri'), legalBasis: 'Annex XIII (1s); Art. 13(4); Annex VI Part B' },
    explanation: 'A link to the picture of the crossed-out wheeled bin',
  }),
  row(13, '6.2.3', {
    ...{ name: 'Symbols for cadmium and lead', member: 'cadmium_and_lead_symbols', categories: 'xxxx' },
    ...{ type: text('uri'), legalBasis: 'Annex XIII (1s); Art. 13(5)' },
    explanation: 'A link to the symbols Cd and Pb, or to a statement that the battery needs none',
  }),
  row(14, '6.2.4', {
    ...{ name: 'Carbon footprint label', member: 'carbon_footprint_label', categories: 'oooo', type: text('uri') },
    ...{ legalBasis: 'Art. 7(2) via Annex XIII (1c)', explanation: 'A link to the picture of the label' },
  }),
  row(15, '6.2.5', {
    ...{ name: 'Extinguishing agent', member: 'extinguishing_agents', categories: 'xxxx', level: 'Unit' },
    ...{ type: list(text()), legalBasis: 'Annex VI Part A (9)', source: 'safety data sheet' },
    explanation: 'What to extinguish a fire of this battery with',
  }),
  row(16, '6.2.6', {
    ...{ name: 'Meaning of labels and symbols', member: 'meanings', categories: 'xxxx' },
    type: list(
      record({
        subject: choice('SeparateCollection', 'HazardousMaterial', 'CarbonFootPrint', 'ExtinguishingAgent'),
        symbol: text('uri'),
        meaning: texts,
      }),
    ),
    ...{ legalBasis: 'Annex XIII (1s); Art. 74(1e)', source: 'instructions for use' },
    explanation: 'For each label: its picture and its meaning in the languages of the markets',
  }),
  row(17, '6.2.7', {
    ...{ name: 'EU declaration of conformity', member: 'declaration_of_conformity', categories: 'xxxx' },
    ...{ type: text('uri'), legalBasis: 'Annex XIII (1r); Art. 18; Annex IX', source: 'conformity assessment' },
    explanation: 'A link to the signed declaration',
  }),
  row(18, '6.2.8', {
    ...{ name: 'Results of test reports proving compliance', member: 'test_reports', categories: 'xxxx' },
    ...{ type: text('uri'), legalBasis: 'Annex XIII (3); Annex VIII Part A 2(h)', access: 'authorities' },
    ...{ source: 'test laboratory', explanation: 'A link to the reports; only authorities see it' },
  }),
];
