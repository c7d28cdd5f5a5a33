import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { errorText } from '../data/act.js';
import { session, signIn } from '../data/session.js';
import { forgetEverything } from '../data/use-get.js';
import { Brand } from './navigation.js';
import { href, navigate, path, query } from './router.js';

/** Exchanges an API key for a session. */
export function Login(): JSX.Element {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<ReturnType<typeof errorText>>();
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    try {
      forgetEverything();
      await signIn(key.trim());
      if (path.value === '/login') navigate(href('/'), { replace: true });
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <main class="login">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <span class="login-brand">
          <Brand />
          <b>Casparian Flow</b>
        </span>
        <h1>Sign in</h1>
        {query.value.get('reason') === 'token' && (
          <p class="soft">
            The link was used already, or the server was restarted since. Restart it for a new link, or use an API key.
          </p>
        )}
        <label>
          API key
          <input
            class="input mono"
            type="password"
            autocomplete="current-password"
            autofocus
            placeholder="bpc_…"
            value={key}
            aria-invalid={problem !== undefined}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        {problem && (
          <p class="note-bad" role="alert">
            {problem.text}. {problem.detail} <code>{problem.code}</code>
          </p>
        )}
        <button class="btn btn-1" type="submit" disabled={isBusy || key.trim() === ''}>
          Sign in
        </button>
        <p class="muted small">
          Create a key with <code>casparian keys create NAME --role Reader</code>. On this machine,{' '}
          <code>casparian serve</code> prints a link that needs none.
        </p>
      </form>
    </main>
  );
}

export function needsLogin(): boolean {
  return session.value === null || path.value === '/login';
}
