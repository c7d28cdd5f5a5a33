import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Result } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import { Icon } from '../../parts/icon.js';
import { counted, numberText } from '../../parts/number.js';
import { State } from '../../parts/state.js';

type Report = Result<'post', '/v1/quarantine-import'>;

/** Takes an edited export, shows what it would change, and then corrects the rows. */
export function ImportButton(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<{ file: File; report: Report }>();
  const send = (file: File, isDry: boolean): Promise<Report | undefined> =>
    act(
      async () => client.post('/v1/quarantine-import', { query: { dry_run: isDry }, body: await file.arrayBuffer() }),
      isDry ? {} : { done: ({ corrected }: Report) => `${counted(corrected, 'row')} corrected. They are replayed` },
    );
  return (
    <>
      <button class="btn" type="button" onClick={() => input.current?.click()}>
        <Icon name="upload" />
        Import corrections
      </button>
      <input
        ref={input}
        class="sr"
        type="file"
        accept=".csv,text/csv"
        aria-label="A CSV file with corrected rows"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void send(file, true).then((report) => report && setChecked({ file, report }));
        }}
      />
      {checked && (
        <ReportDialog
          {...checked}
          onClose={() => setChecked(undefined)}
          onApply={() => void send(checked.file, false).then(() => setChecked(undefined))}
        />
      )}
    </>
  );
}

function ReportDialog({
  file,
  report,
  onClose,
  onApply,
}: {
  readonly file: File;
  readonly report: Report;
  readonly onClose: () => void;
  readonly onApply: () => void;
}): JSX.Element {
  const { corrected, unchanged, rejected, changes, problems, unknown_columns } = report;
  return (
    <Dialog label="Import corrections" className="dialog dialog-wide" onClose={onClose}>
      <h2>{file.name}</h2>
      <p>
        {counted(corrected, 'row')} can be corrected, {numberText(unchanged)} unchanged, {numberText(rejected)}{' '}
        rejected. Nothing is written yet.
      </p>
      {unknown_columns.length > 0 && (
        <p class="small">No contract has the columns {unknown_columns.join(', ')}. They are ignored.</p>
      )}
      <div class="scroll-x import-list">
        <table class="t t-dense">
          <thead>
            <tr>
              <th class="num" scope="col">
                Line
              </th>
              <th scope="col">Column</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.flatMap(({ line, columns }) =>
              columns.map(({ name, old, new: value }) => (
                <tr key={`${line} ${name}`}>
                  <td class="num muted">{numberText(line)}</td>
                  <td class="main">{name}</td>
                  <td class="mono">
                    <s>{old ?? 'null'}</s>
                  </td>
                  <td class="mono">{value ?? 'null'}</td>
                </tr>
              )),
            )}
            {problems.map(({ line, message }) => (
              <tr key={`p ${line}`}>
                <td class="num muted">{numberText(line)}</td>
                <td colSpan={3}>
                  <State shape="failed">{message}</State>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="acts">
        <button class="btn" type="button" onClick={onClose}>
          Change nothing
        </button>
        <button class="btn btn-1" type="button" disabled={corrected === 0} onClick={onApply}>
          Correct and replay {counted(corrected, 'row')}
        </button>
      </div>
    </Dialog>
  );
}
