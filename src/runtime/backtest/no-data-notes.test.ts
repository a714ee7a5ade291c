import { expect, it } from 'vitest';

import { type EngineView } from '../../engine/engine-view.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { noDataNotes } from './no-data-notes.ts';

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
    { kind: 'no-data', strategy: 'one', message: 'no price came for anything that it watches' },
    {
      kind: 'no-data',
      strategy: 'four',
      message: 'every entry was refused for missing or old data',
    },
  ]);
});
