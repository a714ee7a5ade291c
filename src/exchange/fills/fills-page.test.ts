import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { sampleInstant } from '../../../test/support/sample-world.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import {
  BAR_OF_STEPS,
  exchangeWith,
  limit,
  PESSIMISTIC,
  place,
  price,
  stop,
} from '../../../test/support/exchange-fixture.ts';
import { type SimulatedFill } from './match-at-touch.ts';

const PAGE = readFileSync(new URL('../../../docs/fills.md', import.meta.url), 'utf8');
const EARLIER = '09:19:30';
const AT_THE_OPEN = '09:20:00';
const LATER = '09:20:20';

interface Case {
  /** As the page says it. */
  readonly order: string;
  readonly at: string;
  readonly change: Partial<PlaceElement>;
  /** The terms it is moved to at `LATER`. */
  readonly movedTo?: PlaceElement['terms'];
  readonly later?: readonly ReturnType<typeof price>[];
}

const JUMP = [
  price('09:22:00', [10_990, 11_010, 11_000]),
  price('09:22:15', [10_890, 10_910, 10_900]),
  price('09:22:35', [11_190, 11_210, 11_200]),
];

const CASES: readonly Case[] = [
  { order: 'buy, limit 120.00, at the open', at: AT_THE_OPEN, change: { terms: limit(12_000) } },
  {
    order: 'sell, limit 90.00, at the open',
    at: AT_THE_OPEN,
    change: { side: 'sell', terms: limit(9_000) },
  },
  { order: 'buy, limit 100.20, at the open', at: AT_THE_OPEN, change: { terms: limit(10_020) } },
  { order: 'buy, limit 120.00, at second 20', at: LATER, change: { terms: limit(12_000) } },
  {
    order: 'buy, limit 102.00, at second 20: the minute ends with an ask of 101.10',
    at: LATER,
    change: { terms: limit(10_200) },
  },
  {
    order: 'buy, limit 98.10, at second 20, in the dip',
    at: LATER,
    change: { terms: limit(9_810) },
  },
  {
    order: 'buy stop 102.00, limit 110.00, in the book before or asked for at the open',
    at: EARLIER,
    change: { terms: stop(10_200, 11_000) },
  },
  {
    order: 'buy stop 102.00, limit 110.00, asked for at second 20',
    at: LATER,
    change: { terms: stop(10_200, 11_000) },
  },
  {
    order: 'buy stop 103.00, limit 110.00, in the book before, moved to 102.00 at second 20',
    at: EARLIER,
    change: { terms: stop(10_300, 11_000) },
    movedTo: stop(10_200, 11_000),
  },
  {
    order: 'buy stop 102.00, limit 103.00, in the book before',
    at: EARLIER,
    change: { terms: stop(10_200, 10_300) },
  },
  {
    order: 'buy stop 105.00, limit 120.00; two minutes on it opens at 110.00, ask 109.10 to 112.10',
    at: EARLIER,
    change: { terms: stop(10_500, 12_000) },
    later: JUMP,
  },
  {
    order: 'buy, limit 90.00, resting; the ask comes to 90.00',
    at: EARLIER,
    change: { terms: limit(9_000) },
    later: [price('09:22:00', [8_980, 9_000])],
  },
  {
    order: 'the same; the ask comes to 89.95, and the whole minute stays there',
    at: EARLIER,
    change: { terms: limit(9_000) },
    later: [price('09:22:00', [8_975, 8_995])],
  },
];

function fillOf(one: Case, at: 'central-of-bar' | 'worse-side-of-bar'): SimulatedFill | undefined {
  const rules = { ...PESSIMISTIC, slippage: { at, ticks: 0 } };
  const before = price('09:19:00', [9_990, 10_010, 10_000]);
  const exchange = exchangeWith([before, ...BAR_OF_STEPS, ...(one.later ?? [])], rules);
  const id = place(exchange, one.change, sampleInstant(one.at));
  if (one.movedTo !== undefined) exchange.modify(id, one.movedTo, sampleInstant(LATER));
  exchange.advanceTo(sampleInstant('09:24'));
  return exchange.fills()[0];
}

function rowOf(one: Case): string {
  const central = fillOf(one, 'central-of-bar');
  const worse = fillOf(one, 'worse-side-of-bar');
  const cells =
    central === undefined || worse === undefined
      ? ['not yet', '', 'not yet', '', '']
      : [
          rupees(central.pricePaise),
          `\`${central.assumption}\``,
          rupees(worse.pricePaise),
          `\`${worse.assumption}\``,
          rupees(central.bestPaise),
        ];
  return ['', one.order, ...cells, ''].join('|');
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

test.each(CASES)('works the line of the page: $order', (one) => {
  const lines = PAGE.split('\n').map((line) => line.replaceAll(/ *\| */gu, '|'));
  expect(lines).toContain(rowOf(one));
});

test.each(CASES)('has its worst where `--fills worse` fills it: $order', (one) => {
  const central = fillOf(one, 'central-of-bar');
  expect(central?.worstPaise).toBe(fillOf(one, 'worse-side-of-bar')?.pricePaise);
});
