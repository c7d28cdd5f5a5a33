// Writes the generated files: `npm run docs:reference`.
import { writeFile } from 'node:fs/promises';
import { referencePages } from './pages.js';

for (const { name, file, written, generated } of await referencePages()) {
  if (written === generated) continue;
  await writeFile(file, generated);
  console.log(`Wrote ${name}`);
}
