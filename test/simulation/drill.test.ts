import { beforeAll, describe, expect, it } from 'vitest';

import { drill, type DrillOptions, type DrillSummary } from '../../src/drill/drill.ts';
import { notReached, SITUATIONS } from '../../src/drill/situations/situations.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { readLedger } from '../soak/ledger.ts';
import { valueOf } from '../support/simulated-day.ts';
import { drillShare } from './drill-seeds.ts';
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

/** Every long drill that is recorded turns to the next share: the same one on every machine, and all of them in time. */
const ROUND = readLedger().length;

describe('days of faults', () => {
  it.each(drillShare(ROUND))(
    'doubles and loses nothing, and settles once faults end: $drillMode $from to $to',
    { timeout: 300_000 },
    async ({ drillMode, from, to }) => {
      const summary = await days({ drillMode, from, to });
      expect(inShort(summary)).toEqual([]);
      expect(summary).toMatchObject({ days: to - from + 1, violations: 0, doubled: 0, lost: 0 });
    },
  );

  it('is the same day when it runs twice, as one seed in a hundred does', async () => {
    const summary = await days({ from: 1100, to: 1100 });
    expect(inShort(summary)).toEqual([]);
  });

  it('never reaches a live route on paper', { timeout: 240_000 }, async () => {
    const summary = await days({ from: 3001, to: 3006, mode: 'paper' });
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
