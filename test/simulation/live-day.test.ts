import { describe, expect, it } from 'vitest';

import { shipped, simulatedDay } from '../support/simulated-day.ts';

describe('a live day against the simulator', async () => {
  const strategies = [
    'short-straddle.yaml',
    'iron-condor.yaml',
    'custom-position.ts',
    'text-signal.ts',
  ];
  const { summary } = await simulatedDay({
    mode: 'live',
    seed: 'calm',
    strategies: strategies.map(shipped),
  });
  const counts = new Map(summary.routes.map(({ route, count }) => [route, count]));

  it('places, cancels and polls through the platform', () => {
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining([
        'orders POST /place',
        'orders POST /cancel',
        'orders GET /today-orders',
        'webhook POST /api/webhook/custom-position/execution/start/live',
        'ordersWebhook POST /webhook/tv/tk-trade',
      ]),
    );
  });

  it('squares the custom position off, once', () => {
    const squareOffs = [...counts].filter(([route]) => route.includes('/square-off/'));
    expect(squareOffs.map(([, count]) => count)).toEqual([1]);
  });

  it('ends flat, with every order accounted for', () => {
    expect(summary.positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
    const { placed, filled, cancelled, rejected, unknown } = summary.orders;
    expect(placed).toBeGreaterThan(8);
    expect(filled + cancelled + rejected).toBe(placed);
    expect(unknown).toBe(0);
  });

  it('asks no paper route', () => {
    expect([...counts.keys()].filter((route) => route.includes('paper'))).toEqual([]);
  });
});

describe('a live day on a platform that takes one cancel a call', () => {
  it('ends flat all the same', async () => {
    const { summary } = await simulatedDay({
      mode: 'live',
      seed: 'calm',
      more: 'platform: {profileOverrides: {limits: {cancelBatchMax: 1}}}',
    });
    expect(summary.orders.cancelled).toBeGreaterThan(1);
    expect(summary.positions.map(({ netUnits }) => netUnits)).toEqual([0, 0]);
  });
});

describe('a live day that the calendar has not verified', () => {
  it('is refused', async () => {
    await expect(simulatedDay({ mode: 'live', at: '2027-01-04T09:00' })).rejects.toThrow(
      /not verified for 2027-01-04/,
    );
  });

  it('runs on paper, with a warning', async () => {
    const { summary } = await simulatedDay({ at: '2027-01-04T09:14' });
    expect(summary.problems.join('\n')).toMatch(/not verified for 2027-01-04/);
    expect(summary.commands).toBeGreaterThan(0);
  });
});
