import { map, mergeMap } from 'rxjs';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type TradingDay } from '../../src/day/trading-day.ts';
import { type Violation } from '../../src/drill/oracle/oracle-facts.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { runName } from '../../src/model/runs/run.ts';
import { type IstDate } from '../../src/model/time/ist.ts';
import { alert, place, squareOff } from '../../src/strategy/commands.ts';
import { defineStrategy } from '../../src/strategy/define-strategy.ts';
import { sell } from '../../src/strategy/leg-order.ts';
import { selectNow } from '../../src/strategy/select-now.ts';
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

/** Sells a call on the first day, for the day or to be carried, and wants it closed on the last. */
function seller(product: 'intraday' | 'carry-forward'): LoadedStrategy {
  const name = `seller-${product}`;
  return {
    path: name,
    sourceHash: name,
    params: {},
    strategy: defineStrategy({
      name,
      run: ({ at: when, chain, run: { date } }) =>
        when('09:20').pipe(
          selectNow(chain('NIFTY')),
          mergeMap(({ atm }) => {
            if (date === DATES[0]) return [place(sell(atm.ce, { leg: 'ce', lots: 1, product }))];
            return date === DATES[2] ? [squareOff('enough')] : [];
          }),
        ),
    }),
  };
}

/** What a leg of the last two days must be: there, and closed on the last day, unless no one has confirmed it. */
function misheld(day: TradingDay, date: IstDate): readonly string[] {
  return day.view().positions.flatMap(({ runId, netUnits, contract }) => {
    const isClosed = date === DATES[2] && runId.startsWith('seller-carry-forward');
    const expected = isClosed ? 0 : -contract.lotSizeUnits;
    return netUnits === expected ? [] : [`${runId} has ${String(netUnits)} units`];
  });
}

/** What the closed leg brought is what its week has it at: it was opened and closed within the days. */
function wrongWeek(day: TradingDay): readonly string[] {
  const { runs = [] } = day.weekToCarry() ?? {};
  return day.view().positions.flatMap(({ runId, netUnits, cashPaise }) => {
    if (netUnits !== 0) return [];
    const earned = runs.find(({ name }) => name === runName(runId))?.profitPaise ?? 0;
    if (earned === cashPaise) return [];
    return [`the week has ${runId} at ${String(earned)}, its leg at ${String(cashPaise)}`];
  });
}

/** Intraday legs of an earlier day are in doubt until a person speaks, and here no one does. */
function unconfirmedExits(day: TradingDay): readonly string[] {
  return day.view().intents.flatMap(({ runId, role, origin }) => {
    const isExit = role !== 'entry' || origin === 'square-off';
    return isExit && runId.startsWith('seller-intraday') ? [runId] : [];
  });
}

/**
 * Runs three days, one after the other, on one journal. Legs that they leave open must be there the next day, and an exit
 * leaves for none that no one has confirmed. What the first one leaves in a store must be there on the last, though nothing touches it in between, and so must a halt. A day of the drill has no day before it.
 */
export async function whatIsLostOverDays(): Promise<readonly Violation[]> {
  const journal = createMemoryJournal();
  const violations: Violation[] = [];
  for (const date of DATES) {
    const { day, notices } = await processOf({
      journal,
      strategies: [diary, seller('intraday'), seller('carry-forward')],
      date,
      fromMs: at('09:14', date),
      untilMs: at('09:25', date),
    });
    const missing = (detail: string): void => {
      violations.push({ invariant: 'I15', atMs: at('09:25', date), detail: `${date}: ${detail}` });
    };
    if (!notices.includes(FIRST)) missing(`the store is lost: ${notices.join(', ')}`);
    for (const runId of unconfirmedExits(day)) {
      const detail = `${date}: an exit of ${runId} left, and no one had confirmed its leg`;
      violations.push({ invariant: 'I8', atMs: at('09:25', date), detail });
    }
    for (const detail of [...misheld(day, date), ...wrongWeek(day)]) missing(detail);
    if (day.view().positions.length !== 2) missing('an open leg is lost');
    if (date === DATES[0]) day.ask({ action: 'halt', state: 'halted', reason: REASON });
    if (day.view().halt.reason !== REASON) missing('the halt is lost');
    day.stop();
  }
  return violations;
}
