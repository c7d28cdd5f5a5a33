import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The file that a name on the PATH refers to, if any, like `command -v`. */
export async function programOnPath(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name);
    if (directory !== '' && (await isProgram(path))) return path;
  }
  return undefined;
}

export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
