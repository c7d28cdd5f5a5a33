// Runs before the first paint, so that no other theme flashes.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('casparian.preferences') ?? '{}');
  } catch {
    // Storage may be blocked, or hold something else.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = ['light', 'dark'].includes(stored.theme) ? stored.theme : system;
  root.dataset.density = stored.density === 'compact' ? 'compact' : 'normal';
})();
