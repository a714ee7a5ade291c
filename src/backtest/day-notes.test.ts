import { EMPTY } from 'rxjs';
import { expect, it } from 'vitest';

import { openRunSources } from '../day/open-run-sources.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { type DayNote } from '../results/backtest-result.ts';
import { defineSource } from '../strategy/context.ts';
import { defineStrategy } from '../strategy/define-strategy.ts';
import { z } from '../strategy/parameters.ts';
import { DayNotes, noDataNotes, unservedNotes } from './day-notes.ts';

const strategy = defineStrategy({
  name: 'paused',
  params: z.strictObject({}),
  sources: [defineSource({ name: 'pause', open: () => EMPTY })],
  run: () => EMPTY,
});
const loaded: PlannedRun['loaded'] = { path: 'paused.ts', strategy, params: {}, sourceHash: '' };
const run = { runId: 'paused@2024-01-01/backtest', strategy: 'paused' };

function noted(...notices: readonly Notice[]): readonly DayNote[] {
  const notes = new DayNotes(10);
  for (const notice of notices) notes.takeNotice(toldAt(1, notice));
  return notes.list([run]);
}

it('that sources are not opened is a warning, and no trouble of the day', () => {
  const told: Notice[] = [];
  openRunSources(
    { loaded, header: run as PlannedRun['header'] },
    {
      sources: 'left-closed',
      warn: (notice) => told.push(notice),
      onValue: () => undefined,
    },
  );
  const message = 'Sources are not opened in a backtest or a drill, and stay silent: "pause"';
  expect(noted(...told)).toMatchObject([{ kind: 'warning', strategy: 'paused', message }]);
});

const LOCK = { protection: 'day-loss', reason: 'x', untilMs: null, isFlattened: true } as const;
const SQUARED_OFF = { scope: 'all', reason: 'x' } as const;
const { runId } = run;

it.each<[DayNote['kind'], Notice]>([
  ['alert', noticeOf('alert', runId, { severity: 'critical', message: 'm' })],
  ['limit', noticeOf('entries-locked', runId, LOCK)],
  ['strategy-failed', noticeOf('strategy-failed', runId, { detail: 'x' })],
  ['strategy-failed', noticeOf('square-off-started', runId, { ...SQUARED_OFF, origin: 'failure' })],
  ['limit', noticeOf('square-off-started', runId, { ...SQUARED_OFF, origin: 'limit' })],
  ['trouble', noticeOf('square-off-started', runId, { ...SQUARED_OFF, origin: 'protection' })],
  ['warning', noticeOf('short-without-hedge', runId, { lots: 1, seconds: 1, legs: ['a'] })],
  ['trouble', noticeOf('order-rejected', runId, { leg: 'a', symbol: 's', reason: 'x' })],
])('is of its own kind: %s (%#)', (kind, notice) => {
  const { code, facts } = notice;
  expect(noted(notice, notice)).toMatchObject([{ kind, times: 2, code, facts }]);
});

type Run = EngineView['runs'][number];

function aRun(over: Partial<Run>): Run {
  return {
    runId: 'one@day',
    strategy: 'one',
    state: 'running',
    isQuarantined: false,
    detail: '',
    commands: 0,
    orders: 0,
    hasSent: false,
    lacksPrices: false,
    isRefusedForData: false,
    stage: 'full',
    broker: { name: '', brokerId: 'broker' },
    ...over,
  };
}

const FAILED: DayNote = {
  kind: 'strategy-failed',
  strategy: 'two',
  atMs: 1,
  message: 'x',
  times: 1,
};

it('tells of a strategy that had no data, and of no other', () => {
  const runs = [
    aRun({ lacksPrices: true }),
    aRun({ runId: 'two@day', state: 'failed' }),
    aRun({ runId: 'three@day', isRefusedForData: true, hasSent: true }),
    aRun({ runId: 'four@day', isRefusedForData: true }),
    aRun({ runId: 'five@day' }),
  ];
  expect(noDataNotes({ runs }, [FAILED])).toMatchObject([
    {
      ...{ kind: 'no-data', strategy: 'one', code: 'did-not-run' },
      facts: { cause: 'no-prices', detail: '' },
      message: 'no price came for anything that it watches',
    },
    {
      kind: 'no-data',
      strategy: 'four',
      message: 'every entry was refused for missing or old data',
    },
  ]);
});

it('counts for each strategy the orders that waited and the stops that were passed, with the first of each', () => {
  const intents = [
    { tag: 'a', runId: 'one@day' },
    { tag: 'b', runId: 'one#2@day' },
    { tag: 'c', runId: 'one@day' },
    { tag: 'd', runId: 'one@day' },
  ];
  const unserved = [
    { orderId: '1a', atMs: 30, why: 'no-price' },
    { orderId: '1b', atMs: 40, why: 'no-price' },
    { orderId: '1c', atMs: 20, why: 'no-price' },
    { orderId: '1d', atMs: 50, why: 'no-price' },
    { orderId: '2a', atMs: 60, why: 'stop-passed' },
  ] as const;
  const orderOf = (orderId: string) => ({ tag: orderId.slice(1) });
  const notes = unservedNotes(unserved, { view: { intents }, orderOf });
  expect(notes).toMatchObject([
    { kind: 'warning', strategy: 'one', atMs: 20, times: 3 },
    { kind: 'warning', strategy: 'one#2', atMs: 40, times: 1 },
    {
      kind: 'warning',
      strategy: 'one',
      atMs: 60,
      times: 1,
      code: 'order-unserved',
      facts: { why: 'stop-passed' },
      message: expect.stringContaining('not filled') as string,
    },
  ]);
});
