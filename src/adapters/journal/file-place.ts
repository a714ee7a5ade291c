import { statSync } from 'node:fs';

/** Which file a name stands for: device and inode; null when there is none. */
export type Place = string | null;

/** The file that a name stands for now. */
export function placeOf(path: string): Place {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file === undefined ? null : `${String(file.dev)}:${String(file.ino)}`;
}
