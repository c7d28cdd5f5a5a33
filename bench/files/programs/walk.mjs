// The lower bound for a scan of unchanged files: reads every folder and stats every file.
// node walk.mjs FOLDER
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

let files = 0;
walk(process.argv[2]);
console.log(JSON.stringify({ files }));

function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else if (statSync(path).isFile()) files++;
  }
}
