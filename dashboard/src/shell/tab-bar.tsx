import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { GROUPS, type View, visibleViews } from '../views.js';
import { isCurrent } from './navigation.js';
import { href, path } from './router.js';

/** The four places that a phone has at its bottom; the fifth is "More". */
const TABS = ['/', '/jobs', '/datasets', '/quarantine'];
const isMoreOpen = signal(false);

export function TabBar(): JSX.Element {
  const views = visibleViews();
  const tabs = TABS.flatMap((to) => views.filter((view) => view.path === to));
  return (
    <>
      <nav class="tabbar" aria-label="Places">
        {tabs.map((view) => (
          <a key={view.path} href={href(view.path)} aria-current={isCurrent(view) ? 'page' : undefined}>
            <Icon name={view.icon} />
            {view.title}
          </a>
        ))}
        <button type="button" aria-expanded={isMoreOpen.value} onClick={() => (isMoreOpen.value = true)}>
          <Icon name="more" />
          More
        </button>
      </nav>
      {isMoreOpen.value && <AllPlaces key={path.value} views={views} />}
    </>
  );
}

function AllPlaces({ views }: { readonly views: readonly View[] }): JSX.Element {
  const close = (): void => void (isMoreOpen.value = false);
  return (
    <Dialog label="All places" className="dialog places" onClose={close}>
      {GROUPS.map((name) => {
        const members = views.filter(({ group }) => group === name);
        return (
          members.length > 0 && (
            <div key={name} role="group" aria-label={name}>
              <h3>{name}</h3>
              {members.map(({ path: to, title, icon }) => (
                <a key={to} href={href(to)} onClick={close}>
                  <Icon name={icon} />
                  {title}
                </a>
              ))}
            </div>
          )
        );
      })}
    </Dialog>
  );
}
