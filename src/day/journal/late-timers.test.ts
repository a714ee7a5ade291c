import { map } from 'rxjs';
import { expect, it } from 'vitest';

import { loadAll, valueOf } from '../../../test/support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../../../test/support/virtual-day.ts';
import { instantAt } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { alert } from '../../strategy/commands.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { createMemoryJournal } from './open-day-journal.ts';
import { replayDay } from './replay-journal.ts';

const DATE = '2026-10-30';
const DUE_MS = instantAt(DATE, '09:20');

it('what fires late because something else was worked in first is replayed as the same decision', async () => {
  const [loaded] = await loadAll([
    defineStrategy({
      name: 'speaker',
      run: ({ at }) => at('09:20').pipe(map(() => alert('info', 'it is time'))),
    }),
  ]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const journal = createMemoryJournal();
  const common = { seed: 'late', stepMs: 1_000, journal } as const;
  const world = virtualWorld(common);
  const day = virtualProcess(world, { ...common, strategies: [loaded] });
  world.clock.advanceTo(DUE_MS - 1_000);
  valueOf(day.start({ sources: 'left-closed' }));
  day.kernel.tick();
  // An answer or a request comes before the next look at what is due.
  world.clock.advanceTo(DUE_MS + 500);
  day.ask({ action: 'pause', runId: null, reason: 'lunch' });
  world.clock.advanceTo(DUE_MS + 4_000);
  day.kernel.tick();
  day.stop();
  const { runs } = replayDay(journal, DATE, {
    knowledge: loadMarketKnowledge(),
    strategyFor: () => ({ ...loaded, parameters: [] }),
  });
  expect(runs).toMatchObject([{ recorded: 1, replayed: 1, problem: null, changes: [] }]);
});
