import { signal } from '@preact/signals';
import { CasparianApiError, type Schemas } from '../../../src/client/index.js';
import { client, clientWithKey } from './client.js';

export type Session = Schemas['Session'];
export type Permission = Session['permissions'][number];

/** Who uses the dashboard. Undefined until the server has said so; null if nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Asks the server who we are. Fails if the server does not respond. */
export async function loadSession(): Promise<void> {
  try {
    session.value = await client.get('/v1/session');
  } catch (error) {
    if (!(error instanceof CasparianApiError) || error.status !== 401) throw error;
    session.value = null;
  }
}

/** Exchanges a key for the cookie of a session. */
export async function signIn(key: string): Promise<void> {
  session.value = await clientWithKey(key).post('/v1/session');
}

export async function signOut(): Promise<void> {
  await client.delete('/v1/session');
  session.value = null;
}

/** Whether an action is offered. The server checks it again. */
export function may(permission: Permission): boolean {
  const known = session.value;
  if (!known?.permissions.includes(permission)) return false;
  const isChange = !permission.endsWith(':read');
  return (known.installation || !permission.startsWith('installation:')) && !(isChange && known.read_only);
}

/** Why an action is not offered, as a sentence. */
export function whyNot(verb: string): string {
  if (session.value?.read_only) return 'This server only reads';
  return `The role ${session.value?.role ?? ''} cannot ${verb}`;
}
