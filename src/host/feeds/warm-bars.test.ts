import { filter, map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Bar, type HistoryAnswer } from '../../model/market/bar.ts';
import { type Command } from '../../model/orders/command.ts';
import { alert } from '../../strategy/commands.ts';
import { type InputOf } from '../../strategy/context.ts';
import { defineStrategy, type StrategyDefinition } from '../../strategy/define-strategy.ts';
import { type History, NO_HISTORY } from '../../streams/warmup.ts';
import { createRun } from '../run.ts';
import { DATE, ist, option, quotesAt, tradingDay } from '../testing/inputs.ts';
import { type Turn } from '../../ports/run-host.ts';

const START = ist('09:00');
const HEADER = {
  ...{ runId: 'run', strategy: 'warm', date: DATE, mode: 'paper' as const },
  ...{ account: 'test', seed: 'seed' },
};
const told = (bar: Bar): Command =>
  alert('info', `${bar.isWarmup === true ? 'before' : 'today'} ${String(bar.closePaise)}`);

function playWith(run: StrategyDefinition['run'], history?: History): readonly Command[] {
  const strategy = defineStrategy({ name: 'warm', run });
  const options = { strategy, params: {}, header: HEADER, day: tradingDay() };
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
    const commands = playWith(
      ({ bars }) => bars('NIFTY', 5, { warmup: 3 }).pipe(map(told)),
      NO_HISTORY,
    );
    expect(commands).toEqual([
      alert(
        'warning',
        'Warm-up of NIFTY: 0 of 3 bars of 5 minutes, the source of prices has the current ones only, so bars begin now',
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

describe('bars with a warm-up of the price source', () => {
  const asked = { underlying: 'NIFTY', minutes: 5, count: 2 };
  const earlier = (minute: number): Bar => ({
    ...bar(minute),
    startMs: START - 86_400_000 + minute * 60_000,
    endMs: START - 86_400_000 + (minute + 5) * 60_000,
  });
  const answered = (
    atMs: number,
    { beforeMs, count = 2 }: { readonly beforeMs: number; readonly count?: number },
    answer: HistoryAnswer,
  ): InputOf<'history-observed'> => ({
    ...{ kind: 'history-observed', atMs, answer },
    asked: { ...asked, count, beforeMs },
  });
  const runFrom = (startMs: number) => {
    const strategy = defineStrategy({
      name: 'warm',
      run: ({ bars }) => bars('NIFTY', 5, { warmup: 2 }).pipe(map(told)),
    });
    const run = createRun({ strategy, params: {}, header: HEADER, day: tradingDay() });
    return { run, started: run.start(startMs) };
  };
  const messages = ({ commands }: Turn): readonly string[] =>
    commands.map(({ command }) => ('message' in command ? command.message : command.kind));

  it('watch for them, and hold those of today until they have come', () => {
    const { run, started } = runFrom(START + 20_000);
    expect(started.watches).toContainEqual({ kind: 'history', ...asked, beforeMs: START });
    run.deliver(quotesAt(ist('09:15'), { NIFTY: 24_000 }));
    expect(messages(run.advanceTo(ist('09:20')))).toEqual([]);
    const bars = [earlier(0), earlier(5)];
    const turn = run.deliver(answered(ist('09:21'), { beforeMs: START }, { bars, failure: null }));
    expect(messages(turn)).toEqual(['before 0', 'before 5', 'today 2400000']);
    expect(turn.watches).toEqual([{ kind: 'index', underlying: 'NIFTY' }]);
  });

  it('are those of today alone where they cannot be had, and say why', () => {
    const { run } = runFrom(START);
    const answer = { bars: [], failure: 'none came' };
    const turn = run.deliver(answered(ist('09:01'), { beforeMs: START }, answer));
    expect(messages(turn)).toEqual(['Warm-up of NIFTY: 0 of 2 bars of 5 minutes, none came']);
    run.deliver(quotesAt(ist('09:15'), { NIFTY: 24_000 }));
    expect(messages(run.advanceTo(ist('09:20')))).toEqual(['today 2400000']);
  });

  it('watch for the bar under way at the start as well, and say where it is missing', () => {
    const startMs = ist('09:17');
    const { run } = runFrom(startMs);
    const bars = [earlier(0), earlier(5)];
    const { watches } = run.deliver(
      answered(startMs, { beforeMs: startMs }, { bars, failure: null }),
    );
    const rest = { ...asked, count: 1, beforeMs: ist('09:20') };
    expect(watches).toContainEqual({ kind: 'history', ...rest });
    const answer = { bars: [earlier(5)], failure: null };
    expect(messages(run.deliver(answered(ist('09:20'), rest, answer)))).toEqual([
      'Warm-up of NIFTY: the bar that was under way when the run started is missing, the source of prices does not have it',
    ]);
  });

  it('are none of a contract, which is said at once', () => {
    const strategy = defineStrategy({
      name: 'warm',
      run: ({ bars }) => bars(option(24_000, 'CE'), 5, { warmup: 2 }).pipe(map(told)),
    });
    const run = createRun({ strategy, params: {}, header: HEADER, day: tradingDay() });
    expect(messages(run.start(START)).join()).toContain(
      '0 of 2 bars of 5 minutes, only an index has bars of the past',
    );
  });
});
