import fc from 'fast-check';
import { EMPTY, map, merge, scan, switchMap, take } from 'rxjs';
import { expect, it } from 'vitest';

import { type Random, seededRandom } from '../../src/base/random.ts';
import { type Json } from '../../src/base/json.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type OpenRunSources } from '../../src/day/open-run-sources.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { alert, buy, defineSource, defineStrategy, place, squareOff } from '../../src/index.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { type LateHost, lateHost } from '../support/late-host.ts';
import { type VirtualWorld, virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const START_MS = instantAt(DATE, '09:14');
const END_MS = instantAt(DATE, '09:22');
const news = defineSource<number>({ name: 'news', hosts: ['news.example:443'], open: () => EMPTY });

/** Trades, and speaks, by what a source says and what it has said before. */
const strategy = defineStrategy({
  name: 'listens',
  sources: [news],
  run: ({ chain, from }) =>
    merge(
      from(news).pipe(
        scan((sum, value) => sum + value, 0),
        map((sum) => alert('info', `sum ${String(sum)}`)),
      ),
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) =>
          from(news).pipe(
            map((value) =>
              value % 3 === 0
                ? squareOff('by the news')
                : place(buy(atm.ce, { leg: `n${String(value)}`, lots: 1 })),
            ),
          ),
        ),
      ),
    ),
});
const strategies: readonly LoadedStrategy[] = [
  { path: 'listens.js', strategy, params: {}, sourceHash: 'listens' },
];
const limits = { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 };
const common = { strategies, seed: 'sources', stepMs: 1_000, limits, arePolled: true } as const;

/** Opens no source, and lets the test speak for it. */
class SpokenSource {
  #say: (source: string, value: Json) => void = () => undefined;

  readonly open: OpenRunSources = (_, { onValue }) => {
    this.#say = onValue;
    return () => {
      this.#say = () => undefined;
    };
  };

  say(value: number): void {
    this.#say('news', value);
  }
}

interface Life {
  readonly world: VirtualWorld;
  readonly late: LateHost;
  readonly source: SpokenSource;
  readonly random: Random;
  readonly untilMs: number;
}

/** Drives a day whose strategies answer late, and whose source says something whenever it likes. */
function live(day: TradingDay, { world: { clock }, late, source, random, untilMs }: Life): void {
  while (clock.nowMs() < untilMs) {
    day.kernel.tick();
    if (random.next() < 0.05) source.say(Math.floor(random.next() * 9));
    if (random.next() < 0.7) late.pass(Math.ceil(random.next() * late.waiting()));
    const dueMs = Math.min(day.kernel.nextDueMs() ?? Infinity, clock.nowMs() + 1_000, untilMs);
    clock.advanceTo(Math.max(dueMs, clock.nowMs() + 1));
  }
}

/** What was decided, and what it was decided by. */
function journaled(journal: ReadableJournal, kind: string): readonly string[] {
  return [...journal.entriesOf(DATE)]
    .filter((entry) => entry.kind === 'event')
    .map((entry) => JSON.stringify(entry))
    .filter((text) => text.includes(`"${kind}"`));
}

it('a strategy with a source of its own decides elsewhere, and after crashes, what it decides here', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 480 }), { maxLength: 2 }), (cuts) => {
      const world = virtualWorld(common);
      world.clock.advanceTo(START_MS);
      const random = seededRandom(JSON.stringify(cuts));
      const journal = createMemoryJournal();
      const ends = [...cuts.map((second) => START_MS + second * 1_000), END_MS];
      for (const untilMs of ends.sort((one, other) => one - other)) {
        const late = lateHost(strategies);
        const source = new SpokenSource();
        const own = { ...common, journal, host: late.host, openSources: source.open };
        const day = virtualProcess(world, own);
        expect(day.start({ sources: 'opened' }).ok).toBe(true);
        live(day, { world, late, source, random, untilMs });
        if (untilMs === END_MS) late.pass(Infinity);
        day.kernel.write();
        late.host.close();
      }
      const decided = journaled(journal, 'commands-emitted');
      expect(journaled(journal, 'source-value').length).toBeGreaterThan(5);
      expect(decided.length).toBeGreaterThan(5);
      // In this process every command is, byte for byte, the one in the journal: a run that differs is held.
      const again = virtualProcess(world, {
        ...common,
        journal,
        openSources: () => () => undefined,
      });
      expect(again.start({ sources: 'opened' }).ok).toBe(true);
      expect(again.view().runs.map(({ state }) => state)).toEqual(['running']);
      expect(journaled(journal, 'commands-emitted')).toEqual(decided);
      again.stop();
    }),
    { numRuns: 6 },
  );
}, 60_000);
