import { expect, it } from 'vitest';

import { SimulatedDisk } from '../../src/adapters/journal/simulated-disk.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { at, DATE, paperVenue, processOf, recordedDay } from '../support/recorded-day.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

const knowledge = loadMarketKnowledge();
const params = { entry: '09:20', exit: '09:30' };
const strategies = [valueOf(await loadStrategy(shipped('short-straddle.yaml'), params))];
const nextDate = knowledge.calendar.nextTradingDay(DATE);

/** The polls of a venue, which can be left without an answer until later. */
class SlowPolls {
  #isHolding = false;
  readonly #held: (() => void)[] = [];

  around(venue: Venue): Venue['poll'] {
    return async (poll, atMs) => {
      if (this.#isHolding) {
        await new Promise<void>((resolve) => {
          this.#held.push(resolve);
        });
      }
      return venue.poll(poll, atMs);
    };
  }

  hold(): void {
    this.#isHolding = true;
  }

  release(): void {
    this.#isHolding = false;
    for (const answer of this.#held.splice(0)) answer();
  }
}

it('sends nothing after midnight, and the next day begins with the halt of this one', async () => {
  const disk = new SimulatedDisk();
  const journal = valueOf(disk.open());
  const clock = new VirtualClock(at('09:14'));
  const venue = paperVenue(clock);
  const polls = new SlowPolls();
  const sentAtMs: number[] = [];
  const day = recordedDay({
    strategies,
    journal,
    clock,
    venue: { ...venue, poll: polls.around(venue) },
    requests: 'at-once',
    onAttempt: (_, atMs) => sentAtMs.push(atMs),
  });
  const lookAt = async (atMs: number): Promise<void> => {
    clock.advanceTo(atMs);
    day.kernel.tick();
    await new Promise((resolve) => setImmediate(resolve));
  };
  expect(day.start({ sources: 'left-closed' }).ok).toBe(true);
  for (let atMs = at('09:14'); atMs < at('09:25'); atMs += 1_000) await lookAt(atMs);
  expect(day.view().positions.some(({ netUnits }) => netUnits !== 0)).toBe(true);
  polls.hold();
  await lookAt(at('09:25'));
  day.ask({ action: 'halt', state: 'halted', reason: 'something is odd' });

  // The machine sleeps, and comes back in the session of the next day.
  clock.advanceTo(at('09:20', nextDate));
  polls.release();
  for (let seconds = 0; seconds < 12; seconds += 1) {
    await lookAt(at('09:20', nextDate) + 1_000 * seconds);
  }
  day.stop();
  expect(Math.max(...sentAtMs)).toBeLessThan(at('09:26'));
  expect(journal.dates()).toEqual([DATE]);

  const next = await processOf({
    journal,
    strategies,
    date: nextDate,
    fromMs: at('09:21', nextDate),
    untilMs: at('09:22', nextDate),
  });
  expect(next.refused).toBeNull();
  expect(next.day.view().halt).toMatchObject({ state: 'halted', reason: 'something is odd' });
  expect(journal.verify()).toMatchObject({ ok: true, value: { dates: 2 } });
});
