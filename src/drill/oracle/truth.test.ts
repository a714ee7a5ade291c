import { expect, it } from 'vitest';

import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { planDrillDay } from '../drill-day-plan.ts';
import { createDrillWorld } from '../world/drill-world.ts';
import { type DurableIntent, Truth } from './truth.ts';

const INTENT: DurableIntent = {
  kind: 'intent',
  atMs: 0,
  runId: 'straddle@2026-11-20/live',
  tag: 'slaaaaaaaaaaaaaaaa',
  leg: 'ce',
  role: 'entry',
  parametersHash: 'one lot',
  mode: 'live',
  account: 'drill',
  build: 'drill',
};

it('tells that what was durable under a tag stands for something else afterwards', () => {
  const knowledge = loadMarketKnowledge();
  const plan = planDrillDay('1', {
    knowledge,
    mode: 'live',
    drillMode: 'safety',
    faults: [],
    brokerId: 'broker',
    secrets: { password: 'a', webhookToken: 'b', accessToken: 'c' },
  });
  const truth = new Truth(createDrillWorld(plan, knowledge).simulator.exchange);
  expect(truth.takeDurable([INTENT])).toBeNull();
  // A later life may say the same again.
  expect(truth.takeDurable([{ ...INTENT, atMs: 1 }])).toBeNull();
  const changed = { ...INTENT, parametersHash: 'two lots' };
  expect(truth.takeDurable([changed])).toContain(INTENT.tag);
});
