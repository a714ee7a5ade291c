import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this user may mount a disk. */
export function mayMount(): boolean {
  const above = mkdtempSync(join(tmpdir(), 'sauda-may-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'sauda-test', above], { stdio: 'pipe' });
    execFileSync('umount', [above]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(above, { recursive: true });
  }
}

/** Puts a disk of a few megabytes where the account's state is to be; `backup/` is on it, too. Returns what takes it away. */
export function mountSmallDisk(directory: string): () => void {
  const state = join(directory, '.sauda');
  mkdirSync(state);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'sauda-test', state]);
  mkdirSync(join(state, 'ballast'));
  symlinkSync('.sauda/ballast', join(directory, 'backup'));
  return () => {
    execFileSync('umount', [state]);
    rmSync(join(directory, 'backup'));
  };
}

/** Takes all the room that there is on that disk, to the last page. */
export function fillDisk(directory: string): void {
  try {
    for (;;) appendFileSync(join(directory, 'backup/old.journal'), Buffer.alloc(4096));
  } catch {
    // Full.
  }
}

/** What the installed program compares its books with. */
const COUNTED = 'counted.get(key) ?? 0';

/** Plants a fault into the installed program: its independent count takes every net for twice as much. Returns what mends it. */
export function miscount(directory: string): () => void {
  const programs = join(directory, 'node_modules/sauda/src/program');
  const paths = readdirSync(programs).map((name) => join(programs, name));
  const path = paths.find((one) => readFileSync(one, 'utf8').includes(COUNTED)) ?? '';
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(COUNTED, `2 * (${COUNTED})`));
  return () => {
    writeFileSync(path, text);
  };
}
