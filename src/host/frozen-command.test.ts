import { describe, expect, it } from 'vitest';

import { type Json } from '../base/json.ts';
import {
  alert,
  cancel,
  modify,
  place,
  signal,
  squareOff,
  squareOffPosition,
  startPosition,
} from '../strategy/commands.ts';
import { buy, limit } from '../strategy/leg-order.ts';
import { frozenCommand } from './frozen-command.ts';

const contract = {
  instrumentId: 'NSE_1',
  symbol: 'NIFTY261124C24500',
  exchange: 'NSE',
  kind: 'option',
  underlying: 'NIFTY',
  expiry: '2026-11-24',
  strikePaise: 2_450_000,
  optionType: 'CE',
  lotSizeUnits: 75,
  tickSizePaise: 5,
  freezeUnits: null,
} as const;
/** Why a value is no command; null when it is one. */
function problemOf(value: unknown): string | null {
  const command = frozenCommand(value);
  return command.ok ? null : command.error;
}

const order = buy(contract, { leg: 'ce', lots: 1 });

const placed = (change: Readonly<Record<string, Json>>): Json => ({
  kind: 'place',
  orders: [{ ...order, ...change } as unknown as Json],
});

describe('frozenCommand', () => {
  it('has nothing to say of what the kit makes', () => {
    const commands = [
      place(order, { ...order, terms: limit(100) }),
      modify('ce', 'stop', { kind: 'stop', triggerPricePaise: 105, limitPricePaise: 110 }),
      cancel(),
      cancel(['ce'], 'stop'),
      squareOff('why', ['ce']),
      startPosition({ position: 'p', ticker: 'NIFTY', legs: [{ deep: [null, { key: 1 }] }] }),
      squareOffPosition('p'),
      signal({
        trades: [{ ticker: 'NIFTY', side: 'buy', quantity: 1 }],
        signalTag: 'tag',
        brokerIds: ['broker'],
      }),
      alert('info', 'hello'),
    ];
    expect(commands.map(problemOf)).toEqual(commands.map(() => null));
  });

  it.each<readonly [what: string, command: Json, where: RegExp]>([
    [
      'a leg name for a list',
      { kind: 'squareOff', legs: 'ce', reason: 'why' },
      /at legs: 'all' or/,
    ],
    ['a leg name for a list', { kind: 'cancel', legs: 'ce', role: null }, /at legs/],
    ['no scope', { kind: 'cancel', role: null }, /at legs/],
    ['no orders', { kind: 'place' }, /at orders/],
    ['an empty order', { kind: 'place', orders: [null] }, /at orders\.0/],
    ['an unknown side', placed({ side: 'BUY' }), /at orders\.0\.side/],
    ['an unknown role', placed({ role: 'open' }), /at orders\.0\.role/],
    ['no contract', placed({ contract: null }), /at orders\.0\.contract/],
    ['a lot of nothing', placed({ contract: { ...contract, lotSizeUnits: 0 } }), /lotSizeUnits/],
    ['unknown terms', placed({ terms: { kind: 'stop-market' } }), /at orders\.0\.terms\.kind/],
    ['half of a price', placed({ terms: { kind: 'limit' } }), /at orders\.0\.terms\.pricePaise/],
    ['no terms', { kind: 'modify', leg: 'ce', role: 'stop' }, /at terms/],
    ['no legs', { kind: 'startPosition', position: 'p', alertName: 'p' }, /at exitTime/],
    ['no trades', { kind: 'signal', signalTag: 't', brokerIds: [] }, /at trades/],
    ['an unknown severity', { kind: 'alert', severity: 'fatal', message: '' }, /at severity/],
  ])('names the place of %s', (_, command, where) => {
    expect(problemOf(command)).toMatch(where);
  });

  it.each<readonly [what: string, value: unknown, found: string]>([
    ['nothing', undefined, 'found undefined'],
    ['a number', 7, 'found 7'],
    ['a list', [], 'found an array'],
    ['an object without a kind', {}, 'found an object'],
    ['a kind that is no text', { kind: 7 }, 'found an object'],
    ['an instance', new Map(), 'found a Map'],
    ['another kind', { kind: 'buy' }, 'found kind "buy"'],
  ])('is told what was emitted for a command: %s', (_, value, found) => {
    expect(problemOf(value)).toContain(found);
  });

  it.each<readonly [what: string, part: unknown, lost: string | null]>([
    ['a hole in a list', [undefined], 'signal.trades.0 is undefined'],
    ['a date', new Date(0), 'signal.trades is a Date'],
    ['not a number', [{ quantity: NaN }], 'signal.trades.0.quantity is NaN'],
    ['nothing by name', { left: undefined }, null],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), null],
  ])('names what a journal would lose: %s', (_, trades, lost) => {
    const problem = problemOf({ kind: 'signal', trades, signalTag: 't', brokerIds: [] });
    expect(problem).toContain(lost ?? 'of another shape');
  });

  it('takes no part that would be the prototype of a copy', () => {
    const legs: unknown = [JSON.parse('{"__proto__": {"a": 1}}')];
    const command = { ...startPosition({ position: 'p', ticker: 'T', legs: [1] }), legs };
    expect(problemOf(command)).toContain('startPosition.legs.0.__proto__ is no name of a part');
  });
});
