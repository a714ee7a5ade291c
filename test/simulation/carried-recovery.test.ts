import { ignoreElements, map, merge, mergeMap, take, withLatestFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import {
  alert,
  type Command,
  defineStrategy,
  percent,
  protectHeld,
  squareOff,
} from '../../src/index.ts';
import { type CarriedPosition } from '../../src/model/orders/carried-over.ts';
import { listedCall } from '../support/listed-call.ts';
import { at, DATE, entriesIn, type GoneProcess, processOf } from '../support/recorded-day.ts';
import { loadAll } from '../support/simulated-day.ts';

const CARRIED: CarriedPosition = {
  leg: 'held',
  contract: listedCall(DATE),
  netUnits: 130,
  openValuePaise: 1_300_000,
  lastPaise: 10_000,
};

/** Tells what it holds, protects it, and closes it at 09:30. */
const keeper = defineStrategy({
  name: 'keeper',
  run: ({ at: when, chain, positions }) => {
    const told = (held: readonly { netUnits: number }[]): Command =>
      alert('info', `held ${held.map(({ netUnits }) => String(netUnits)).join()}`);
    return merge(
      positions.pipe(take(1), map(told)),
      // The book of a paper day knows what was listed while it looked.
      chain('NIFTY').pipe(ignoreElements()),
      when('09:20').pipe(
        withLatestFrom(positions),
        mergeMap(([, held]) => [held]),
        protectHeld({ stop: percent(90) }),
      ),
      when('09:30').pipe(map(() => squareOff('enough'))),
    );
  },
});

const strategies = await loadAll([keeper]);
const [fromMs, untilMs] = [at('09:14'), at('09:34')];

function decided({ commands }: GoneProcess): readonly string[] {
  return commands.map((line) => (JSON.parse(line) as { command: Command }).command.kind);
}

describe('a recorded day that began with positions', () => {
  it('goes on after a restart that is told nothing of them: the journal knows', async () => {
    const carried = new Map([['keeper', [CARRIED]]]);
    const journal = createMemoryJournal();
    const first = { journal, strategies, fromMs, untilMs: at('09:25') };
    const killed = await processOf({ ...first, carried });
    expect(killed.day.view().positions).toMatchObject([{ leg: 'held', netUnits: 130 }]);
    const restarted = await processOf({ journal, strategies, fromMs: at('09:26'), untilMs });
    expect(restarted.refused).toBeNull();
    expect(restarted.day.view().runs).toMatchObject([{ state: 'running', commands: 3 }]);
    expect(restarted.day.view().positions).toMatchObject([{ leg: 'held', netUnits: 0 }]);
    expect(restarted.day.view().halt.state).toBe('active');
    const whole = await processOf({
      journal: createMemoryJournal(),
      strategies,
      fromMs,
      untilMs,
      carried,
    });
    expect(decided(restarted)).toEqual(decided(whole));
    expect(decided(whole)).toEqual(['alert', 'place', 'squareOff']);
    expect(entriesIn(journal).length).toBeGreaterThan(100);
  });
});
