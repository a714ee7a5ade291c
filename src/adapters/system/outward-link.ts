import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** More files are not looked through. */
const ENTRIES_MAX = 200_000;
/** Unpacked by a package manager, which makes no link that an author wrote. */
const PACKAGES = 'node_modules';

/**
 * What keeps a folder from being one that this process, under Node's permission model, may read alone: a symbolic link that leads to
 * what it may not read, which Node follows all the same; or too many files to know. Null where nothing does, or all may be read.
 */
export function outwardLink(folder: string): string | null {
  const { permission } = process as { readonly permission?: NodeJS.ProcessPermission };
  if (permission === undefined) return null;
  const waiting = readableParts(folder, permission);
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      entries += 1;
      if (entries > ENTRIES_MAX) return `its folder has more than ${String(ENTRIES_MAX)} files`;
      const path = join(at, entry.name);
      if (entry.isDirectory() && entry.name !== PACKAGES) waiting.push(path);
      if (!entry.isSymbolicLink() || entry.name === PACKAGES) continue;
      const target = resolve(at, readlinkSync(path));
      if (permission.has('fs.read', target)) continue;
      return `its folder has a link that leads out of it: ${relative(folder, path)} -> ${target}`;
    }
  }
  return null;
}

const READ_FLAG = '--allow-fs-read=';

/** A folder, or those folders in it that this process may read where the rest is kept from it. */
function readableParts(folder: string, permission: NodeJS.ProcessPermission): string[] {
  if (permission.has('fs.read', folder)) return [folder];
  return process.execArgv
    .flatMap((flag) => (flag.startsWith(READ_FLAG) ? [flag.slice(READ_FLAG.length)] : []))
    .filter((path) => path.startsWith(`${folder}${sep}`) && !path.endsWith(`${sep}${PACKAGES}`))
    .filter((path) => permission.has('fs.read', path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}
