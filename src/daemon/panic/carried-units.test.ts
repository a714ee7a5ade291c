import { describe, expect, it } from 'vitest';

import { CE } from '../../../test/support/engine-rig.ts';
import {
  EMPTY_VIEW,
  type EngineView,
  type IntentState,
  type PositionState,
  type RunState,
} from '../../engine/engine-view.ts';
import { type Order } from '../../model/orders/order.ts';
import { instantAt } from '../../model/time/ist.ts';
import { carriedUnits } from './carried-units.ts';
import { planPanic } from './plan-panic.ts';
import { anOrder } from './testing/bad-platform.ts';

const DAY = { today: '2026-11-20', previousTradingDay: '2026-11-19', brokerId: 'own' };

/** A position of the call: what it was in the morning, what the books say now, and at which broker its run is. */
interface Leg {
  readonly runId?: string;
  readonly at?: string;
  readonly carriedUnits?: number;
  readonly netUnits: number;
  /** Broker ids that the records of its run's own orders show. */
  readonly shownAs?: readonly string[];
}

function positionOf({ runId = 'run', netUnits, carriedUnits: units = 0 }: Leg): PositionState {
  const carried = units === 0 ? null : { netUnits: units, lastPaise: 9_000 };
  const of: Partial<PositionState> = { runId, leg: 'ce', contract: CE, netUnits, carried };
  return { ...of, product: 'carry-forward' } as PositionState;
}

/** The journal's view of some legs on a date. */
function viewOn(date: string, legs: readonly Leg[]): EngineView {
  const runs = legs.map(({ runId = 'run', at = 'b' }) => {
    return { runId, broker: { name: '', brokerId: at } } as RunState;
  });
  const intents = legs.flatMap(({ runId = 'run', shownAs = [] }) =>
    shownAs.map(
      (brokerId) => ({ runId, orders: [traded(75, brokerId)] }) as unknown as IntentState,
    ),
  );
  const positions = legs.map(positionOf);
  return { ...EMPTY_VIEW, atMs: instantAt(date, '10:00'), runs, intents, positions };
}

/** An order of today that bought, or sold, units of the call at a broker. */
function traded(units: number, brokerId: string): Order {
  const { symbol, instrumentId } = CE;
  const side = units > 0 ? 'buy' : 'sell';
  const about = { symbol, instrumentId, side, brokerId, product: 'carry-forward' } as const;
  return anOrder({
    ...about,
    filledUnits: Math.abs(units),
    orderId: `${String(units)} ${brokerId}`,
  });
}

/** Units that a panic closes, by broker, and how many positions it leaves to the operator. */
function planOf(view: EngineView, orders: readonly Order[]): [Record<string, number>, number] {
  const { carried, leftOut } = carriedUnits(view, DAY);
  const plan = planPanic(orders, carried);
  const exits = plan.exits.map(({ brokerId, netUnits }) => [brokerId, netUnits] as const);
  return [Object.fromEntries(exits), leftOut.length + plan.leftOut.length];
}

interface Row {
  readonly legs: readonly Leg[];
  readonly today?: readonly Order[];
  readonly closes: Record<string, number>;
  readonly left?: number;
}

const CARRIED = { carriedUnits: 75, netUnits: 75 };
const FORM = ['form'];

describe('what a panic closes of a contract', () => {
  it.each<[string, Row]>([
    ['bought today', { legs: [{ netUnits: 75 }], today: [traded(75, 'b')], closes: { b: 75 } }],
    [
      'bought today under another form of its broker',
      {
        legs: [{ netUnits: 75, shownAs: FORM }],
        today: [traded(75, 'form')],
        closes: { form: 75 },
      },
    ],
    [
      'carried, and sold today under another form',
      {
        legs: [{ carriedUnits: 75, netUnits: 0, shownAs: FORM }],
        today: [traded(-75, 'form')],
        closes: {},
      },
    ],
    [
      'carried, of a broker that has another form',
      { legs: [{ ...CARRIED, shownAs: FORM }], closes: { form: 75 } },
    ],
    ['carried, of which no record tells the form', { legs: [CARRIED], closes: { b: 75 } }],
    [
      'carried, and sold by hand',
      { legs: [{ ...CARRIED, netUnits: 0 }], today: [traded(-75, 'b')], closes: {} },
    ],
    [
      'carried, and sold by hand under an id that may be another form',
      { legs: [CARRIED], today: [traded(-75, 'unheard')], closes: {}, left: 2 },
    ],
    [
      'carried, with records under two forms',
      {
        legs: [{ ...CARRIED, shownAs: ['b', 'form'] }],
        today: [traded(-75, 'form')],
        closes: {},
        left: 2,
      },
    ],
    [
      'carried, and sold at an id of another run',
      {
        legs: [CARRIED, { runId: 'other', at: 'c', netUnits: -75 }],
        today: [traded(-75, 'c')],
        closes: { b: 75, c: -75 },
      },
    ],
    [
      'carried, and sold at the form of another broker',
      {
        legs: [CARRIED, { runId: 'other', at: 'c', netUnits: -75, shownAs: FORM }],
        today: [traded(-75, 'form')],
        closes: { b: 75, form: -75 },
      },
    ],
    [
      'carried at two brokers',
      {
        legs: [CARRIED, { runId: 'other', at: 'c', carriedUnits: -75, netUnits: -75 }],
        closes: { b: 75, c: -75 },
      },
    ],
    [
      'carried at the account’s own broker, in a journal that does not say which',
      { legs: [{ ...CARRIED, at: '' }], closes: { own: 75 } },
    ],
  ])('%s', (_, { legs, today = [], closes, left = 0 }) => {
    expect(planOf(viewOn(DAY.today, legs), today)).toEqual([closes, left]);
  });

  it('open at the end of the day before, by the books of that day', () => {
    const legs = [{ netUnits: 75, shownAs: FORM }];
    expect(planOf(viewOn('2026-11-19', legs), [])).toEqual([{ form: 75 }, 0]);
    expect(planOf(viewOn('2026-11-18', legs), [])).toEqual([{}, 1]);
  });
});
