import { describe, expect, it } from 'vitest';

import { positionLeg } from '../support/sample-leg.ts';
import { sampleContract, sampleInstant } from '../support/sample-world.ts';
import { type PositionStart, type TradeSignal } from '../../src/ports/webhooks.ts';
import { type StartPlatform } from './platform-harness.ts';

const LEG = positionLeg();
const START: PositionStart = {
  alertName: 'morning straddle',
  exitAtMs: sampleInstant('15:10'),
  ticker: 'NIFTY',
  legs: [LEG],
};
const ROUTE = 'POST /api/webhook/custom-position/execution';

/** What PaperPositions, LivePositions and Signals promise. */
export function webhooksContract(start: StartPlatform): void {
  const signal = (brokerId: string, change: Partial<TradeSignal> = {}): TradeSignal => ({
    trades: [{ ticker: sampleContract('CE').symbol, side: 'buy', quantity: 1 }],
    signalTag: '0123456789abcdef01234567',
    brokerIds: [brokerId],
    ...change,
  });

  it('starts a paper position at the paper path and nowhere else', async () => {
    await using platform = await start();
    const { paperPositions, routes } = platform.connect();
    expect(await paperPositions.start(START)).toMatchObject({
      kind: 'accepted',
      value: { positionId: expect.stringMatching(/./) as string },
    });
    expect(routes()).toEqual([`${ROUTE}/start/paper`]);
    platform.setTime(sampleInstant('09:25'));
    expect(platform.simulator.exchange.orders()).toHaveLength(0);
  });

  it('writes the exit time as a date-time with its offset', async () => {
    await using platform = await start();
    const { paperPositions, sent } = platform.connect();
    await paperPositions.start(START);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      exit_time: '2026-11-20T15:10:00+05:30',
    });
  });

  it('starts a live position and squares it off', async () => {
    await using platform = await start();
    const { livePositions, routes } = platform.connect();
    const started = await livePositions.start({ ...START, exitAtMs: null });
    const positionId = started.kind === 'accepted' ? started.value.positionId : '';
    expect(await livePositions.squareOff(positionId)).toMatchObject({ kind: 'accepted' });
    expect(routes()).toEqual([`${ROUTE}/start/live`, `${ROUTE}/square-off/${positionId}`]);
  });

  it('tells a position that does not exist by the documented envelope', async () => {
    await using platform = await start();
    expect(await platform.connect().livePositions.squareOff('nobody')).toMatchObject({
      kind: 'rejected',
      rejection: { form: 'error-envelope', status: 404 },
    });
  });

  it.each(['', '.', '..', 'a b', 'x'.repeat(129)])('does not square off "%s"', async (id) => {
    await using platform = await start();
    const { livePositions, sent } = platform.connect();
    expect(await livePositions.squareOff(id)).toMatchObject({
      rejection: { form: 'invalid-request' },
    });
    expect(sent).toHaveLength(0);
  });

  it('keeps an identifier with slashes in its place of the path', async () => {
    await using platform = await start();
    const { livePositions, sent } = platform.connect();
    await livePositions.squareOff('../start/live?x=1');
    expect(sent[0]?.path).toMatch(/\/square-off\/\.\.%2Fstart%2Flive%3Fx%3D1$/);
  });

  describe('the activation window', () => {
    it.each([
      ['08:14:59', 999, false],
      ['08:15', 0, true],
      ['15:28:59', 0, true],
      ['15:28:59', 999, true],
      ['15:29', 0, false],
      ['15:29:59', 0, false],
    ])('at %s plus %i ms: open is %s', async (clock, extraMs, isOpen) => {
      await using platform = await start();
      platform.setTime(sampleInstant(clock, extraMs));
      const { paperPositions, livePositions } = platform.connect();
      const expected = isOpen
        ? { kind: 'accepted' }
        : { kind: 'rejected', rejection: { form: 'message', status: 503 } };
      expect(await paperPositions.start(START)).toMatchObject(expected);
      expect(await livePositions.start(START)).toMatchObject(expected);
    });

    it('is closed on a day without trading', async () => {
      await using platform = await start();
      platform.setTime(sampleInstant('09:20') + 86_400_000);
      expect(await platform.connect().paperPositions.start(START)).toMatchObject({
        rejection: { form: 'message', status: 503 },
      });
    });
  });

  it.each<[string, Partial<PositionStart>]>([
    ['no leg', { legs: [] }],
    ['eleven legs', { legs: Array.from({ length: 11 }, () => LEG) }],
    ['a leg that is no object', { legs: ['StrikeType.ATM'] }],
    ['no name', { alertName: ' ' }],
    ['no ticker', { ticker: '' }],
  ])('does not send a start with %s', async (_what, change) => {
    await using platform = await start();
    const { paperPositions, sent } = platform.connect();
    expect(await paperPositions.start({ ...START, ...change })).toMatchObject({
      kind: 'rejected',
      rejection: { form: 'invalid-request' },
    });
    expect(sent).toHaveLength(0);
  });

  it('starts with ten legs', async () => {
    await using platform = await start();
    const legs = Array.from({ length: 10 }, () => LEG);
    const { paperPositions } = platform.connect();
    expect(await paperPositions.start({ ...START, legs })).toMatchObject({ kind: 'accepted' });
  });

  it('sends a signal whose trades become orders', async () => {
    await using platform = await start();
    const { signals } = platform.connect();
    const { brokerId, exchange } = platform.simulator;
    const trades = [
      { ticker: sampleContract('CE').symbol, side: 'buy', quantity: 2 },
      { ticker: 'NIFTY1!', side: 'sell', quantity: 1 },
    ] as const;
    expect(await signals.send(signal(brokerId, { trades }))).toMatchObject({
      kind: 'accepted',
      value: { orderId: exchange.orders()[0]?.orderId },
    });
    expect(exchange.orders()).toMatchObject([
      { symbol: sampleContract('CE').symbol, side: 'buy', quantityUnits: 130 },
      { symbol: sampleContract('FUT', 0).symbol, side: 'sell', quantityUnits: 65 },
    ]);
  });

  it('tells a refused signal by the documented envelope', async () => {
    await using platform = await start();
    const { brokerId } = platform.simulator;
    const trades = [{ ticker: 'NOSUCH', side: 'buy', quantity: 1 }] as const;
    expect(await platform.connect().signals.send(signal(brokerId, { trades }))).toMatchObject({
      rejection: { form: 'error-envelope', status: 400 },
    });
    const wrong = platform.connect({ credentials: { webhookToken: 'canary-token' } });
    expect(await wrong.signals.send(signal(brokerId))).toMatchObject({
      rejection: { form: 'error-envelope', status: 401 },
    });
  });

  it.each<[string, Partial<TradeSignal>]>([
    ['no trade', { trades: [] }],
    ['a quantity of 0', { trades: [{ ticker: 'INFY', side: 'buy', quantity: 0 }] }],
    ['half a lot', { trades: [{ ticker: 'INFY', side: 'buy', quantity: 0.5 }] }],
    ['a ticker that ends the text', { trades: [{ ticker: 'A,B', side: 'buy', quantity: 1 }] }],
    ['no broker', { brokerIds: [] }],
    ['a broker list in one name', { brokerIds: ['a,b'] }],
    ['no tag', { signalTag: '' }],
  ])('does not send a signal with %s', async (_what, change) => {
    await using platform = await start();
    const { signals, sent } = platform.connect();
    expect(await signals.send(signal('b', change))).toMatchObject({
      rejection: { form: 'invalid-request' },
    });
    expect(sent).toHaveLength(0);
  });
}
