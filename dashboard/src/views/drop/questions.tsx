import type { JSX } from 'preact';
import { Card } from '../../parts/page.js';
import { Icon } from '../../parts/icon.js';
import type { Answers, Inspection } from './answers.js';

type InspectedColumn = Inspection['columns'][number];

/** What the data does not decide. No answer is chosen beforehand. */
export function Questions({
  inspection,
  answers,
  onAnswer,
}: {
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}): JSX.Element | null {
  // An answered column has no alternatives any more, so it is remembered by its answer.
  const open = inspection.columns.filter(({ alternatives }) => alternatives.length > 0);
  if (open.length === 0) return null;
  return (
    <>
      {open.map((column) => (
        <Card
          key={column.name}
          className="ask"
          title={
            <>
              <span class="ask-t">
                <Icon name="spark" />
              </span>{' '}
              How is <code>{column.name}</code> meant?
            </>
          }
        >
          <div class="card-b">
            <div class="opts" role="group" aria-label={`Type of ${column.name}`}>
              {column.alternatives.map(({ type, format, why, misfits }) => (
                <button
                  key={`${type} ${format ?? ''}`}
                  class="opt"
                  type="button"
                  onClick={() => onAnswer(withType(answers, column.name, { type, format }))}
                >
                  <b>
                    <i class="rb" />
                    {type}
                    {format === null ? '' : ` ${formatName(format)}`}
                  </b>
                  <p>{why}</p>
                  <p>{misfits === 0 ? 'Fits all values' : `${misfits} values do not fit`}</p>
                </button>
              ))}
              <button
                class="opt"
                type="button"
                onClick={() => onAnswer(withType(answers, column.name, { type: 'string', format: null }))}
              >
                <b>
                  <i class="rb" />
                  Keep as text
                </b>
                <p>{firstEvidence(column)}</p>
                <p>Decide later, in the contract</p>
              </button>
            </div>
          </div>
        </Card>
      ))}
    </>
  );
}

export function withType(
  answers: Answers,
  column: string,
  type: { readonly type: string; readonly format: string | null } | undefined,
): Answers {
  const { [column]: _, ...others } = answers.types;
  return { ...answers, types: type === undefined ? others : { ...others, [column]: type } };
}

function firstEvidence({ evidence }: InspectedColumn): string {
  return evidence[0] ?? 'No row is changed by waiting';
}

function formatName(format: string): string {
  if (/%d.*%m/.test(format)) return `day first (${format})`;
  return /%m.*%d/.test(format) && !format.startsWith('%Y') ? `month first (${format})` : format;
}
