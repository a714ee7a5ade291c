import { map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/command.ts';
import { alert, place } from '../strategy/commands.ts';
import { sell } from '../strategy/leg-order.ts';
import { contractsAt, fillsAt, ist, option } from './testing/inputs.ts';
import { play, runOf } from './testing/scripted-run.ts';
import { type TimedCommand } from './turn.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;
const CE = option(24_000, 'CE');
const PE = option(24_000, 'PE');

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
});
