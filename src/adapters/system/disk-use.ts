import { stat, statfs } from 'node:fs/promises';

/** Bytes that this user may still write where a directory is; null where that cannot be read. */
export async function freeBytesAt(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Bytes of those files that are there. */
export async function bytesOfFiles(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      try {
        return (await stat(path)).size;
      } catch {
        return 0;
      }
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
