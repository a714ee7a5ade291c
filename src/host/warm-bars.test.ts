import { filter, map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/command.ts';
import { alert } from '../strategy/commands.ts';
import { defineStrategy, type StrategyDefinition } from '../strategy/define-strategy.ts';
import { type Bar } from '../streams/bars.ts';
import { type History } from '../streams/warmup.ts';
import { createRun } from './run.ts';
import { DATE, ist, quotesAt, tradingDay } from './testing/inputs.ts';

const START = ist('09:00');
const told = (bar: Bar): Command =>
  alert('info', `${bar.isWarmup === true ? 'before' : 'today'} ${String(bar.closePaise)}`);

function playWith(run: StrategyDefinition['run'], history?: History): readonly Command[] {
  const strategy = defineStrategy({ name: 'warm', run });
  const header = {
    ...{ runId: 'run', strategy: 'warm', date: DATE, mode: 'paper' as const },
    ...{ account: 'test', seed: 'seed' },
  };
  const options = { strategy, params: {}, header, day: tradingDay() };
  const made = createRun(history === undefined ? options : { ...options, history });
  const turns = [
    made.start(START),
    made.deliver(quotesAt(ist('09:15'), { NIFTY: 24_000 })),
    made.advanceTo(ist('09:20')),
  ];
  return turns.flatMap(({ commands, failure }) => [
    ...commands.map(({ command }) => command),
    ...(failure === undefined ? [] : [alert('critical', failure)]),
  ]);
}

const bar = (closePaise: number): Bar => ({
  symbol: 'NIFTY',
  startMs: START - 86_400_000,
  endMs: START - 86_340_000,
  ...{ openPaise: 1, highPaise: 1, lowPaise: 1, closePaise },
});

describe('bars with a warm-up', () => {
  it('begin with those of earlier days, and go on with those of today', () => {
    const all: History = ({ bars }) => ({ bars: [bar(1), bar(2)].slice(-bars), reason: null });
    const commands = playWith(({ bars }) => bars('NIFTY', 5, { warmup: 2 }).pipe(map(told)), all);
    expect(commands).toEqual(
      ['before 1', 'before 2', 'today 2400000'].map((text) => alert('info', text)),
    );
  });

  it('tell people and the strategy when there are fewer', () => {
    const few: History = () => ({ bars: [bar(1)], reason: 'prices begin yesterday' });
    const commands = playWith(
      ({ bars, warmups }) =>
        merge(
          bars('NIFTY', 5, { warmup: 200 }).pipe(filter(() => false)),
          warmups.pipe(map((warmup) => alert('info', JSON.stringify(warmup)))),
        ) as never,
      few,
    );
    const warmup = { symbol: 'NIFTY', minutes: 5, askedBars: 200, broughtBars: 1 };
    expect(commands).toEqual([
      alert('warning', 'Warm-up of NIFTY: 1 of 200 bars of 5 minutes, prices begin yesterday'),
      alert('info', JSON.stringify({ ...warmup, reason: 'prices begin yesterday' })),
    ]);
  });

  it('are those of today alone where nothing tells of earlier days, and say so', () => {
    const commands = playWith(({ bars }) => bars('NIFTY', 5, { warmup: 3 }).pipe(map(told)));
    expect(commands).toEqual([
      alert(
        'warning',
        'Warm-up of NIFTY: 0 of 3 bars of 5 minutes, the source of prices has the current ones only, so bars begin with today',
      ),
      alert('info', 'today 2400000'),
    ]);
  });

  it.each([0, -1, 1.5, 10_001])('cannot be %s', (warmup) => {
    const [failed] = playWith(({ bars }) => bars('NIFTY', 5, { warmup }).pipe(map(told)));
    expect(failed).toMatchObject({ severity: 'critical' });
    expect(JSON.stringify(failed)).toContain(`Cannot warm up with ${String(warmup)} bars`);
  });
});
