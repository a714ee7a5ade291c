import { describe, expect, it, vi } from 'vitest';

import { type DayView } from '../../src/day/day-view.ts';
import { type HostRole } from '../../src/ports/transport.ts';
import { isPaperRoute } from '../../src/venues/paper-routes.ts';
import { shipped, simulatedDay } from '../support/simulated-day.ts';

/** Anything live that a paper run constructs ends the test. */
vi.mock('../../src/adapters/platform/orders/orders.ts', () => ({
  createOrders: () => {
    throw new TypeError('A paper run constructed the live orders adapter');
  },
}));
vi.mock('../../src/adapters/platform/webhooks/live-positions.ts', () => ({
  createLivePositions: () => {
    throw new TypeError('A paper run constructed the live positions adapter');
  },
}));
vi.mock('../../src/adapters/platform/webhooks/signals.ts', () => ({
  createSignals: () => {
    throw new TypeError('A paper run constructed the signals adapter');
  },
}));

const ALL = [
  'short-straddle.yaml',
  'iron-condor.yaml',
  'opening-range-breakout.ts',
  'custom-position.ts',
  'text-signal.ts',
].map(shipped);

describe('a paper day with every shipped strategy', async () => {
  const { summary, notices } = await simulatedDay({ strategies: ALL });

  it('asks for nothing but the paper routes', () => {
    expect(summary.routes.map(({ route }) => route)).toContain(
      'webhook POST /api/webhook/custom-position/execution/start/paper',
    );
    for (const { route } of summary.routes) {
      const [role, method, path] = route.split(' ') as [HostRole, 'GET' | 'POST' | 'PUT', string];
      expect(isPaperRoute({ role, method, path })).toBe(true);
    }
  });

  it('refuses what has no paper route, and says why', () => {
    expect(notices.map(({ message }) => message).join('\n')).toMatch(/signal.*paper/i);
    expect(summary.orders.refused).toBeGreaterThan(0);
  });

  it('closes a paper position locally, without a request', () => {
    const position = summary.positions.find(({ symbol }) => symbol.startsWith('custom position'));
    expect(position?.symbol).toMatch(/squared-off$/);
  });

  it('trades in the local book and ends flat', () => {
    expect(summary.orders.filled).toBeGreaterThan(8);
    expect(summary.positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
    expect(summary.costsPaise).toBeGreaterThan(0);
    expect(summary.netPaise).toBe(summary.grossPaise - summary.costsPaise);
  });
});

describe('the same day again', () => {
  it('gives the same command log, byte for byte, and another seed another', async () => {
    const [first, again, other] = [
      await simulatedDay(),
      await simulatedDay(),
      await simulatedDay({ seed: 'other' }),
    ];
    expect(first.summary.commands).toBeGreaterThan(3);
    expect(again.summary.commandLogSha256).toBe(first.summary.commandLogSha256);
    expect(again.summary).toEqual({
      ...first.summary,
      firstFillAfterRealMs: again.summary.firstFillAfterRealMs,
    });
    expect(other.summary.commandLogSha256).not.toBe(first.summary.commandLogSha256);
  });

  it('is not changed by somebody looking on', async () => {
    const unseen = await simulatedDay();
    const views: DayView[] = [];
    const seen = await simulatedDay({ onView: (view) => views.push(view) });
    expect(views.length).toBeGreaterThan(1);
    // The last picture says what the summary below it says.
    expect(views.at(-1)?.strategies).toEqual(seen.summary.strategies);
    expect(seen.summary.commandLogSha256).toBe(unseen.summary.commandLogSha256);
  });
});

describe('a day that cannot be run', () => {
  it.each([
    ['2026-10-31T09:00', /closed on 2026-10-31: Saturday/],
    ['2026-10-20T09:00', /closed on 2026-10-20: .*Dussehra/],
    ['2026-10-30T15:40', /ended at 15:40:00 IST/],
  ])('%s is refused with the next trading day', async (at, message) => {
    await expect(simulatedDay({ at })).rejects.toThrow(message);
  });
});

describe('a day that is ended early', () => {
  it('sums up what was done', async () => {
    const ending = new AbortController();
    const day = await simulatedDay({
      signal: ending.signal,
      onView: ({ orders }) => {
        if (orders.length > 0) ending.abort();
      },
    });
    expect(day.summary.commands).toBeGreaterThan(0);
  });
});
