import { type ComponentType, type JSX } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { isPaused, liveState, startLive } from '../data/live.js';
import { loadSession, session } from '../data/session.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { Failure } from '../parts/failure.js';
import { PageHead } from '../parts/page.js';
import { Skeleton } from '../parts/skeleton.js';
import { Toasts, undoNewest } from '../parts/toast.js';
import { type View, type ViewProps, visibleViews, VIEWS } from '../views.js';
import { isKeyHelpOpen, KeyHelp } from './key-help.js';
import { expectPlace, isGoing, useKeys } from './keys.js';
import { Login, needsLogin } from './login.js';
import { Navigation } from './navigation.js';
import { isPaletteOpen, Palette } from './palette.js';
import { switchDensity, switchTheme } from './preferences.js';
import { ProblemBar } from './problem-bar.js';
import { href, matchPath, navigate, path } from './router.js';
import { TabBar } from './tab-bar.js';
import { TopBar } from './top-bar.js';

export function App(): JSX.Element {
  const [error, setError] = useState<unknown>();
  const load = (): void => {
    setError(undefined);
    loadSession().catch(setError);
  };
  useEffect(load, []);
  if (error !== undefined) {
    return (
      <main class="login">
        <Failure error={error} onRetry={load} />
      </main>
    );
  }
  if (needsLogin()) return <Login />;
  if (!session.value) return <main class="login" aria-busy="true" />;
  return <Shell key={session.value.actor} />;
}

function Shell(): JSX.Element {
  useEffect(startLive, []);
  const isRefused = liveState.value.status === 'refused';
  // The session is over: the server was restarted, or the key revoked.
  useEffect(() => void (isRefused && loadSession().catch(() => undefined)), [isRefused]);
  const go = (key: string) => () => {
    const place = visibleViews().find((view) => view.key === key);
    if (!isGoing.value || !place) return false;
    isGoing.value = false;
    navigate(href(place.path));
    return true;
  };
  const places = Object.fromEntries(VIEWS.flatMap(({ key }) => (key === undefined ? [] : [[key, key]])));
  const own: Record<string, () => unknown> = {
    'Ctrl+k': () => (isPaletteOpen.value = true),
    '?': () => (isKeyHelpOpen.value = true),
    g: expectPlace,
    r: () => (isPaused.value = !isPaused.value),
    t: switchTheme,
    d: switchDensity,
    z: undoNewest,
  };
  // `G` then a letter wins over what the letter does by itself.
  useKeys({
    ...own,
    ...Object.fromEntries(Object.keys(places).map((key) => [key, () => go(key)() || (own[key]?.() ?? false)])),
  });
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="app">
        <Navigation />
        <div class="app-main">
          <TopBar />
          <ProblemBar />
          <main id="content" tabIndex={-1}>
            <CurrentView key={path.value} />
          </main>
        </div>
      </div>
      <TabBar />
      <Toasts />
      <ConfirmDialog />
      <Palette />
      <KeyHelp />
    </>
  );
}

function CurrentView(): JSX.Element {
  for (const view of VIEWS) {
    const params = matchPath(view.path, path.value);
    if (params && visibleViews().includes(view)) return <Loaded view={view} params={params} />;
    if (params)
      return <Missing title={view.title} text={`The role ${session.value?.role ?? ''} cannot see this page.`} />;
  }
  return <Missing title="No such page" text={`There is nothing at ${path.value}.`} />;
}

/** Views that were opened once. */
const loaded = new Map<View, ComponentType<ViewProps>>();

function Loaded({ view, params }: ViewProps & { readonly view: View }): JSX.Element {
  const [, render] = useState(0);
  const [error, setError] = useState<unknown>();
  const [crash, reset] = useErrorBoundary() as [unknown, () => void];
  useEffect(() => {
    if (loaded.has(view)) return;
    view.load().then(({ default: Component }) => {
      loaded.set(view, Component);
      render(1);
    }, setError);
  }, []);
  const Component = loaded.get(view);
  if (crash !== undefined) return <Failure error={crash} onRetry={reset} />;
  // A new version was installed: the old files are gone.
  if (error !== undefined) return <Failure error={error} onRetry={() => location.reload()} />;
  return Component ? <Component params={params} /> : <Skeleton />;
}

function Missing({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <>
      <PageHead title={title} />
      <Empty title={title} icon="search">
        {text}{' '}
        <a class="prose-link" href={href('/')}>
          Go to the overview
        </a>
      </Empty>
    </>
  );
}
