import { readlink, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** Bundles whose link this process has checked. */
const linked = new Set<string>();

/**
 * Node looks for packages in `node_modules` beside the importing file and above. The bundle's is a link to the
 * environment's, so that bundles with the same lockfile share it.
 */
export async function linkPackages(directory: string, packages: string): Promise<void> {
  if (linked.has(`${directory}\0${packages}`)) return;
  const link = join(directory, 'node_modules');
  const target = await readlink(link).catch(() => undefined);
  if (target !== packages) await replaceLink(link, packages);
  linked.add(`${directory}\0${packages}`);
}

/** Uses a rename, so that a parser that starts meanwhile finds the old or the new link. */
async function replaceLink(link: string, target: string): Promise<void> {
  const draft = `${link}.${randomUUID()}`;
  await symlink(target, draft, 'junction');
  try {
    await rename(draft, link);
  } catch (error) {
    await unlink(draft);
    throw error;
  }
}
