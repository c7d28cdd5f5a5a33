import { rescaled } from '../../rules/values/decimal.js';
import type { Findings } from '../findings.js';
import { compareDecimals, decimalOf, checkShape, type ExactDecimal, type Shape } from '../shape.js';
import type { Source } from '../source.js';
import { type DocumentReader, objectsOf } from './kind.js';

const FOOTPRINT: Shape = {
  sku: { kind: 'id', required: true },
  total_gco2e: { kind: 'decimal', required: true },
  functional_unit: { kind: 'text' },
  stages: { kind: 'list' },
  performance_class: { kind: 'text' },
  study_url: { kind: 'text' },
  pcr: { kind: 'text' },
};

/** Recycling may be a credit, so the emissions of a stage can be negative. */
const STAGE: Shape = {
  stage: {
    kind: 'text',
    required: true,
    oneOf: ['RawMaterialExtraction', 'MainProduction', 'Distribution', 'Recycling'],
  },
  gco2e: { kind: 'decimal', required: true },
};

/** A product carbon footprint, with or without its stages. */
export const PCF: DocumentReader = {
  names: ['PCF'],
  csvShape: { ...FOOTPRINT, ...STAGE, stages: { kind: 'text' } },

  fromJson(root, findings) {
    footprintFacts(root, objectsOf(root.payload['stages'], ['stages'], findings), findings);
  },

  /** A row with a stage belongs to the row without one that has the same SKU. */
  fromCsv(rows, findings) {
    const isStage = (row: Source): boolean => Object.hasOwn(row.payload, 'stage');
    const stages = new Map<unknown, Source[]>();
    for (const row of rows.filter(isStage)) {
      const { sku } = row.payload;
      const others = stages.get(sku);
      if (others === undefined) stages.set(sku, [row]);
      else others.push(row);
    }
    for (const row of rows.filter((each) => !isStage(each))) {
      const { sku } = row.payload;
      footprintFacts(row, stages.get(sku) ?? [], findings);
      stages.delete(sku);
    }
    for (const row of [...stages.values()].flat()) findings.problem('no row has the total of this SKU', row.spot);
  },
};

function footprintFacts(footprint: Source, stages: readonly Source[], findings: Findings): void {
  checkShape(footprint, FOOTPRINT, findings);
  const { sku, total_gco2e: total } = footprint.payload;
  findings.fact('PCF', ['pcf', sku], footprint);
  for (const stage of stages) {
    checkShape(stage, STAGE, findings);
    findings.fact('PCF_STAGE', ['pcf', sku, stage.payload['stage']], stage);
  }
  const parts = stages.map((stage) => decimalOf(stage.payload['gco2e']));
  const exactTotal = decimalOf(total);
  if (parts.length === 0 || exactTotal === undefined || parts.includes(undefined)) return;
  const sum = (parts as ExactDecimal[]).reduce(add);
  if (compareDecimals(sum, exactTotal) === 0) return;
  findings.problem('total_gco2e is not the sum of the stages', footprint.spotOf('total_gco2e'));
}

function add(left: ExactDecimal, right: ExactDecimal): ExactDecimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: rescaled(left.units, left.scale, scale) + rescaled(right.units, right.scale, scale), scale };
}
