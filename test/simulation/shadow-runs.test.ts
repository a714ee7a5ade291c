import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { shadowJournalPath } from '../../src/daemon/stages/shadow-day.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { shipped, type SimulatedDay, simulatedDay } from '../support/simulated-day.ts';

const STRADDLE = shipped('short-straddle.yaml');
const CONDOR = shipped('iron-condor.yaml');

/** Requests that could change something at the platform. */
function writesOf({ routes }: DaySummary): DaySummary['routes'] {
  return routes.filter(({ route }) => !/ GET |POST \/login/.test(` ${route} `));
}

describe('a live day with a shadow run and one that trades', async () => {
  const strategies = [STRADDLE, CONDOR];
  const { summary } = await simulatedDay({ mode: 'live', strategies, stages: ['shadow', null] });
  const alone = await simulatedDay({ mode: 'live', strategies: [CONDOR] });
  const paper = await simulatedDay({ mode: 'paper', strategies: [STRADDLE] });

  it('leaves the live run as if it were alone: decisions, requests that write, orders, profit', () => {
    expect(summary.commandLogSha256).toBe(alone.summary.commandLogSha256);
    expect(writesOf(summary)).toEqual(writesOf(alone.summary));
    expect(writesOf(summary)).not.toEqual([]);
    expect(summary.orders).toEqual(alone.summary.orders);
    expect(summary.netPaise).toBe(alone.summary.netPaise);
    expect(summary.strategies.map(({ name }) => name)).toEqual(['iron-condor']);
  });

  it('decides and fills in shadow as a paper day of the same data, byte for byte', () => {
    const { shadow } = summary;
    expect(shadow?.commandLogSha256).toBe(paper.summary.commandLogSha256);
    expect(shadow?.commands).toBeGreaterThan(0);
    expect(JSON.stringify(shadow?.positions)).toBe(JSON.stringify(paper.summary.positions));
    expect(shadow?.strategies).toEqual(paper.summary.strategies);
  });
});

it('a live day whose runs are all shadow sends nothing that writes', async () => {
  const { summary } = await simulatedDay({
    mode: 'live',
    strategies: [STRADDLE, CONDOR],
    stages: ['shadow', 'shadow'],
  });
  expect(writesOf(summary)).toEqual([]);
  expect(summary.orders.placed).toBe(0);
  expect(summary.netPaise).toBe(0);
  expect(summary.shadow?.orders.length).toBeGreaterThan(4);
});

it('shadow runs whose journal is damaged are reported, and the live one trades; with a whole one they run', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-shadow-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const journalPath = join(directory, 'main.journal');
  const day = (date: string): Promise<SimulatedDay> =>
    simulatedDay({
      ...{ mode: 'live', at: `${date}T09:14`, journalPath, pollEvery: '1m' },
      ...{ strategies: [STRADDLE, CONDOR], stages: ['shadow', null] },
    });
  writeFileSync(shadowJournalPath(journalPath) ?? '', 'This is no journal');
  const damaged = await day('2026-10-29');
  expect(damaged.notices.map(({ code }) => code)).toContain('shadow-stopped');
  expect(damaged.summary.orders.placed).toBeGreaterThan(0);
  rmSync(shadowJournalPath(journalPath) ?? '');
  const whole = await day('2026-10-30');
  expect(whole.notices.map(({ code }) => code)).not.toContain('shadow-stopped');
  expect(whole.summary.shadow?.commands).toBeGreaterThan(0);
});

it('shadow on a paper day is paper', async () => {
  const [shadow, plain] = await Promise.all([simulatedDay({ stages: ['shadow'] }), simulatedDay()]);
  expect(shadow.summary.commandLogSha256).toBe(plain.summary.commandLogSha256);
  expect(shadow.summary.orders).toEqual(plain.summary.orders);
});
