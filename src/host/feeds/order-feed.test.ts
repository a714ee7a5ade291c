import { map, merge, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Contract } from '../../model/market/contract.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OrderEvent } from '../../model/orders/order.ts';
import { type Input } from '../../model/runs/input.ts';
import { alert, place } from '../../strategy/commands.ts';
import { type InputOf } from '../../strategy/context.ts';
import { sell } from '../../strategy/leg-order.ts';
import { runProfit } from '../../strategy/run-profit.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { contractsAt, fillsAt, ist, option, quotesAt } from '../testing/inputs.ts';
import { play, runOf } from '../testing/scripted-run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';
import { OrderFeed } from './order-feed.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;
const CE = option(24_000, 'CE');
const PE = option(24_000, 'PE');

describe('what is carried over from earlier days', () => {
  const carried = {
    leg: 'held',
    contract: CE,
    netUnits: -130,
    openValuePaise: 1_300_010,
    lastPaise: 9_000,
  };
  const line = (positions: readonly LegPosition[]): Command =>
    note(
      positions
        .map((one) => [one.leg, one.netUnits, one.averagePricePaise, one.cashPaise].join(' '))
        .join('; '),
    );
  const back = { leg: 'held', role: 'exit', contract: CE, side: 'buy', units: 65 } as const;

  it('is the first that positions tell, is no fill, and goes on with fills', () => {
    const run = runOf(
      ({ positions, fills }) =>
        merge(
          positions.pipe(map(line)),
          fills.pipe(map(({ units }) => note(`fill ${String(units)}`))),
        ),
      { carried: [carried] },
    );
    const told = play(run, [fillsAt(ist('09:21'), { ...back, price: 90 })]);
    expect(told.map(said)).toEqual([
      '09:00:00 held -130 10000 1300010',
      '09:21:00 held -65 10000 715010',
      '09:21:00 fill 65',
    ]);
  });

  it('brings the contract to fills that no command of the run and no listing has named', () => {
    const feed = new OrderFeed(() => undefined, [carried]);
    let found: Contract | null = null;
    feed.fills.pipe(tap(({ contract }) => (found = contract))).subscribe();
    feed.observe(eventsOf(fillsAt(ist('09:21'), { ...back, price: 90 }))((event) => event));
    expect(found).toBe(CE);
    expect(positionsOf(feed)).toMatchObject([{ contract: CE, netUnits: -65 }]);
  });

  it('counts in the profit and the premium of the whole run', () => {
    const run = runOf(
      (context) =>
        runProfit(context).pipe(
          map(({ premiumPaise, profitPaise }) =>
            note(`${String(premiumPaise)} ${String(profitPaise)}`),
          ),
        ),
      { carried: [carried] },
    );
    const told = play(run, [quotesAt(ist('09:21'), { [CE.symbol]: 95 })]);
    expect(told.map(said)).toEqual(['09:21:00 1300000 65010']);
  });
});

describe('orders, fills and positions', () => {
  it('show a position before its fill, and the average, cash and net of each leg', () => {
    const run = runOf((context) =>
      merge(
        context.fills.pipe(
          map((fill) => note(`fill ${fill.contract.symbol} ${String(fill.pricePaise)}`)),
        ),
        context.positions.pipe(
          map((all) =>
            note(
              all
                .map((one) =>
                  [one.leg, one.netUnits, one.averagePricePaise, one.cashPaise].join(' '),
                )
                .join('; '),
            ),
          ),
        ),
        context.orders.pipe(map(({ order }) => note(order.orderId))),
      ),
    );
    const commands = play(run, [
      fillsAt(
        ist('09:21'),
        { leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 },
        { leg: 'pe', contract: PE, side: 'sell', units: 65, price: 90 },
      ),
      fillsAt(ist('09:40'), {
        leg: 'ce',
        role: 'stop',
        contract: CE,
        side: 'buy',
        units: 65,
        price: 130,
      }),
    ]);
    expect(
      commands.map(({ command }) => (command.kind === 'alert' ? command.message : '')),
    ).toEqual([
      '',
      'ce-entry',
      'ce -65 10000 650000',
      `fill ${CE.symbol} 10000`,
      'pe-entry',
      'ce -65 10000 650000; pe -65 9000 585000',
      `fill ${PE.symbol} 9000`,
      'ce-stop',
      'ce 0 0 -195000; pe -65 9000 585000',
      `fill ${CE.symbol} 13000`,
    ]);
  });

  it('names the contract of a fill as the order named it, or as it was listed', () => {
    const odd = { ...CE, tickSizePaise: 10 };
    const run = runOf((context) =>
      merge(
        context.at('09:20').pipe(map(() => place(sell(odd, { leg: 'ce', lots: 1 })))),
        context.chain('NIFTY').pipe(map(() => note('chain'))),
        context.fills.pipe(
          map(({ contract }) => note(`${contract.exchange} ${String(contract.tickSizePaise)}`)),
        ),
      ),
    );
    const far = option(30_000, 'CE');
    const commands = play(run, [
      contractsAt(ist('09:16')),
      fillsAt(
        ist('09:21'),
        { leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 },
        { leg: 'pe', contract: PE, side: 'sell', units: 65, price: 100 },
        { leg: 'far', contract: far, side: 'sell', units: 65, price: 100 },
      ),
    ]);
    expect(commands.map(said).slice(-3)).toEqual([
      '09:21:00 NFO 10',
      '09:21:00 NFO 5',
      '09:21:00  5',
    ]);
  });

  it('tells what an order itself says of a contract that nobody listed', () => {
    const feed = new OrderFeed(() => undefined);
    const kinds: string[] = [];
    feed.fills
      .pipe(tap(({ contract }) => kinds.push(`${contract.kind} ${contract.expiry}`)))
      .subscribe();
    const shown = eventsOf(fillsAt(ist('09:21'), FILL));
    const bare = { optionType: null, strikePaise: null } as const;
    for (const over of [{}, bare, { ...bare, expiry: null }]) {
      feed.observe(shown((event) => ({ ...event, order: { ...event.order, ...over } })));
    }
    expect(kinds).toEqual(['option 2026-11-24', 'future 2026-11-24', 'other ']);
  });

  it('shows an order of no leg, which moves no position', () => {
    const feed = new OrderFeed(() => undefined);
    const seen: string[] = [];
    feed.orders.pipe(tap(({ order }) => seen.push(order.orderId))).subscribe();
    feed.fills.pipe(tap(() => seen.push('fill'))).subscribe();
    feed.observe(eventsOf(fillsAt(ist('09:21'), FILL))((event) => ({ ...event, legRef: null })));
    expect(seen).toEqual(['ce-entry']);
    expect(positionsOf(feed)).toEqual([]);
  });

  it('takes a price that the platform corrects into the position, and calls it no fill', () => {
    const feed = new OrderFeed(() => undefined);
    let fills = 0;
    feed.fills.pipe(tap(() => (fills += 1))).subscribe();
    const shown = eventsOf(fillsAt(ist('09:21'), FILL));
    feed.observe(shown((event) => event));
    feed.observe(shown((event) => ({ ...event, fillUnits: 0, fillValuePaise: 650 })));
    expect(fills).toBe(1);
    expect(positionsOf(feed)).toMatchObject([{ netUnits: -65, averagePricePaise: 10_010 }]);
  });
});

const FILL = { leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 } as const;

type OrdersObserved = InputOf<'orders-observed'>;

/** Makes inputs of one, with each of its events changed. */
function eventsOf(input: Input): (change: (event: OrderEvent) => OrderEvent) => OrdersObserved {
  return (change) => {
    const observed = input as OrdersObserved;
    return { ...observed, events: observed.events.map(change) };
  };
}

function positionsOf(feed: OrderFeed): readonly LegPosition[] {
  let last: readonly LegPosition[] = [];
  feed.positions
    .pipe(tap((positions) => (last = positions)))
    .subscribe()
    .unsubscribe();
  return last;
}
