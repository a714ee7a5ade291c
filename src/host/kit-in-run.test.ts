import { map, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { type Input } from '../model/runs/input.ts';
import { alert } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { percent } from '../strategy/distance.ts';
import { runProfit } from '../strategy/run-profit.ts';
import { selectNow } from '../strategy/select-now.ts';
import { rupees, stopWhole, targetWhole, trailWhole } from '../strategy/whole.ts';
import { contractsAt, fillsAt, ist, option, quotesAt } from './testing/inputs.ts';
import { play, runOf } from './testing/scripted-run.ts';

const CE = option(24_000, 'CE');
const PE = option(24_000, 'PE');
const START = ist('09:20');

/** A straddle of one lot sold at 100 and 80: 11,700 rupees taken in. */
const SOLD = fillsAt(
  START,
  { leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 },
  { leg: 'pe', contract: PE, side: 'sell', units: 65, price: 80 },
);

/** Seconds after the start at which commands came, when call and put had these prices, one poll a second. */
function reasons(
  run: (context: StrategyContext<unknown>) => Observable<Command>,
  prices: readonly (readonly [ce: number, pe: number])[],
  more: readonly Input[] = [],
): readonly string[] {
  const quotes = prices.map(([ce, pe], index) =>
    quotesAt(START + (index + 1) * 1_000, { [CE.symbol]: ce, [PE.symbol]: pe }),
  );
  return play(runOf(run), [SOLD, ...quotes, ...more]).map(({ atMs, command }) => {
    const seconds = (atMs - START) / 1_000;
    return `${String(seconds)} ${command.kind === 'squareOff' ? command.reason : command.kind === 'alert' ? command.message : ''}`;
  });
}

describe('the profit of a run', () => {
  it('is told once an input, when all its prices are in', () => {
    const told = reasons(
      (context) =>
        runProfit(context).pipe(
          map(({ profitPaise, premiumPaise, isOpen }) =>
            alert(
              'info',
              `${String(profitPaise / 100)} ${String(premiumPaise / 100)} ${String(isOpen)}`,
            ),
          ),
        ),
      [
        [100, 80],
        [130, 60],
      ],
      [
        fillsAt(
          START + 3_000,
          { leg: 'ce', role: 'exit', contract: CE, side: 'buy', units: 65, price: 120 },
          { leg: 'pe', role: 'exit', contract: PE, side: 'buy', units: 65, price: 50 },
        ),
      ],
    );
    expect(told).toEqual([
      '-1200 0 0 false',
      '1 0 11700 true',
      '2 -650 11700 true',
      '3 650 11700 false',
    ]);
  });
});

describe('stops and targets of the whole run', () => {
  it('trigger on the sum, not on prices of which only some are new', () => {
    const stop = (context: StrategyContext<unknown>): Observable<Command> =>
      stopWhole(context, rupees(1_000));
    expect(
      reasons(stop, [
        [100, 80],
        [180, 0.05],
        [110, 85],
        [111, 85],
      ]),
    ).toEqual(['4 stop of the whole run']);
  });

  it('trigger once, and again when the run was flat in between', () => {
    const stop = (context: StrategyContext<unknown>): Observable<Command> =>
      stopWhole(context, percent(10));
    const exits = fillsAt(
      START + 3_000,
      { leg: 'ce', role: 'exit', contract: CE, side: 'buy', units: 65, price: 120 },
      { leg: 'pe', role: 'exit', contract: PE, side: 'buy', units: 65, price: 80 },
    );
    const again = fillsAt(START + 4_000, {
      leg: 'ce',
      contract: CE,
      side: 'sell',
      units: 65,
      price: 120,
    });
    const fall = quotesAt(START + 5_000, { [CE.symbol]: 160 });
    expect(
      reasons(
        stop,
        [
          [120, 80],
          [125, 80],
        ],
        [exits, again, fall],
      ),
    ).toEqual(['1 stop of the whole run', '5 stop of the whole run']);
  });

  it('a target triggers at the gain, as a share of the premium too', () => {
    const target = (context: StrategyContext<unknown>): Observable<Command> =>
      targetWhole(context, percent(50));
    expect(
      reasons(target, [
        [60, 31],
        [59, 31],
      ]),
    ).toEqual(['2 target of the whole run']);
  });

  it('a share of the premium is not taken of a spread that is only half there', () => {
    const hedge = option(24_400, 'CE');
    const sold = { leg: 'sold', contract: CE, side: 'sell', price: 40.1, units: 65 } as const;
    const bought = { leg: 'wing', contract: hedge, side: 'buy', units: 130, price: 20 } as const;
    const inputs = [
      fillsAt(START, bought),
      fillsAt(START + 1_000, { ...sold, ofUnits: 130 }),
      quotesAt(START + 2_000, { [CE.symbol]: 41, [hedge.symbol]: 20 }),
      fillsAt(START + 3_000, sold),
      quotesAt(START + 4_000, { [CE.symbol]: 70, [hedge.symbol]: 20 }),
    ];
    const run = runOf((context) => stopWhole(context, percent(100)));
    const stops = play(run, inputs).map(({ atMs }) => atMs - START);
    expect(stops).toEqual([4_000]);
  });

  it('a trailing stop rises with the profit and does not fall with it', () => {
    const trailing = (context: StrategyContext<unknown>): Observable<Command> =>
      trailWhole(context, { stop: rupees(1_000), move: rupees(650), step: rupees(650) });
    expect(
      reasons(trailing, [
        [90, 80],
        [105, 80],
        [106, 80],
      ]),
    ).toEqual(['3 trailing stop of the whole run']);
  });
});

describe('selectNow', () => {
  const select = (inputs: readonly Input[], untilMs = ist('09:30')): readonly string[] =>
    play(
      runOf((context) =>
        context.at('09:20').pipe(
          selectNow(context.chain('NIFTY'), { waitMsMax: 60_000 }),
          map((chain) => alert('info', String(chain.spotPaise / 100))),
        ),
      ),
      [contractsAt(ist('09:16')), ...inputs],
      { untilMs },
    ).map(
      ({ atMs, command }) =>
        `${String((atMs - START) / 1_000)} ${command.kind === 'alert' ? command.message : ''}`,
    );

  it('takes the latest value when it is young enough', () => {
    expect(
      select([quotesAt(START - 4_000, { NIFTY: 24_000 }), quotesAt(START + 1_000, { NIFTY: 1 })]),
    ).toEqual(['0 24000']);
  });

  it('waits for a fresh one when the latest is stale', () => {
    expect(
      select([
        quotesAt(START - 5_000, { NIFTY: 24_000 }),
        quotesAt(START + 9_000, { NIFTY: 24_100 }),
      ]),
    ).toEqual(['9 24100']);
  });

  it('lets the moment pass when none comes in time', () => {
    expect(select([quotesAt(START + 60_001, { NIFTY: 24_100 })])).toEqual([]);
  });
});
