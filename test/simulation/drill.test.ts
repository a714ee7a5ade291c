import { beforeAll, describe, expect, it } from 'vitest';

import { drill, type DrillOptions } from '../../src/runtime/drill/drill.ts';
import { drillStrategies } from '../../src/runtime/drill/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/runtime/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';
import { REGRESSION_SEEDS } from './regression-seeds.ts';

const knowledge = loadMarketKnowledge();
let strategiesOf: DrillOptions['strategiesOf'];

beforeAll(async () => {
  strategiesOf = valueOf(await drillStrategies());
});

const days = (options: Partial<DrillOptions>) =>
  drill({
    knowledge,
    strategiesOf,
    from: 1,
    to: 1,
    mode: 'live',
    drillMode: 'safety',
    faults: null,
    ...options,
  });

/** What a person needs to see of a red drill. */
function inShort({ failures }: Awaited<ReturnType<typeof drill>>): readonly object[] {
  return failures.map(({ seed, violations, enough }) => ({ seed, first: violations[0], enough }));
}

describe('days of faults', () => {
  it('doubles and loses nothing while faults last all day', { timeout: 300_000 }, async () => {
    const summary = await days({ from: 1001, to: 1350 });
    expect(inShort(summary)).toEqual([]);
    expect(summary).toMatchObject({ days: 350, doubled: 0, lost: 0 });
  });

  it('settles within a minute once faults end', { timeout: 200_000 }, async () => {
    const summary = await days({ from: 2001, to: 2150, drillMode: 'liveness' });
    expect(inShort(summary)).toEqual([]);
    expect(summary).toMatchObject({ days: 150, doubled: 0, lost: 0 });
  });

  it('never reaches a live route on paper', { timeout: 120_000 }, async () => {
    const summary = await days({ from: 3001, to: 3010, mode: 'paper' });
    expect(inShort(summary)).toEqual([]);
  });

  it.each(REGRESSION_SEEDS)('stays right on $seed: $what', async ({ seed, faults }) => {
    const summary = await days({ from: seed, to: seed, faults });
    expect(inShort(summary)).toEqual([]);
  });

  it('comes out the same for the same seed', async () => {
    const both = [await days({ from: 100, to: 100 }), await days({ from: 100, to: 100 })];
    expect(both[0]).toEqual(both[1]);
  });
});
