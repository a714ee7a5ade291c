import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux. */
const TICKS_PER_S = 100;
const KB_PER_MB = 1_024;

/** A process and all that descend from it, as `/proc` of Linux has them. Gone processes count no more. */
export function processTree(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = statOf(Number(name))?.[1];
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
  const tree = [root];
  for (const pid of tree) {
    tree.push(...parents.filter(({ parent }) => parent === pid).map((of) => of.pid));
  }
  return tree;
}

/** Seconds of CPU, of user and system, that processes and their ended children took so far. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // Fields 14 to 17 of proc(5), counted from the state, which is the third.
    const own = statOf(pid)?.slice(11, 15) ?? [];
    return own.reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, of) => sum + of, 0) / TICKS_PER_S;
}

/** Memory of processes in MiB: `pss` counts a page that several share once, `rss` once for each of them. */
export function memoryOf(pids: readonly number[]): { readonly pss: number; readonly rss: number } {
  const rollups = pids.map((pid) => textOf(`/proc/${String(pid)}/smaps_rollup`) ?? '');
  const sum = (field: string): number =>
    rollups.reduce((all, text) => {
      const [, kb = '0'] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text) ?? [];
      return all + Number(kb);
    }, 0) / KB_PER_MB;
  return { pss: sum('Pss'), rss: sum('Rss') };
}

/** What follows the name in `/proc/PID/stat`: the state is first. Undefined of a process that is gone. */
function statOf(pid: number): readonly string[] | undefined {
  return textOf(`/proc/${String(pid)}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
