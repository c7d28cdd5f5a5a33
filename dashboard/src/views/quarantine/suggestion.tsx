import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { textOfJson } from '../../parts/cell-value.js';
import { Dialog } from '../../parts/dialog.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { counted, numberText } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { State } from '../../parts/state.js';
import { type Group } from './selection.js';

type Report = Schemas['RepairReport'];
type Repair = Report['groups'][number]['suggestions'][number];

/** The change of the contract that would repair the whole group, if there is one. */
export function Suggestion({
  group,
  onChanged,
}: {
  readonly group: Group;
  readonly onChanged: () => void;
}): JSX.Element | null {
  const reports = useGet('/v1/quarantine/suggestions', {}, { live: ['job', 'contract'] });
  const [isTrying, setTrying] = useState(false);
  const report = reports.data?.items.find(({ parser, output }) => parser === group.parser && output === group.output);
  const own = report?.groups.find(
    ({ column, error_type }) => column === group.column && error_type === group.error_type,
  );
  if (!reports.data) return null;
  if (report === undefined) return <AskForSuggestions group={group} />;
  const [best] = own?.suggestions ?? [];
  if (best === undefined) {
    const [refused] = own?.refused ?? [];
    return (
      <div class="inset q-hint small soft">
        No single change of the contract repairs these rows.
        {refused && ` ${refused.change}: ${refused.reason}.`}
      </div>
    );
  }
  return (
    <div class="inset q-hint">
      <div class="hint">
        <Icon name="spark" />
        <div class="grow">
          <b>
            {best.leaves === 0
              ? `All ${counted(best.repairs, 'row')} become valid.`
              : `${counted(best.repairs, 'row')} become valid, ${numberText(best.leaves)} stay.`}
          </b>{' '}
          {best.change}.
          {best.breaks !== null && best.breaks > 0 && ` ${counted(best.breaks, 'accepted row')} would become invalid.`}
        </div>
        <button class="btn btn-s" type="button" onClick={() => setTrying(true)}>
          Try without writing
        </button>
      </div>
      {isTrying && <TryDialog repair={best} onClose={() => setTrying(false)} onApplied={onChanged} />}
    </div>
  );
}

function AskForSuggestions({ group }: { readonly group: Group }): JSX.Element | null {
  const [isAsked, setAsked] = useState(false);
  if (!may('data:write')) return null;
  const ask = async (): Promise<void> => {
    const started = await act(() =>
      client.post('/v1/quarantine/suggestions', { body: { dataset: `${group.parser}.${group.output}` } }),
    );
    setAsked(started !== undefined);
  };
  return (
    <div class="inset q-hint row small soft">
      {isAsked ? (
        <State shape="running">All files of {group.output} are read to find a repair</State>
      ) : (
        <>
          <span class="grow">One change of the contract may repair all of these rows.</span>
          <button class="btn btn-s" type="button" onClick={() => void ask()}>
            <Icon name="spark" small />
            Look for a repair
          </button>
        </>
      )}
    </div>
  );
}

/** Rows before and after; then the change is made. */
function TryDialog({
  repair,
  onClose,
  onApplied,
}: {
  readonly repair: Repair;
  readonly onClose: () => void;
  readonly onApplied: () => void;
}): JSX.Element {
  const tried = useGet('/v1/quarantine/suggestions/{id}/rows', { params: { id: repair.id }, query: { limit: 10 } });
  const apply = async (): Promise<void> => {
    const applied = await act(
      () => client.post('/v1/quarantine/suggestions/{id}/apply', { params: { id: repair.id } }),
      {
        done: ({ job_ids }) => `The contract is changed. ${counted(job_ids.length, 'replay')} go on`,
      },
    );
    onClose();
    if (applied) onApplied();
  };
  return (
    <Dialog label="Try a repair" className="dialog dialog-wide" onClose={onClose}>
      <h2>{repair.change}</h2>
      <p>Nothing is written yet. These rows would be read like this:</p>
      {tried.isLoading && <Skeleton rows={5} />}
      {tried.error && <Failure error={tried.error} />}
      {tried.data && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Rows after the change">
          <table class="t t-dense">
            <thead>
              <tr>
                <th class="num" scope="col">
                  Row
                </th>
                <th scope="col">In the file</th>
                <th scope="col">In the dataset</th>
              </tr>
            </thead>
            <tbody>
              {tried.data.items.map(({ row_id, row_number, value, valid, after }) => (
                <tr key={row_id}>
                  <td class="num muted">{numberText(row_number)}</td>
                  <td class="mono">{textOfJson(value)}</td>
                  <td class="mono">
                    {valid ? (
                      <State shape="completed">{after ?? 'null'}</State>
                    ) : (
                      <State shape="failed">{after ?? 'still not valid'}</State>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="acts">
        <button class="btn" type="button" onClick={onClose}>
          Keep the contract
        </button>
        {may('data:write') && repair.applicable && (
          <button class="btn btn-1" type="button" onClick={() => void apply()}>
            Apply and replay {counted(repair.repairs, 'row')}
          </button>
        )}
        {!repair.applicable && <span class="small soft">The contract is part of a parser. Change it there.</span>}
      </div>
    </Dialog>
  );
}
