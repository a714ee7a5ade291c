import { describe, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { sampleCalendar, sampleInstant } from '../../../test/support/sample-world.ts';
import { SampleSimulator } from '../../../test/support/sample-simulator.ts';
import { positionLeg } from '../../../test/support/sample-leg.ts';
import { createLocalPaperPositions } from '../../exchange/positions/local-paper-positions.ts';
import {
  type SimulatedLeg,
  type SimulatedPosition,
} from '../../exchange/positions/position-leg.ts';

const BASE = '/api/webhook/custom-position/execution';

interface Start {
  readonly mode?: 'live' | 'paper';
  readonly legs?: readonly Json[];
  readonly change?: Readonly<Record<string, Json>>;
}

function start(sample: SampleSimulator, { mode = 'live', legs, change }: Start = {}) {
  return sample.send(`webhook POST ${BASE}/start/${mode}`, {
    access_token: sample.simulator.credentials.accessToken,
    alert_name: 'morning',
    strategy: { Ticker: 'NIFTY', Legs: legs ?? [positionLeg()] },
    ...change,
  });
}

function squareOff(sample: SampleSimulator, id: string, token?: string) {
  const access_token = token ?? sample.simulator.credentials.accessToken;
  return sample.send(`webhook POST ${BASE}/square-off/${id}`, { access_token });
}

function idOf({ body }: { readonly body: string }): string {
  return (JSON.parse(body) as { id: string }).id;
}

function positionAt(
  sample: SampleSimulator,
  clock: string,
): SimulatedPosition & { leg: SimulatedLeg } {
  sample.nowMs = sampleInstant(clock);
  sample.send('orders GET /today-orders');
  const [position] = sample.simulator.positions.positions();
  const [leg] = position?.legs ?? [];
  if (position === undefined || leg === undefined) return expect.fail('There is no position');
  return { ...position, leg };
}

describe('a live position', () => {
  test('sells at the bid with an order that the day’s orders show', () => {
    const sample = new SampleSimulator();
    sample.login();
    const id = idOf(start(sample));
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    const { state, mode, alertName, leg } = positionAt(sample, '09:21');
    expect({ state, mode, alertName }).toEqual({
      state: 'active',
      mode: 'live',
      alertName: 'morning',
    });
    expect(leg).toMatchObject({
      symbol: 'NIFTY261123C26000',
      state: 'open',
      heldUnits: 130,
      entryPricePaise: 9_990,
      profitPaise: -130 * 10,
    });
    expect(leg.fills).toHaveLength(1);
    const records = JSON.parse(sample.send('orders GET /today-orders').body) as Json[];
    expect(records).toMatchObject([
      { side: 'PositionType.Sell', quantity: 130, extra_tags: { position: id } },
    ]);
  });

  test('leaves at its stop, at the prices of that moment', () => {
    const sample = new SampleSimulator();
    const LegStopLoss = { Type: 'LegTgtSLType.Percentage', Value: 50 };
    start(sample, { legs: [positionLeg({ LegStopLoss })] });
    expect(positionAt(sample, '09:29:59').state).toBe('active');
    const { state, leg, profitPaise } = positionAt(sample, '09:30:30');
    expect(state).toBe('exited');
    expect(leg).toMatchObject({ exitReason: 'stop', state: 'closed', heldUnits: 0 });
    expect(profitPaise).toBe(130 * (9_990 - 15_010));
  });

  test('a buyer leaves at its target', () => {
    const sample = new SampleSimulator();
    const LegTarget = { Type: 'LegTgtSLType.Points', Value: 49 };
    start(sample, { legs: [positionLeg({ PositionType: 'PositionType.Buy', LegTarget })] });
    const { leg } = positionAt(sample, '09:30:30');
    expect(leg).toMatchObject({ exitReason: 'target', profitPaise: 130 * (14_990 - 10_010) });
  });

  test.each([
    [50.1, 'exited'],
    [50.15, 'active'],
  ])('a rise of 50.10 against a stop of %f leaves it %s', (Value, state) => {
    const sample = new SampleSimulator();
    const LegStopLoss = { Type: 'LegTgtSLType.Points', Value };
    start(sample, { legs: [positionLeg({ LegStopLoss })] });
    expect(positionAt(sample, '09:30:30').state).toBe(state);
  });

  test('leaves at its exit time', () => {
    const sample = new SampleSimulator();
    start(sample, { change: { exit_time: '2026-11-20T10:00:00+05:30' } });
    expect(positionAt(sample, '09:59:59').state).toBe('active');
    const { state, leg } = positionAt(sample, '10:00:01');
    expect([state, leg.exitReason]).toEqual(['exited', 'exit-time']);
  });

  test('leaves before the last session ends', () => {
    const sample = new SampleSimulator();
    start(sample);
    expect(positionAt(sample, '15:38:59').state).toBe('active');
    const { state, leg } = positionAt(sample, '15:39:30');
    expect([state, leg.exitReason, leg.heldUnits]).toEqual(['exited', 'day-end', 0]);
  });

  test('is squared off on request, and again without harm', () => {
    const sample = new SampleSimulator();
    const id = idOf(start(sample));
    positionAt(sample, '09:21');
    expect(JSON.parse(squareOff(sample, id).body)).toMatchObject({ success: true });
    const { state, leg } = positionAt(sample, '09:22');
    expect([state, leg.exitReason, leg.orders.length]).toEqual(['exited', 'square-off', 2]);
    expect(squareOff(sample, id).status).toBe(200);
    expect(positionAt(sample, '09:23').leg.orders).toHaveLength(2);
  });

  test('squared off before its entry has filled, ends with nothing held', () => {
    const sample = new SampleSimulator();
    squareOff(sample, idOf(start(sample)));
    const { state, leg } = positionAt(sample, '09:21');
    expect([state, leg.heldUnits]).toEqual(['exited', 0]);
    const net = sample.simulator.exchange
      .orders()
      .reduce((sum, one) => sum + (one.side === 'buy' ? one.filledUnits : -one.filledUnits), 0);
    expect(net).toBe(0);
  });

  test('started before the market opens, waits for it', () => {
    const sample = new SampleSimulator({}, sampleInstant('08:15'));
    start(sample);
    expect(positionAt(sample, '09:14:59').state).toBe('waiting');
    const { state, leg } = positionAt(sample, '09:16');
    expect([state, leg.heldUnits]).toEqual(['active', 130]);
    expect(leg.orders[0]?.createdAtMs).toBe(sampleInstant('09:15'));
  });

  test('slices above the freeze quantity', () => {
    const sample = new SampleSimulator();
    start(sample, { legs: [positionLeg({ Lots: 30 })] });
    const { leg } = positionAt(sample, '09:21');
    expect(leg.orders.map(({ quantityUnits }) => quantityUnits)).toEqual([1_755, 195]);
  });

  test('trades the legs it understands and says what it does not', () => {
    const sample = new SampleSimulator();
    start(sample, { legs: [positionLeg(), positionLeg({ InstrumentKind: 'LegType.XX' })] });
    const { legs, state } = positionAt(sample, '09:21');
    expect(state).toBe('active');
    expect(legs[1]).toMatchObject({ state: 'closed', symbol: null, orders: [] });
    expect(legs[1]?.notes).toContain('The leg is not traded');
  });

  test('of an unknown ticker trades nothing and says so', () => {
    const sample = new SampleSimulator();
    const answer = start(sample, {
      change: { strategy: { Ticker: 'DOW', Legs: [positionLeg()] } },
    });
    expect(answer.status).toBe(200);
    const { state, leg } = positionAt(sample, '09:21');
    expect([state, leg.notes]).toEqual(['exited', ['Ticker "DOW" is not listed']]);
  });

  test('notes a rejection of its entry and holds nothing', () => {
    const sample = new SampleSimulator({ exchangeRules: { availableMarginPaise: 1 } });
    start(sample);
    const { leg } = positionAt(sample, '15:39:30');
    expect(leg.heldUnits).toBe(0);
    expect(leg.notes.join()).toContain('Margin is short');
  });
});

describe('a paper position', () => {
  test('fills where the day’s orders do not show it', () => {
    const sample = new SampleSimulator();
    sample.login();
    start(sample, { mode: 'paper' });
    const { mode, leg } = positionAt(sample, '09:21');
    expect([mode, leg.heldUnits]).toEqual(['paper', 130]);
    expect(sample.send('orders GET /today-orders').body).toBe('[]');
  });

  test('is not found by the square-off, which speaks of live positions', () => {
    const sample = new SampleSimulator();
    const answer = squareOff(sample, idOf(start(sample, { mode: 'paper' })));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false });
  });

  test('starts in process with the window of the endpoint', () => {
    const sample = new SampleSimulator();
    const { positions } = sample.simulator;
    const clock = { nowMs: () => sample.nowMs };
    const port = createLocalPaperPositions({ positions, clock, calendar: sampleCalendar });
    const request = { alertName: 'a', exitAtMs: null, ticker: 'NIFTY', legs: [positionLeg()] };
    expect(port.start({ ...request, legs: [] }).kind).toBe('rejected');
    expect(port.start(request).kind).toBe('accepted');
    expect(positionAt(sample, '09:21').leg.heldUnits).toBe(130);
    sample.nowMs = sampleInstant('15:29');
    expect(port.start(request)).toMatchObject({ kind: 'rejected', rejection: { status: 503 } });
  });
});

describe('the start endpoints', () => {
  test.each([
    ['08:14:59', 999, 503],
    ['08:15', 0, 200],
    ['15:28:59', 999, 200],
    ['15:29', 0, 503],
  ])('at %s + %i ms answer %i', (clock, extraMs, status) => {
    for (const mode of ['live', 'paper'] as const) {
      const answer = start(new SampleSimulator({}, sampleInstant(clock, extraMs)), { mode });
      expect(answer.status).toBe(status);
      const key = status === 503 ? 'msg' : 'id';
      expect(Object.keys(JSON.parse(answer.body) as object)).toEqual([key]);
    }
  });

  test('on a closed day answer 503', () => {
    const sample = new SampleSimulator({}, sampleInstant('10:00') + 86_400_000);
    expect(start(sample).status).toBe(503);
  });

  const legs = (count: number) => Array.from({ length: count }, () => positionLeg());
  const exitAt = (exit_time: Json): Readonly<Record<string, Json>> => ({ exit_time });
  test.each<
    readonly [string, Readonly<Record<string, Json>>, readonly [strict: number, lenient: number]]
  >([
    ['no token', { access_token: null }, [422, 400]],
    ['a wrong token', { access_token: 'x' }, [401, 401]],
    ['no name', { alert_name: null }, [422, 400]],
    ['an extra field', { more: 1 }, [422, 200]],
    [
      'an extra field of the strategy',
      { strategy: { Ticker: 'N', Legs: legs(1), x: 1 } },
      [422, 200],
    ],
    ['an exit time with an offset', exitAt('2026-11-20T15:10:00+05:30'), [200, 200]],
    ['an exit time in UTC', exitAt('2026-11-20T09:40:00.000Z'), [200, 200]],
    ['an exit time without an offset', exitAt('2026-11-20T15:10:00'), [422, 200]],
    ['an exit time to the minute', exitAt('2026-11-20T15:10+05:30'), [422, 200]],
    ['an exit time of no day', exitAt('2026-02-30T15:10:00+05:30'), [422, 400]],
    ['an exit time of null', exitAt(null), [422, 200]],
    ['an exit time that is none', exitAt('15:10'), [422, 400]],
    ['no strategy', { strategy: null }, [422, 400]],
    ['no legs', { strategy: { Ticker: 'NIFTY', Legs: [] } }, [422, 400]],
    ['10 legs', { strategy: { Ticker: 'NIFTY', Legs: legs(10) } }, [200, 200]],
    ['11 legs', { strategy: { Ticker: 'NIFTY', Legs: legs(11) } }, [422, 400]],
    ['a leg that is no object', { strategy: { Ticker: 'NIFTY', Legs: ['x'] } }, [422, 400]],
  ])('%s', (_name, change, [strict, lenient]) => {
    expect(start(new SampleSimulator(), { change }).status).toBe(strict);
    const sample = new SampleSimulator({ switches: { isLenient: true } });
    expect(start(sample, { change }).status).toBe(lenient);
  });

  test('keep no more than twenty notes on words of a leg that are unknown', () => {
    const sample = new SampleSimulator();
    const entries = Array.from({ length: 5_000 }, (_value, index) => [`K${String(index)}`, 1]);
    start(sample, { legs: [{ PositionConfig: Object.fromEntries(entries) as Json }] });
    const [position] = sample.simulator.positions.positions();
    expect(position?.legs[0]?.notes.length).toBeLessThan(30);
  });

  test('square-off refuses a wrong token and an unknown id', () => {
    const sample = new SampleSimulator();
    expect(squareOff(sample, idOf(start(sample)), 'x').status).toBe(401);
    expect(squareOff(sample, 'f'.repeat(24)).status).toBe(404);
    expect(sample.send(`webhook POST ${BASE}/square-off/a`, {}).status).toBe(422);
  });
});
