import { type Attribute, type Computed, quantity, record, sectionOf, text } from '../attribute.js';

const row = sectionOf('footprint', {
  responsible: 'manufacturer; a notified body verifies it (Art. 7)',
  source: 'carbon footprint study of the model and factory',
});

/** Credits of recycling can be negative. */
const FOOTPRINT = quantity('kgCO2e_per_kWh', '-1000', '10000');

/** What the passport shows in percent is computed from the footprint of the stage, so that both agree. */
function share(stage: string): Computed {
  const footprint = `requireSome(@footprint.${stage}_footprint, "MISSING", "the footprint of the stage is missing")`;
  return {
    from: [`footprint.${stage}_footprint`, 'footprint.per_functional_unit'],
    expression: `toQty("pct", ${footprint} / @footprint.per_functional_unit * 100)`,
  };
}

const STAGES = [
  ['raw_material', 'raw material acquisition and pre-processing', '6.3.3'],
  ['production', 'main product production/manufacturing', '6.3.4'],
  ['distribution', 'distribution', '6.3.5'],
  ['end_of_life', 'end of life and recycling', '6.3.6'],
] as const;

export const FOOTPRINT_ATTRIBUTES: readonly Attribute[] = [
  row(19, '6.3.2', {
    ...{ name: 'Battery carbon footprint per Functional Unit', member: 'per_functional_unit', categories: 'xxxx' },
    ...{ type: quantity('kgCO2e_per_kWh', '0.000001', '10000'), legalBasis: 'Annex XIII (1c); Art. 7' },
    explanation: 'Footprint per kWh of the energy that the battery provides over its service life',
  }),
  ...STAGES.map(([stage, title, din], index) =>
    row(20 + index, din, {
      ...{ name: `Contribution of ${title} lifecycle stage`, member: `${stage}_share`, categories: 'xxxx' },
      // A stage with a credit has a negative share, and then another one has more than the whole.
      ...{ type: quantity('pct', '-100', '200'), legalBasis: 'Annex XIII (1c); Art. 7', computed: share(stage) },
      explanation: `The share of ${title} in the footprint; computed from the footprint of the stage`,
    }),
  ),
  row(24, '6.3.7', {
    ...{ name: 'Carbon footprint performance class', member: 'performance_class', categories: 'xxxx', type: text() },
    ...{ legalBasis: 'Annex XIII (1c); Art. 7(2)', explanation: 'The class by the delegated act' },
  }),
  row(25, '6.3.8', {
    ...{ name: 'Web link to public carbon footprint study', member: 'study', categories: 'xxxx', type: text('uri') },
    ...{ legalBasis: 'Annex XIII (1c); Art. 7(1g)', explanation: 'A link to the public version of the study' },
  }),
  row(26, '6.3.9', {
    ...{ name: 'General battery and manufacturer information', member: 'general_information', categories: 'xxxx' },
    ...{ type: record({ identifier: text(), name: text() }), legalBasis: 'Annex XIII; Art. 7(1)' },
    computed: { from: ['identification.manufacturer'], expression: '$manufacturer' },
    explanation: 'The manufacturer whom the study is about; taken from the identification',
  }),
  row(27, '6.3.10', {
    ...{ name: 'Absolute battery carbon footprint', member: 'absolute', categories: 'oooo', legalBasis: 'n.a.' },
    ...{ type: quantity('tCO2e', '0', '100000'), explanation: 'The footprint of one battery' },
  }),
];

/** The footprints of the stages, from which their shares are computed. They are as mandatory as the shares. */
export const FOOTPRINT_SUPPLEMENTS: readonly Attribute[] = STAGES.map(([stage, title]) =>
  row(null, '', {
    ...{ name: `Footprint of ${title}`, member: `${stage}_footprint`, categories: 'oooo', type: FOOTPRINT },
    ...{ legalBasis: 'Annex XIII (1c); Art. 7' },
    explanation: 'In kg of CO2 equivalents per kWh. The stages must add up to the footprint',
  }),
);
