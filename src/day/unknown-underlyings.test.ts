import { ignoreElements, merge } from 'rxjs';
import { expect, it } from 'vitest';

import { DATE, paperVenue, recordedDay } from '../../test/support/recorded-day.ts';
import { loadAll } from '../../test/support/simulated-day.ts';
import { VirtualClock } from '../kernel/clocks.ts';
import { instantAt } from '../model/time/ist.ts';
import { defineStrategy } from '../strategy/define-strategy.ts';

/** What is reported of a run that watches the chain of an underlying. */
async function toldOf(underlying: string): Promise<readonly object[]> {
  const strategies = await loadAll([
    defineStrategy({
      name: 'watcher',
      run: ({ chain, prices }) =>
        merge(chain(underlying), prices(underlying)).pipe(ignoreElements()),
    }),
  ]);
  const clock = new VirtualClock(instantAt(DATE, '09:14'));
  const told: { readonly code: string }[] = [];
  const day = recordedDay({
    ...{ strategies, journal: null, clock, venue: paperVenue(clock), requests: 'in-order' },
    onNotice: (notice) => told.push(notice),
  });
  day.start({ sources: 'left-closed' });
  day.kernel.tick();
  day.stop();
  return told.filter(({ code }) => code === 'underlying-unknown');
}

it('a run that watches an underlying of which nothing is known is reported once, and no other', async () => {
  expect(await toldOf('NIFTY')).toEqual([]);
  expect(await toldOf('NIFTTY')).toMatchObject([
    { runId: `watcher@${DATE}/paper`, facts: { underlying: 'NIFTTY', nearest: 'NIFTY' } },
  ]);
});
