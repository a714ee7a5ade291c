import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  aQuote,
  aRun,
  at,
  CE,
  each,
  EngineRig,
  inputsOf,
  noticesOf,
  refusalsOf,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { type Command } from '../model/orders/command.ts';
import { type Watch } from '../model/runs/input.ts';

describe('session edges', () => {
  it('come at each open and close, to running runs', () => {
    const sessions = [
      { startMs: at('09:15'), endMs: at('10:00') },
      { startMs: at('11:30'), endMs: at('12:30') },
    ];
    const rig = startedRig({ from: '09:00', calendar: aCalendar(aDay({ sessions })) });
    for (const time of ['09:15', '09:16', '10:00', '12:30']) rig.to(time);
    expect(inputsOf(rig.effects).map((input) => ('edge' in input ? input.edge : ''))).toEqual([
      'open',
      'close',
      'open',
      'close',
    ]);
  });

  it('tell a run that starts in a session that it is open', () => {
    expect(inputsOf(startedRig().effects)).toMatchObject([{ kind: 'session-edge', edge: 'open' }]);
    expect(inputsOf(startedRig({ from: '09:00' }).effects)).toEqual([]);
  });

  it('says at the close what is not flat', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(aLeg({ role: 'stop', side: 'buy', terms: { kind: 'limit', pricePaise: 13_000 } }));
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    rig.to('15:40');
    const said = noticesOf(rig.effects).join('\n');
    expect(said).toContain('the stop order of leg "ce"');
    expect(said).toContain('holds -75 units');
    expect(said).toContain('Not squared off at the close: all legs (15:10)');
  });
});

describe('entries by the clock', () => {
  it.each([
    ['09:14:59', 'Outside the session: found 09:14:59, allowed 09:15:00 to 15:40:00'],
    ['15:35', 'Too near to the close: found 15:35:00, allowed entries before 15:35:00'],
    ['15:40', 'Outside the session'],
  ])('are refused at %s', (from, reason) => {
    const rig = startedRig({ from });
    rig.fresh();
    rig.place(aLeg());
    expect(refusalsOf(rig.effects)[0]).toContain(reason);
    expect(rig.attempts()).toEqual([]);
  });

  it.each([
    ['15:38:59', 1],
    ['15:39', 0],
  ])('to carry forward may leave later: at %s, %i sent', (from, count) => {
    const rig = startedRig({ from });
    rig.fresh();
    rig.place(aLeg({ product: 'carry-forward' }));
    expect(rig.attempts()).toHaveLength(count);
  });

  it.each(['09:15', '15:34:59'])('are sent at %s', (from) => {
    const rig = startedRig({ from });
    rig.fresh();
    rig.place(aLeg());
    expect(rig.attempts()).toHaveLength(1);
  });

  it('are refused on a closed day, by its name', () => {
    const day = aDay({ isTradingDay: false, sessions: [], window: null, occasion: 'Diwali' });
    const rig = startedRig({ calendar: aCalendar(day) });
    rig.place(aLeg());
    expect(refusalsOf(rig.effects)[0]).toContain('found 2026-11-20 (Diwali)');
  });

  it('are refused on a day that is not verified in live, and only warned of on paper', () => {
    const calendar = aCalendar(aDay({ isVerified: false }));
    const live = startedRig({ calendar, mode: 'live' });
    live.fresh();
    live.place(aLeg());
    expect(refusalsOf(live.effects)[0]).toContain('Calendar is not verified');
    expect(noticesOf(live.effects, 'critical')[0]).toContain('entries are refused');
    const paper = startedRig({ calendar });
    paper.fresh();
    paper.place(aLeg());
    paper.pass(1_000);
    expect(paper.attempts()).toHaveLength(1);
    expect(noticesOf(paper.effects, 'warning')).toEqual([
      expect.stringContaining('(verified from 2024-01-01 through 2026-12-31): hours may be wrong'),
    ]);
  });

  it('are refused for a contract that is not on the list of the day', () => {
    const rig = startedRig();
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: { kind: 'accepted', value: { contracts: [CE], malformed: [] } },
    });
    rig.fresh();
    rig.place(aLeg());
    expect(rig.attempts()).toHaveLength(1);
    rig.place(aLeg({ contract: { ...CE, instrumentId: 'gone' } }));
    rig.place(aLeg({ contract: { ...CE, lotSizeUnits: 25 } }));
    expect(refusalsOf(rig.effects)).toEqual([
      `Contract: found ${CE.symbol}, allowed contracts listed today under NIFTY`,
      `Lot of ${CE.symbol} has changed: found 25 units, allowed 75 units`,
    ]);
  });

  it('are refused beyond the orders of a run', () => {
    const rig = startedRig({ limits: { ordersPerRunMax: 1 } });
    rig.fresh();
    rig.place(aLeg());
    rig.place(aLeg({ side: 'buy' }));
    expect(refusalsOf(rig.effects)).toEqual([
      'Orders of the run today: found 2, allowed 1; "engine.ordersPerRun" allows more',
    ]);
  });
});

describe('runs', () => {
  it('have their commands numbered and journaled as they came', () => {
    const rig = startedRig();
    const alert: Command = { kind: 'alert', severity: 'warning', message: 'look' };
    rig.command(alert, { kind: 'place', orders: [] });
    const journaled = rig.effects.flatMap((effect) =>
      effect.kind === 'record' && effect.entry.kind === 'command' ? [effect.entry] : [],
    );
    expect(journaled).toMatchObject([
      { index: 0, command: alert },
      { index: 1, command: { kind: 'place', orders: [] } },
    ]);
    expect(noticesOf(rig.effects, 'warning')[0]).toBe('look');
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({
      kind: 'command-refused',
      commandIndex: 1,
    });
  });

  it('see nothing and may ask nothing once they have ended', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    const { length } = inputsOf(rig.effects);
    rig.place(aLeg());
    rig.step({ kind: 'source-value', runId: RUN, source: 's', value: 1 });
    rig.watch({ kind: 'index', underlying: 'NIFTY' });
    rig.quotes(aQuote({ symbol: 'NIFTY' }));
    expect(inputsOf(rig.effects)).toHaveLength(length);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      'Refused: The run has ended: found place after it was completed, allowed none',
    ]);
  });

  it.each<[string, Watch, boolean]>([
    ['an index', { kind: 'index', underlying: 'NIFTY' }, true],
    ['a contract', { kind: 'contract', contract: CE }, true],
    ['contracts alone', { kind: 'contracts', underlying: 'NIFTY' }, false],
  ])('that watch %s and see no price lack prices: %j %s', (_, watch, lacksPrices) => {
    const rig = startedRig();
    rig.watch(watch);
    rig.watch();
    expect(rig.engine.view().runs).toMatchObject([{ lacksPrices }]);
  });

  it('lack no prices once they were shown one', () => {
    const rig = startedRig();
    rig.watch({ kind: 'contract', contract: CE });
    rig.quotes(aQuote(CE));
    expect(rig.engine.view().runs).toMatchObject([{ lacksPrices: false }]);
  });

  it('see the values of their sources', () => {
    const rig = startedRig();
    rig.step({ kind: 'source-value', runId: RUN, source: 's', value: { a: [1] } });
    expect(inputsOf(rig.effects).at(-1)).toEqual({
      kind: 'source-value',
      atMs: rig.nowMs,
      source: 's',
      value: { a: [1] },
    });
  });
});

it('keeps to its day past midnight: whoever makes engines turns days', () => {
  const rig = startedRig();
  rig.nowMs = at('23:59:59') + 1_000;
  rig.place(aLeg());
  expect(refusalsOf(rig.effects)).toEqual([expect.stringContaining('Outside the session')]);
});

describe('the engine', () => {
  it('stops at time that goes back, at strangers and at answers to nothing', () => {
    const rig = startedRig();
    rig.nowMs -= 1;
    expect(() => rig.step({ kind: 'time-passed' })).toThrow('Time went back');
    rig.nowMs += 1;
    expect(() => rig.start()).toThrow('Run started twice');
    expect(() => rig.start(aRun({ runId: 'x', mode: 'live' }))).toThrow('its engine is paper');
    expect(() => rig.step({ kind: 'watches-changed', runId: 'x', watches: [] })).toThrow(
      'never started',
    );
    const result = { kind: 'cancel', outcome: each([]) } as const;
    expect(() => rig.step({ kind: 'attempt-ended', attemptId: 'a9', result })).toThrow('not open');
  });

  it('says how things stand in plain data', () => {
    const rig = new EngineRig();
    expect(rig.engine.view()).toMatchObject({ atMs: null, runs: [], unknownCount: 0 });
    rig.start(aRun());
    rig.hold(aLeg());
    const view = rig.engine.view();
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
    expect(view).toMatchObject({
      runs: [{ runId: RUN, state: 'running', commands: 1, orders: 1 }],
      intents: [
        { leg: 'ce', state: 'accepted', filledUnits: 75, orders: [{ status: 'completed' }] },
      ],
      positions: [{ netUnits: -75, averagePricePaise: 10_000, lastPaise: 10_000, profitPaise: 0 }],
    });
  });
});
