import { beforeAll, describe, expect, it } from 'vitest';

import { drill, type DrillOptions, type DrillSummary } from '../../src/drill/drill.ts';
import { notReached, SITUATIONS } from '../../src/drill/situations/situations.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';
import { RARE_SEEDS } from './rare-seeds.ts';
import { REGRESSION_SEEDS } from './regression-seeds.ts';

const knowledge = loadMarketKnowledge();
let strategiesOf: DrillOptions['strategiesOf'];
/** How often the days of this file reached each situation. */
const reached: Record<string, number> = {};

beforeAll(async () => {
  strategiesOf = valueOf(await drillStrategies());
});

async function days(options: Partial<DrillOptions>): Promise<DrillSummary> {
  const summary = await drill({
    knowledge,
    strategiesOf,
    from: 1,
    to: 1,
    mode: 'live',
    drillMode: 'safety',
    faults: null,
    areSelfChecksShown: false,
    ...options,
  });
  for (const [name, count] of Object.entries(summary.situations)) {
    reached[name] = (reached[name] ?? 0) + count;
  }
  return summary;
}

/** What a person needs to see of a red drill. */
function inShort({ failures }: DrillSummary): readonly object[] {
  return failures.map(({ seed, violations, enough }) => ({ seed, first: violations[0], enough }));
}

// The days of 500 seeds take a minute of one core; the limits are for machines that do other things, too.
describe('days of faults', () => {
  it.each([
    { from: 1001, to: 1110 },
    { from: 11_001, to: 11_110 },
    { from: 500_001, to: 500_110 },
  ])(
    'doubles and loses nothing while faults last all day: $from to $to',
    { timeout: 300_000 },
    async (seeds) => {
      const summary = await days(seeds);
      expect(inShort(summary)).toEqual([]);
      expect(summary).toMatchObject({ days: 110, violations: 0, doubled: 0, lost: 0 });
    },
  );

  it.each([
    { from: 2001, to: 2085 },
    { from: 700_001, to: 700_085 },
  ])(
    'settles within a minute once faults end: $from to $to',
    { timeout: 300_000 },
    async (seeds) => {
      const summary = await days({ ...seeds, drillMode: 'liveness' });
      expect(inShort(summary)).toEqual([]);
      expect(summary).toMatchObject({ days: 85, violations: 0, doubled: 0, lost: 0 });
    },
  );

  it('never reaches a live route on paper', { timeout: 120_000 }, async () => {
    const summary = await days({ from: 3001, to: 3012, mode: 'paper' });
    expect(inShort(summary)).toEqual([]);
    expect(summary.intents).toBeGreaterThan(0);
  });

  it.each(REGRESSION_SEEDS)(
    'stays right on $seed: $what',
    { timeout: 60_000 },
    async ({ seed, drillMode, faults }) => {
      const summary = await days({ from: seed, to: seed, drillMode, faults });
      expect(inShort(summary)).toEqual([]);
    },
  );

  it('reaches every rare situation', { timeout: 120_000 }, async () => {
    for (const { seed, drillMode, faults } of RARE_SEEDS) {
      await days({ from: seed, to: seed, drillMode, faults });
    }
    expect(notReached(reached)).toEqual([]);
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
  });
});
