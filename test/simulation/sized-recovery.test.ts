import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { at, entriesIn, type GoneProcess, journalOf, processOf } from '../support/recorded-day.ts';
import { valueOf } from '../support/simulated-day.ts';

const FILE = `name: sized
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 09:30
risk: 20000 rupees
maxLots: 40
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 3%, onStop: { reenter: { how: immediately, times: 3 } } }
  pe: { side: sell, type: PE, strike: ATM, stop: 3%, onStop: { reenter: { how: immediately, times: 3 } } }
`;

const folder = await mkdtemp(join(tmpdir(), 'sized-'));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, 'sized.yaml');
writeFileSync(path, FILE);
const strategies = [valueOf(await loadStrategy(path, {}))];
const fromMs = at('09:14');
const untilMs = at('09:34');

const journal = createMemoryJournal();
const whole = await processOf({ journal, strategies, fromMs, untilMs });
whole.day.stop();
const entries = entriesIn(journal);

/** Units of each entry that was decided, in order: `ce 450`. */
function sizes({ commands }: GoneProcess): readonly string[] {
  return commands.flatMap((line) => {
    const { command } = JSON.parse(line) as {
      command: { orders?: { leg: string; role: string; quantityUnits: number }[] };
    };
    const placed = command.orders?.filter(({ role }) => role === 'entry') ?? [];
    return placed.map(({ leg, quantityUnits }) => `${leg} ${String(quantityUnits)}`);
  });
}

describe('a process that is killed on a day of sized entries', () => {
  // From before the entry to after it, every entry of the journal: the wait for prices is among them.
  const around = entries.flatMap(({ atMs }, index) =>
    atMs >= at('09:19:58') && atMs <= at('09:20:06') ? [index] : [],
  );
  const later = entries.flatMap(({ kind }, index) => (kind === 'intent' ? [index, index + 1] : []));

  it('traded, and entered a leg again with the lots that it had', () => {
    const all = sizes(whole);
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all.map((one) => one.split(' ')[1])).size).toBe(1);
  });

  it('keeps the lots wherever it is cut', async () => {
    const cuts = [...around, ...later].filter((_, index) => index % 2 === 0);
    expect(cuts.length).toBeGreaterThan(10);
    for (const cut of cuts) {
      const kept = entries.slice(0, cut);
      const resumedMs = (kept.at(-1)?.atMs ?? fromMs) + 1_500;
      const on = journalOf(kept);
      const again = await processOf({ journal: on, strategies, fromMs: resumedMs, untilMs });
      again.day.stop();
      expect(again.refused).toBeNull();
      const found = sizes(again);
      expect(found.slice(0, 2).length).toBe(2);
      expect(found[0]?.split(' ')[1]).toBe(found[1]?.split(' ')[1]);
      expect({ cut, found }).toEqual({ cut, found: sizes(whole).slice(0, found.length) });
    }
  }, 120_000);
});
