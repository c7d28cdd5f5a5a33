import type { JSX } from 'preact';
import { numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { CopyButton } from '../../parts/copy.js';
import { State } from '../../parts/state.js';
import { valueText } from '../../parts/cell-value.js';
import type { Answers, Inspection } from './answers.js';
import { withType } from './questions.js';

const TYPES = ['string', 'int', 'float', 'decimal(18,2)', 'bool', 'date', 'datetime', 'time', 'json'];

/** The type of each column, why, and how many values fit. */
export function ColumnTypes({
  inspection,
  answers,
  onAnswer,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}): JSX.Element {
  const [first] = inspection.items;
  return (
    <Card
      className="clip"
      title="Columns"
      note={numberText(inspection.columns.length)}
      more={<CopyButton label="Copy as contract file" text={JSON.stringify(inspection.contract, undefined, 2)} />}
    >
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Columns">
        <table class="t" aria-label="Columns">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">Evidence</th>
              <th scope="col">First value</th>
              <th class="num" scope="col">
                Fits
              </th>
            </tr>
          </thead>
          <tbody>
            {inspection.columns.map((column) => {
              const { name, type, evidence, alternatives } = column;
              const misfits = column['misfits'] as { count: number } | undefined;
              const format = column['format'] as string | readonly string[] | null | undefined;
              const isAnswered = name in answers.types;
              return (
                <tr key={name}>
                  <td class="main">{name}</td>
                  <td>
                    <select
                      class="select type-select"
                      aria-label={`Type of ${name}`}
                      value={isAnswered ? (answers.types[name]?.type ?? type) : type}
                      onChange={(event) =>
                        onAnswer(
                          withType(answers, name, {
                            type: event.currentTarget.value,
                            format: formatFor(column, event.currentTarget.value),
                          }),
                        )
                      }
                    >
                      {[...new Set([type, ...alternatives.map((one) => one.type), ...TYPES])].map((one) => (
                        <option key={one} value={one}>
                          {one}
                        </option>
                      ))}
                    </select>
                    {format != null && <code class="muted small block">{valueText(format)}</code>}
                  </td>
                  <td class="evid">
                    {isAnswered ? 'your answer. ' : ''}
                    {evidence.join('; ')}
                  </td>
                  <td class="mono muted cell-cut">{first === undefined ? '' : valueText(first[name])}</td>
                  <td class="num">
                    {alternatives.length > 0 ? (
                      <span class="ask-t">Open</span>
                    ) : (misfits?.count ?? 0) > 0 ? (
                      <State shape="warning">{numberText(misfits?.count ?? 0)} do not</State>
                    ) : (
                      <State shape="completed">all</State>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** A number keeps the style in which the file writes it: an example says how. Formats of dates are found again. */
function formatFor(column: Inspection['columns'][number], type: string): string | null {
  const [decimal, thousands] = [column['decimal'], column['thousands']];
  if (typeof decimal !== 'string' || !/^(decimal|float|int)/.test(type)) return null;
  return `1${typeof thousands === 'string' ? thousands : ''}234${decimal}56`;
}
