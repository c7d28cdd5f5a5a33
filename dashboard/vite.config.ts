import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The server that `npm run dashboard:dev` uses: `casparian serve --no-auth` by default. */
const SERVER = process.env['CASPARIAN_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Addresses are relative to <base href>, which the server sets to its base path.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/v1': SERVER } },
});
