import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of sixteen megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** False where this user may not mount one. */
  readonly isMounted: boolean;
  /** Takes all the room there is, to the last page. */
  readonly fill: () => void;
  /** Gives it back. */
  readonly free: () => void;
  readonly unmount: () => void;
}

/** Mounts one in a directory of its own. */
export function mountSmallDisk(): SmallDisk {
  const above = mkdtempSync(join(tmpdir(), 'sauda-disk-'));
  const path = join(above, 'disk');
  const ballast = join(path, 'ballast');
  const isMounted = isMountedAt(path);
  return {
    path,
    isMounted,
    fill: () => {
      try {
        for (;;) appendFileSync(ballast, Buffer.alloc(4096));
      } catch {
        // Full.
      }
    },
    free: () => {
      rmSync(ballast);
    },
    unmount: () => {
      if (isMounted) execFileSync('umount', [path]);
      rmSync(above, { recursive: true, force: true });
    },
  };
}

function isMountedAt(path: string): boolean {
  mkdirSync(path);
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=16m', 'sauda-test', path];
    execFileSync('mount', options, { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
