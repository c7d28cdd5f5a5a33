import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { usePages } from '../../data/use-pages.js';
import { copyText } from '../../parts/copy.js';
import { confirm, Dialog } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { PageHead } from '../../parts/page.js';
import { State } from '../../parts/state.js';
import type { Column } from '../../parts/table.js';
import { Time } from '../../parts/time.js';

type Key = Schemas['ApiKey'];

const ROLES: readonly { readonly role: Key['role']; readonly says: string }[] = [
  { role: 'Reader', says: 'reads jobs, data, prices and passports' },
  { role: 'Auditor', says: 'reads jobs, data, passports and the audit log' },
  { role: 'ComplianceOfficer', says: 'compiles passports and builds snapshots' },
  { role: 'Operator', says: 'runs and changes jobs, data and sources; can run programs' },
  { role: 'Admin', says: 'may do everything' },
];

export default function Keys(): JSX.Element {
  const pages = usePages('/v1/keys', {}, { id: ({ id }) => id, everyMs: 60_000 });
  const [isCreating, setCreating] = useState(false);
  const revoke = async ({ id, name }: Key): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke the key ${name}?`,
      text: 'Programs that use it are refused within a second. This cannot be undone.',
      yes: 'Revoke the key',
      no: 'Keep it',
      isDanger: true,
    });
    if (!isSure) return;
    await act(() => client.delete('/v1/keys/{id}', { params: { id } }), { done: `The key ${name} is revoked` });
    pages.reload();
  };
  return (
    <>
      <PageHead title="API keys" trail={[{ label: 'System' }]} sub="What programs and people sign in with">
        <button class="btn btn-1" type="button" onClick={() => setCreating(true)}>
          Create a key
        </button>
      </PageHead>
      <List
        label="API keys"
        noun="key"
        pages={pages}
        id={({ id }) => id}
        columns={columnsOf(revoke)}
        empty={
          <Empty icon="key" title="No keys yet" command="casparian keys create ci --role Reader">
            A key lets a program use the API, or a person sign in here.
          </Empty>
        }
      />
      {isCreating && (
        <CreateKey
          onClose={() => {
            setCreating(false);
            pages.reload();
          }}
        />
      )}
    </>
  );
}

function columnsOf(revoke: (key: Key) => Promise<void>): Column<Key>[] {
  return [
    {
      id: 'state',
      phone: 'state',
      head: 'State',
      cell: ({ revoked_at: at }) =>
        at === null ? <State shape="completed">Active</State> : <State shape="cancelled">Revoked</State>,
    },
    { id: 'name', phone: 'name', head: 'Name', cell: ({ name }) => <b class="main">{name}</b> },
    { id: 'role', phone: 'detail', head: 'Role', cell: ({ role }) => role },
    { id: 'prefix', head: 'Begins with', rank: 2, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      id: 'by',
      head: 'Created by',
      rank: 3,
      cell: ({ created_by: by }) => <span class="muted">{by ?? '–'}</span>,
    },
    {
      id: 'at',
      head: 'Created',
      isNumber: true,
      rank: 2,
      cell: ({ created_at: at }) => (
        <span class="muted">
          <Time at={at} />
        </span>
      ),
    },
    {
      id: 'acts',
      phone: 'side',
      head: <span class="sr">Actions</span>,
      isNumber: true,
      cell: (key) =>
        key.revoked_at === null && (
          <button class="btn btn-s" type="button" onClick={() => void revoke(key)}>
            Revoke…
          </button>
        ),
    },
  ];
}

function CreateKey({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Key['role']>('Reader');
  const [created, setCreated] = useState<string>();
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setCreated((await act(() => client.post('/v1/keys', { body: { name, role } })))?.key);
  };
  if (created !== undefined) {
    return (
      <Dialog label="The new key" onClose={onClose}>
        <h2>The key {name}</h2>
        <p>It is shown once. Keep it where secrets are kept.</p>
        <code class="secret">{created}</code>
        <div class="acts">
          <button class="btn" type="button" onClick={() => void copyText(created, 'Key copied')}>
            Copy
          </button>
          <button class="btn btn-1" type="button" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog label="Create a key" onClose={onClose}>
      <form class="fields" onSubmit={(event) => void create(event)}>
        <h2>Create a key</h2>
        <label>
          Name
          <input
            class="input"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._@\-]{0,63}"
            title="Letters, digits, dots, dashes, @ and _"
            autofocus
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          Role
          <select class="select" value={role} onChange={(event) => setRole(event.currentTarget.value as Key['role'])}>
            {ROLES.map((one) => (
              <option key={one.role} value={one.role}>
                {one.role}: {one.says}
              </option>
            ))}
          </select>
        </label>
        <div class="acts">
          <button class="btn" type="button" onClick={onClose}>
            Create none
          </button>
          <button class="btn btn-1" type="submit">
            Create the key
          </button>
        </div>
      </form>
    </Dialog>
  );
}
