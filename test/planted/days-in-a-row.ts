import { map } from 'rxjs';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type Violation } from '../../src/drill/oracle/oracle-facts.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { type IstDate } from '../../src/model/time/ist.ts';
import { alert } from '../../src/strategy/commands.ts';
import { defineStrategy } from '../../src/strategy/define-strategy.ts';
import { at, processOf } from '../support/recorded-day.ts';

const DATES: readonly [IstDate, IstDate, IstDate] = ['2026-10-28', '2026-10-29', '2026-10-30'];
const REASON = 'over the weekend';
const FIRST = `first ${String(at('09:20', DATES[0]))}`;

/** Keeps the instant at which it first ran, and says it every day. */
const diary: LoadedStrategy = {
  path: 'diary',
  sourceHash: 'diary',
  params: {},
  strategy: defineStrategy({
    name: 'diary',
    run: (context) =>
      context.at('09:20').pipe(
        map(() => {
          const first = Number(context.store.get('first') ?? Date.now());
          if (first === Date.now()) context.store.set('first', first);
          return alert('info', `first ${String(first)}`);
        }),
      ),
  }),
};

/**
 * Runs three days, one after the other, on one journal. What the first one leaves in a store must be there on the last,
 * though nothing touches it in between, and so must a halt. A day of the drill has no day before it.
 */
export async function whatIsLostOverDays(): Promise<readonly Violation[]> {
  const journal = createMemoryJournal();
  const violations: Violation[] = [];
  for (const date of DATES) {
    const { day, notices } = await processOf({
      journal,
      strategies: [diary],
      date,
      fromMs: at('09:14', date),
      untilMs: at('09:25', date),
    });
    const missing = (detail: string): void => {
      violations.push({ invariant: 'I15', atMs: at('09:25', date), detail: `${date}: ${detail}` });
    };
    if (!notices.includes(FIRST)) missing(`the store is lost: ${notices.join(', ')}`);
    if (date === DATES[0]) day.ask({ action: 'halt', state: 'halted', reason: REASON });
    if (day.view().halt.reason !== REASON) missing('the halt is lost');
    day.stop();
  }
  return violations;
}
