import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runDay } from '../../src/daemon/run-day.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { serveStandalone } from '../../src/venues/serve-simulator.ts';
import { passByTurns } from '../support/pass-by-turns.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

/** Two minutes of the day in a second: the engine's patience of 5 s for a quote is 20 turns of the event loop or more. */
const SPEED = 120;

let endTurns = (): void => undefined;
beforeEach(() => {
  endTurns = passByTurns();
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  endTurns();
});

/** A day against a simulator that is a platform of its own: real HTTP, its own clock, requests that overlap. */
async function dayBeside(mode: 'paper' | 'live', date: string): Promise<DaySummary> {
  const simulator = valueOf(
    await serveStandalone({
      startAtMs: instantAt(date, '09:18:30'),
      speed: SPEED,
      seed: 'beside',
      pricesPath: null,
      underlying: null,
    }),
  );
  closing.push(simulator.close);
  const { credentials, addresses, brokerId } = simulator;
  const text = [
    `mode: ${mode}`,
    `brokerId: ${brokerId}`,
    'platform:',
    `  hosts: ${JSON.stringify(addresses)}`,
    '  credentials: {phoneNumber: {env: PHONE}, password: {env: WORD}, accessToken: {env: ACCESS}}',
    'prices: simulator',
    `simulator: {at: ${date}T09:18:30, speed: ${String(SPEED)}}`,
    'engine: {quotesPoll: 5s, quotesStale: 60s, ordersPollWorking: 5s, ordersStale: 90s}',
    'risk: {lotsPerRun: 10}',
  ].join('\n');
  const settings = valueOf(
    settingsFromText(text, {
      environment: {
        PHONE: credentials.phoneNumber,
        WORD: credentials.password,
        ACCESS: credentials.accessToken,
      },
      workingDirectory: import.meta.dirname,
      file: null,
      shownFile: 'test',
    }),
  );
  const params = { entry: '09:19', exit: '09:21' };
  const strategy = valueOf(await loadStrategy(shipped('short-straddle.yaml'), params));
  const done = new AbortController();
  const ran = await runDay({
    settings,
    strategies: [strategy],
    signal: done.signal,
    onNotice: ({ code }) => {
      if (code === 'squared-off') done.abort();
    },
  });
  return valueOf(ran);
}

describe.each([
  ['paper', '2026-10-30', []],
  // Tables that have ended are no problem of the day.
  [
    'live',
    '2026-11-02',
    [expect.stringMatching(/^Market tables were checked .* sauda tables update/)],
  ],
] as const)('a %s day along a clock that goes by itself', (mode, date, ended) => {
  it('enters, protects, squares off and ends flat', async () => {
    const { orders, positions, trades, strategies, problems, tables } = await dayBeside(mode, date);
    expect({ trades, unknown: orders.unknown, problems, tables }).toEqual({
      trades: 2,
      unknown: 0,
      problems: [],
      tables: ended,
    });
    expect(positions.every(({ netUnits }) => netUnits === 0)).toBe(true);
    expect(orders.filled).toBe(4);
    expect(orders.placed).toBe(orders.filled + orders.cancelled);
    expect(strategies[0]?.note).toMatch(/^Squared off all legs/);
  });
});
