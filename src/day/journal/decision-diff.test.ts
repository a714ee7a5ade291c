import { expect, it } from 'vitest';

import { aLeg } from '../../../test/support/engine-rig.ts';

import { alert } from '../../strategy/commands.ts';
import { diffDecisions } from './decision-diff.ts';
import type { TimedCommand } from '../../ports/run-host.ts';

const said = (atMs: number, message: string): TimedCommand => ({
  atMs,
  command: alert('info', message),
});
const placed = (atMs: number, quantityUnits: number): TimedCommand => ({
  atMs,
  command: { kind: 'place', orders: [aLeg({ quantityUnits })] },
});
const kinds = (
  recorded: readonly TimedCommand[],
  replayed: readonly TimedCommand[],
): readonly string[] =>
  diffDecisions(recorded, replayed).map(({ kind, atMs }) => `${kind} ${String(atMs)}`);

it('finds nothing between equal decisions, though they were recorded a little later', () => {
  expect(
    kinds([said(1_400, 'a'), placed(9_000, 65)], [said(1_000, 'a'), placed(9_000, 65)]),
  ).toEqual([]);
});

it('finds nothing where the process stood still when a decision was due, and came to it late', () => {
  const cameTo = (dueAtMs: number): number => (dueAtMs <= 12_787 ? 12_787 : dueAtMs);
  const late = (atMs: number): readonly object[] =>
    diffDecisions([said(atMs, 'a')], [said(1_000, 'a')], cameTo);
  expect(late(12_787)).toEqual([]);
  expect(late(14_000)).toMatchObject([{ kind: 'moved', fromMs: 14_000, atMs: 1_000 }]);
});

it('tells added from removed', () => {
  expect(kinds([said(1_000, 'a')], [said(5_000, 'b')])).toEqual(['removed 1000', 'added 5000']);
});

it('tells what is no order and says something else at the same time as removed and added', () => {
  expect(kinds([said(1_000, 'a')], [said(1_000, 'b')]).toSorted()).toEqual([
    'added 1000',
    'removed 1000',
  ]);
});

it('tells the same at another time as moved', () => {
  expect(kinds([said(1_000, 'a')], [said(61_000, 'a')])).toEqual(['moved 61000']);
});

it('tells the same in another quantity as resized', () => {
  expect(kinds([placed(1_000, 65)], [placed(1_000, 130)])).toEqual(['resized 1000']);
});

it('tells the same on other terms as repriced, with both', () => {
  const stop = (triggerPricePaise: number): TimedCommand => {
    const terms = { kind: 'stop', triggerPricePaise, limitPricePaise: 20_000 } as const;
    return { atMs: 1_000, command: { kind: 'place', orders: [aLeg({ terms })] } };
  };
  expect(diffDecisions([stop(13_000)], [stop(12_000)])).toEqual([
    {
      kind: 'repriced',
      atMs: 1_000,
      from: expect.stringMatching(/ at trigger ₹130\.00$/) as string,
      command: expect.stringMatching(/ at trigger ₹120\.00$/) as string,
    },
  ]);
});

it('matches each decision once', () => {
  expect(kinds([said(1_000, 'a')], [said(1_000, 'a'), said(1_000, 'a')])).toEqual(['added 1000']);
});
