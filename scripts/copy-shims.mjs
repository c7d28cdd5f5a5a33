#!/usr/bin/env node
// Copies the files that the compiler ignores: Python shims, help pages, the style of the public page, fonts, examples of passports, files of
// the demo and the entry file of threads.
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './setup/root.mjs';

const FOLDERS = [
  'cli/help/pages',
  'bridge/shims/python',
  'pipeline/registry/describe/python',
  'server/public-passport',
  'process/launcher/python',
  'tasks/helpers/python',
];

for (const folder of FOLDERS) {
  cpSync(join(root, 'src', folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__') && !path.endsWith('.ts'),
  });
}

// The fonts of PDF exports, with their licence.
const noto = join(root, 'node_modules', '@expo-google-fonts', 'noto-sans');
const fonts = join(root, 'dist', 'passport', 'exports', 'pdf', 'fonts');
for (const file of ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf', 'LICENSE_FONT']) {
  cpSync(join(noto, file), join(fonts, basename(file)));
}

const material = 'app/demo/material';
cpSync(join(root, 'src', material), join(root, 'dist', material), { recursive: true });

// The data that `passport init --example` enters.
for (const category of ['ev', 'lmt', 'industrial', 'stationary']) {
  const data = join(root, 'examples/passport', category, 'battery.json');
  cpSync(data, join(root, 'dist/passport/templates/examples', `${category}.json`));
}

for (const category of ['ev', 'industrial', 'lmt']) {
  const example = join(root, 'examples/passport', category);
  cpSync(example, join(root, 'dist/app/demo/passports', category), { recursive: true });
}

const thread = 'pipeline/files/hash-thread.mjs';
cpSync(join(root, 'src', thread), join(root, 'dist', thread));
