import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { PLANTED_BUGS } from './bugs.ts';
import { whatIsLostOverDays } from './days-in-a-row.ts';

const SCRIPT = fileURLToPath(new URL('./drill-planted.ts', import.meta.url));
/** Its own day first; should that have become another by a change, a few more, so that the failure names the next. */
const SEEDS_MAX = 12;

/** What became of a bug; more of it than is asked for, to be shown when it is not as it should be. */
interface Fate {
  readonly index: number;
  readonly invariant?: string;
}

const caught = new Map<number, Fate>();
let complaint = '';

describe('planted bugs', () => {
  beforeAll(() => {
    const all = PLANTED_BUGS.map((_, index) => index).join(',');
    // Far from IST, so that a day that leans on the machine's zone shows it here (F37).
    const run = spawnSync(process.execPath, [SCRIPT, all, String(SEEDS_MAX)], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'America/St_Johns', NODE_NO_WARNINGS: '1' },
    });
    complaint = run.stderr;
    for (const line of run.stdout.trim().split('\n')) {
      const found = JSON.parse(line) as Fate;
      caught.set(found.index, found);
    }
  }, 300_000);

  it('are many, and all of them can be planted', () => {
    expect(complaint).toBe('');
    expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(45);
  });

  it('are all that is wrong with days in a row', async () => {
    expect(await whatIsLostOverDays()).toEqual([]);
  });

  it.each(PLANTED_BUGS.map(({ name, seed, caughtBy }, index) => ({ name, seed, caughtBy, index })))(
    'catches on the day that is named for it: $name',
    ({ index, seed, caughtBy }) => {
      const fate = caught.get(index);
      expect(fate).toMatchObject({ seed });
      expect(caughtBy).toContain(fate?.invariant);
    },
  );
});
