import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  AT_MS,
  dayView,
  noticeView,
  orderView,
  positionView,
} from '../../../../test/support/day-view.ts';
import { type StopView } from '../../../day/stop-view.ts';
import { renderView } from './render-view.ts';
import { NO_CHOICE } from './view-keys.ts';

const strategy = {
  runId: 'straddle@2026-11-20/paper',
  name: 'straddle',
  state: 'running',
  note: '',
  pnlPaise: 0,
} as const;
const PLAIN = { columns: 80, rows: 24, color: false };

test('shows mode, time, progress, profit, strategies, positions, orders and notices', () => {
  const view = dayView({
    orders: [orderView()],
    positions: [positionView()],
    notices: [noticeView()],
  });
  expect(renderView(view, PLAIN)).toBe(
    [
      'sauda  PAPER  Fri 2026-11-20 10:15:00 IST  built-in simulator  ×600',
      '██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  25 %  market open',
      'P&L +₹1,194.50  realised ₹0.00  unrealised +₹1,234.50  costs -₹40.00',
      'Strategies',
      '  short-straddle  running     +₹1,234.50  watching stops',
      'Positions            units    now       P&L  strategy, leg',
      '  NIFTY261124C26000    -65  98.00  +₹292.50  short-straddle ce',
      'Orders',
      '  10:15:00  sell    65/65  NIFTY261124C26000    102.50  completed  ce entry',
      'Notices',
      '  10:15:00 Market is open',
    ].join('\n'),
  );
});

test('a reason that does not fit beside its order stands below it', () => {
  const reason = 'Margin of ₹1,84,000 needed, ₹12,000 there';
  const view = dayView({ orders: [orderView({ status: 'Rejected', detail: reason })] });
  const lines = renderView(view, PLAIN).split('\n');
  const at = lines.findIndex((line) => line.includes('Rejected'));
  expect(lines[at + 1]).toBe(`    ${reason}`);
  const wide = renderView(view, { ...PLAIN, columns: 160 }).split('\n');
  expect(wide[at]).toMatch(new RegExp(`ce entry +${reason}$`));
});

test('levels of indices are shown, and a custom position is where it is', () => {
  const custom = { symbol: 'custom position', leg: 'straddle', netUnits: 0 };
  const view = dayView({
    levels: [{ symbol: 'NIFTY', lastPaise: 2_581_235 }],
    positions: [
      positionView({ ...custom, custom: 'squared-off' }),
      positionView(),
      positionView({ ...custom, leg: 'other', custom: 'started' }),
    ],
  });
  const shown = renderView(view, PLAIN);
  expect(shown).toContain('\nNIFTY 25812.35\n');
  expect(shown).toMatch(
    /Positions.*\n {2}NIFTY.*\n {2}custom position other {2}open at the platform .*\n {2}custom position straddle/,
  );
  expect(shown).toContain('custom position straddle  closed  P&L not known  short-straddle');
});

test('a run that trades one lot a leg says so beside its name', () => {
  const strategies = [{ ...strategy, stage: 'one-lot' as const }, strategy];
  expect(renderView(dayView({ strategies }), PLAIN)).toMatch(
    /\n {2}straddle \[one-lot\] +running .*\n {2}straddle +running /,
  );
});

test('live looks unlike paper', () => {
  const paper = renderView(dayView(), { ...PLAIN, color: true });
  const live = renderView(dayView({ mode: 'live' }), { ...PLAIN, color: true });
  expect(live).toContain('\u001b[1;37;41m LIVE ');
  expect(paper).toContain('\u001b[1;30;46m PAPER ');
});

test('what does not fit is counted, and the latest notices stay', () => {
  const view = dayView({
    orders: Array.from({ length: 40 }, (_, index) => orderView({ leg: `leg${String(index)}` })),
    notices: Array.from({ length: 40 }, (_, index) => noticeView({ message: `n${String(index)}` })),
  });
  const shown = renderView(view, { ...PLAIN, rows: 16 });
  expect(shown).toMatch(/Orders \(\d of 40\)/);
  expect(shown).toContain('n39');
  expect(shown).not.toContain('n30');
  expect(shown).toContain('leg0');
});

test('escape sequences of the platform do not reach the terminal', () => {
  const evil = '\u001b[2J\r\nFAKE\u009b1m\u202e';
  const view = dayView({
    venue: evil,
    orders: [orderView({ detail: evil, symbol: evil, status: evil })],
    notices: [noticeView({ message: evil })],
    positions: [positionView({ symbol: evil })],
  });
  const shown = renderView(view, { columns: 400, rows: 60, color: false });
  // eslint-disable-next-line no-control-regex -- these must not be there
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(shown.split('\n').some((line) => line.startsWith('FAKE'))).toBe(false);
});

test('never wraps or scrolls, whatever the size and the content', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 90 });
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 200 }),
      fc.integer({ min: 5, max: 60 }),
      fc.array(text, { maxLength: 30 }),
      (columns, rows, texts) => {
        const view = dayView({
          orders: texts.map((detail) => orderView({ detail })),
          positions: texts.map((symbol) => positionView({ symbol })),
          notices: texts.map((message) => noticeView({ message })),
        });
        const lines = renderView(view, { columns, rows, color: false }).split('\n');
        expect(lines.length).toBeLessThan(rows);
        for (const line of lines) expect(Array.from(line).length).toBeLessThan(columns);
      },
    ),
    { numRuns: 50 },
  );
});

test.each([0, 1, 20, 27, 28, 29])('a terminal of %i columns is drawn on', (columns) => {
  const shown = renderView(dayView({ progress: 1 }), { columns, rows: 24, color: false });
  expect(shown.split('\n')[1]).toContain(' 100 %');
});

test('a paused leg is shown as paused as long as it is', () => {
  const view = dayView({ positions: [positionView({ isPaused: true })] });
  expect(renderView(view, PLAIN)).toContain(
    '\n    paused: sauda status tells why, and how to go on',
  );
});

describe('stops of open legs', () => {
  const stop: StopView = {
    runId: 'short-straddle@2026-11-20/paper',
    leg: 'ce',
    symbol: 'NIFTY261124C26000',
    triggerPaise: 13_325,
    awayPaise: 3_525,
    state: 'standing',
  };
  const shown = (parts: Partial<StopView>): string =>
    renderView(dayView({ positions: [positionView()], stops: [{ ...stop, ...parts }] }), PLAIN);

  it('have their trigger, and the way to it in percent of the price, where there is room in points too', () => {
    expect(shown({})).toMatch(/-65 {2}98\.00 {2}133\.25 36% +\+₹292\.50 {2}short-straddle ce/);
    const view = dayView({ positions: [positionView()], stops: [stop] });
    const wide = renderView(view, { ...PLAIN, columns: 120 });
    expect(wide).toMatch(/133\.25 35\.25 36% .* short-straddle ce +102\.50\n?/);
  });

  it.each([
    [{ awayPaise: -100 }, '133.25 reached'],
    [{ state: 'passed' as const }, '133.25 reached'],
    [{ triggerPaise: null, awayPaise: null, state: 'placing' as const }, '98.00  being placed'],
    [{ triggerPaise: null, awayPaise: null, state: 'unknown' as const }, '98.00  unknown'],
  ])('say where they are: %o', (parts, text) => {
    expect(shown(parts)).toContain(text);
  });
});

it('locks stand above all that scrolls', () => {
  const locks = [
    { name: 'account', reason: 'Day loss of ₹5,000.00 reached', untilMs: null },
    { name: 'short-straddle', reason: 'Cooldown', untilMs: AT_MS },
    { name: 'b', reason: 'x', untilMs: null },
    { name: 'c', reason: 'x', untilMs: null },
  ];
  const orders = Array.from({ length: 40 }, () => orderView());
  const lines = renderView(dayView({ locks, orders }), PLAIN).split('\n');
  expect(lines.slice(3, 7)).toEqual([
    'LOCKED account: Day loss of ₹5,000.00 reached',
    'LOCKED short-straddle, until 10:15:00: Cooldown',
    'LOCKED b: x',
    'LOCKED 1 more: sauda status',
  ]);
});

describe('on 80 columns and 24 rows', () => {
  const full = dayView({
    locks: [{ name: 'account', reason: 'Day loss', untilMs: null }],
    strategies: Array.from({ length: 8 }, (_, at) => ({
      ...strategy,
      name: `strategy-${String(at)}`,
    })),
    positions: Array.from({ length: 9 }, (_, at) => positionView({ leg: `leg${String(at)}` })),
    orders: [...Array.from({ length: 30 }, () => orderView()), orderView({ status: 'unknown' })],
    notices: [
      noticeView({ severity: 'critical', message: 'No stop' }),
      ...Array.from({ length: 30 }, (_, at) => noticeView({ message: `n${String(at)}` })),
    ],
  });

  it.each([
    ['without keys', null],
    ['while no list is chosen', NO_CHOICE],
    ['while strategies are scrolled', { ...NO_CHOICE, list: 0, offset: 3 }],
    ['while orders are scrolled', { ...NO_CHOICE, list: 2, offset: 20 }],
  ])('open legs, locks and critical notices stay in sight %s', (_what, choice) => {
    const shown = renderView(full, { ...PLAIN, choice });
    for (const text of ['LOCKED account', 'leg0', 'leg8', 'No stop', 'n29']) {
      expect(shown).toContain(text);
    }
  });

  it('each open leg says whose it is, also with a stop of three digits', () => {
    const legs = ['wing-ce', 'wing-pe', 'sold-ce', 'sold-pe'].map((leg) =>
      positionView({ leg, runId: 'iron-condor@2026-11-20/paper', pnlPaise: -345_800 }),
    );
    const [{ runId, leg, symbol } = positionView()] = legs;
    const away = { triggerPaise: 13_325, awayPaise: 12_325, state: 'standing' } as const;
    const shown = renderView(
      dayView({ positions: legs, stops: [{ runId, leg, symbol, ...away }] }),
      PLAIN,
    );
    for (const of of legs) expect(shown).toContain(`-₹3,458.00  iron-condor ${of.leg}`);
  });

  it('orders that work come before those that are done', () => {
    const works = orderView({ status: 'Trigger Pending', isWorking: true, role: 'stop' });
    const view = { ...full, orders: [...full.orders, works] };
    for (const choice of [NO_CHOICE, { ...NO_CHOICE, list: 0 }]) {
      expect(renderView(view, { ...PLAIN, choice })).toMatch(/Orders.*\n.*unknown.*\n.*Trigger/u);
    }
  });

  it('a strategy that holds what has no value here is in sight and says so', () => {
    const holds = {
      symbol: 'custom position',
      custom: 'started',
      netUnits: 0,
      pnlPaise: null,
    } as const;
    const { runId } = strategy;
    const last = { ...strategy, runId: 'other', name: 'custom-one' };
    const view = {
      ...full,
      strategies: [...full.strategies.map((of) => ({ ...of, runId })), last],
      positions: [...full.positions, positionView({ ...holds, runId: 'other' })],
    };
    const shown = renderView(view, PLAIN);
    expect(shown).toMatch(/Strategies.*\n {2}custom-one +running +not known/u);
    expect(shown).toContain('P&L not known');
  });

  it('a chosen list leaves no row empty while another has more to show', () => {
    const view = {
      ...full,
      positions: [positionView()],
      orders: [orderView()],
      notices: [],
      locks: [],
    };
    const choice = { ...NO_CHOICE, list: 2 };
    const lines = renderView(view, { ...PLAIN, choice }).split('\n');
    expect(lines.filter((line) => line.includes('strategy-'))).toHaveLength(8);
  });

  it('an order whose outcome is unknown comes first', () => {
    expect(renderView(full, PLAIN)).toMatch(/Orders.*\n.*unknown/u);
  });

  it('a scrolled list says where it is', () => {
    const choice = { ...NO_CHOICE, list: 2, offset: 20 };
    expect(renderView(full, { ...PLAIN, choice })).toMatch(/Orders \(21 to \d+ of 31\) ◂/u);
  });
});
