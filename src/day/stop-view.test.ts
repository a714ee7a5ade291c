import { describe, expect, it } from 'vitest';

import { knownOrder } from '../../test/support/drawn-events.ts';
import { CE } from '../../test/support/engine-rig.ts';
import { type Order } from '../model/orders/order.ts';
import { type StopsSeen, stopViews } from './stop-view.ts';

const RUN = { runId: 'straddle@2026-11-20/paper', leg: 'ce' };
type Seen = { [Key in keyof StopsSeen]: StopsSeen[Key][number] };

function leg(parts: Partial<Seen['positions']> = {}): Seen['positions'] {
  return { ...RUN, contract: CE, netUnits: -75, lastPaise: 10_000, ...parts };
}

function stopOrder(triggerPricePaise: number, status: Order['status'] = 'trigger-pending'): Order {
  const terms = { kind: 'stop', triggerPricePaise, limitPricePaise: 1 } as const;
  return { ...knownOrder(String(triggerPricePaise)), terms, status };
}

function exit(orders: readonly Order[], side: 'buy' | 'sell' = 'buy'): Seen['intents'] {
  return { ...RUN, symbol: CE.symbol, side, orders };
}

const asked = (state: Seen['protections']['state']): Seen['protections'] => ({
  ...RUN,
  symbol: CE.symbol,
  state,
});
const seen = (parts: Partial<StopsSeen>): unknown =>
  stopViews({ positions: [leg()], protections: [], intents: [], ...parts });

describe('the stop of an open leg', () => {
  it('of a short is as far as the price has to rise, of a long as it has to fall', () => {
    expect(seen({ intents: [exit([stopOrder(13_000)])] })).toMatchObject([
      { leg: 'ce', triggerPaise: 13_000, awayPaise: 3_000, state: 'standing' },
    ]);
    const positions = [leg({ netUnits: 75 })];
    expect(seen({ positions, intents: [exit([stopOrder(9_000)], 'sell')] })).toMatchObject([
      { triggerPaise: 9_000, awayPaise: 1_000 },
    ]);
  });

  it('is the nearest of those that work', () => {
    const orders = [stopOrder(14_000), stopOrder(13_000), stopOrder(11_000, 'cancelled')];
    expect(seen({ intents: [exit(orders)] })).toMatchObject([{ triggerPaise: 13_000 }]);
  });

  it('is below nothing once the price is through it, and unknown without a price', () => {
    const intents = [exit([stopOrder(9_500)])];
    expect(seen({ intents })).toMatchObject([{ awayPaise: -500 }]);
    expect(seen({ intents, positions: [leg({ lastPaise: null })] })).toMatchObject([
      { triggerPaise: 9_500, awayPaise: null },
    ]);
  });

  it('that was asked for and has no order says how it stands', () => {
    expect(seen({ protections: [asked('unknown')] })).toMatchObject([
      { triggerPaise: null, awayPaise: null, state: 'unknown' },
    ]);
  });

  it('is none where none was asked for, it was given up, or the leg is flat', () => {
    expect(seen({})).toEqual([]);
    expect(seen({ protections: [asked('unasked')] })).toEqual([]);
    const intents = [exit([stopOrder(9_500)])];
    expect(seen({ intents, positions: [leg({ netUnits: 0 })] })).toEqual([]);
    expect(seen({ intents: [exit([stopOrder(9_500)], 'sell')] })).toEqual([]);
  });
});
