import { expect, test } from 'vitest';

import { aSummary, AT_MS, positionView } from '../../../../test/support/day-view.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { noticeOf } from '../../../notices/notice.ts';
import { shownNotice, toldAt } from '../../../notices/told-notice.ts';
import { daySummaryText } from './day-summary.ts';

const SUMMARY = aSummary({
  strategies: [
    { runId: 'a', name: 'straddle', state: 'failed', note: 'at 09:20: boom', pnlPaise: -5_000 },
  ],
  orders: { placed: 6, filled: 3, working: 2, cancelled: 1, rejected: 0, refused: 0, unknown: 0 },
  trades: 2,
  positions: [positionView(), positionView({ leg: 'pe', netUnits: 0 })],
  grossPaise: 150_000,
  costsPaise: 12_050,
  netPaise: 137_950,
  firstFillAfterRealMs: 1_234,
  commandLogSha256: '0123456789abcdef0123',
  commands: 5,
  routes: [
    { route: 'auth POST /login', count: 1 },
    { route: 'prices GET /contracts', count: 2 },
  ],
  assumptions: ['Prices are modelled, and this sentence is too long for the width of one line'],
  problems: ['Quotes were stale\u001b[2J'],
});

const saying = {
  isEndedEarly: false,
  isKept: true,
  address: (command: string): string => command,
};
const LOOK = { columns: 60, color: false, isVerbose: false, saying };

test('says what the day came to, what is left open and what went wrong', () => {
  expect(daySummaryText(SUMMARY, LOOK)).toBe(
    [
      'Day summary 2026-11-20  paper, built-in simulator',
      '  orders       6 placed, 3 filled, 2 working, 1 cancelled',
      '  round trips  2',
      '  first fill   1.2 s after the start',
      '  command log  5 commands, SHA-256 0123456789abcdef',
      '  requests     auth POST /login 1, prices GET /contracts 2',
      'Positions left open',
      '  NIFTY261124C26000  -65  short-straddle@2026-11-20/paper ce',
      'Problems',
      '  Quotes were stale\\u{1b}[2J',
      '1 assumption; --verbose or --json shows it',
      'Strategies, before costs',
      '  straddle  failed  -₹50.00  at 09:20: boom',
      'Net +₹1,379.50: gross +₹1,500.00, costs -₹120.50',
      '',
    ].join('\n'),
  );
});

test('counts what was settled, which is no problem any more', () => {
  const facts = { name: 'x', runIds: [], nearest: null };
  const slip = shownNotice(toldAt(AT_MS, noticeOf('run-unknown', null, facts)));
  const text = daySummaryText({ ...SUMMARY, settled: [slip, slip] }, { ...LOOK, columns: 200 });
  expect(text).toContain('\n2 notices settled since; --json shows them\n');
  expect(text).not.toContain('No such run');
});

test('gives the commands of its problems for the account of the reader', () => {
  const facts = { state: 'halted', by: 'operator', reason: 'looked', sinceMs: AT_MS } as const;
  const halted = shownNotice(toldAt(AT_MS, noticeOf('still-halted', null, facts)));
  const summary = { ...SUMMARY, notices: [halted], problems: [halted.message, 'And one more'] };
  const address = (command: string): string => `${command} --config a.yaml`;
  const text = daySummaryText(summary, { ...LOOK, columns: 400, saying: { ...saying, address } });
  expect(text).toContain('sauda resume --reason "…" --config a.yaml\n  And one more');
});

test('tells at length what was assumed when asked to', () => {
  const text = daySummaryText(SUMMARY, { ...LOOK, isVerbose: true });
  const assumed = [
    'Assumed',
    '  Prices are modelled, and this sentence is too long for',
    '    the width of one line',
    'Strategies, before costs',
  ];
  expect(text).toContain(assumed.join('\n'));
});

test('a custom position that the platform holds is left open', () => {
  const custom = positionView({
    symbol: 'custom position started',
    netUnits: 0,
    custom: 'started',
  });
  const text = daySummaryText({ ...SUMMARY, positions: [custom] }, LOOK);
  expect(text).toMatch(/^Positions left open\n {2}custom position started {2}at the platform /m);
});

test('a leg that is left for the operator is listed there alone', () => {
  const [position] = SUMMARY.positions;
  if (position === undefined) throw new TypeError('No position');
  const { runId, leg, symbol, netUnits } = position;
  const open = [
    { kind: 'leg', runId, name: leg, symbol, netUnits, sinceMs: 0, why: 'because', next: [] },
  ] as const;
  const text = daySummaryText({ ...SUMMARY, open }, LOOK);
  expect(text).not.toContain('Positions left open');
  expect(text.match(/NIFTY261124C26000/g)).toHaveLength(1);
});

test('says of a strategy with a custom position that its value is not known', () => {
  const custom = positionView({ runId: 'a', netUnits: 0, custom: 'started', pnlPaise: null });
  const text = daySummaryText({ ...SUMMARY, positions: [custom] }, LOOK);
  expect(text).toContain('  straddle  failed  not known  at 09:20: boom\n');
  expect(text).toMatch(/Net .*; without what is not known\n$|Net .*…\n$/);
});

test('a position of a paused leg says so', () => {
  const text = daySummaryText(
    { ...SUMMARY, positions: [positionView({ isPaused: true })] },
    { ...LOOK, columns: 90 },
  );
  expect(text).toMatch(/ -65 {2}short-straddle@2026-11-20\/paper ce, paused\n/);
});

test('tells of legs that were held without their stop', () => {
  const of = { runId: 'a', leg: 'ce', symbol: 'X', units: 0, sinceMs: null, longestMs: 7_400 };
  const left = { ...of, leg: 'pe', units: 65, sinceMs: 34_200_000, problem: 'was rejected (band)' };
  const unprotected = [{ ...of, problem: '' }, left];
  expect(daySummaryText({ ...SUMMARY, unprotected }, { ...LOOK, columns: 200 })).toContain(
    [
      'Unprotected',
      '  a ce: X was open for 7 s without its stop',
      '  a pe: X was open for 7 s without its stop; 65 units still are, since 15:00:00; the last one was rejected (band)',
      '',
    ].join('\n'),
  );
});

test('says at the end what is left to do, with what to type, and then the net', () => {
  const next = ['sauda flatten RUN --reason "…"'];
  const at = { runId: 'RUN', symbol: 'X', sinceMs: AT_MS };
  const summary = aSummary({
    open: [
      { ...at, kind: 'leg', name: 'ce', netUnits: -65, why: 'not squared off: 15:10', next },
      { ...at, runId: null, kind: 'in-no-book', name: 'o1', netUnits: 65, why: 'w', next: [] },
    ],
    unknownPositions: [
      {
        ...{ kind: 'position', name: 'RUN/morning', runId: 'RUN', state: 'unknown' },
        ...{ sinceMs: AT_MS, detail: 'timeout', next: ['sauda resolve RUN/morning'] },
      } as never,
    ],
    didNotRun: [{ runId: 'RUN', name: 'RUN', why: 'no price came' }],
  });
  const wide = { ...LOOK, columns: 200 };
  const text = daySummaryText(summary, wide);
  const left = text.slice(text.indexOf('Left for you'));
  expect(left.split('\n')).toEqual([
    'Left for you',
    '  Unknown: RUN/morning: custom position, may be open, sent at 10:15:00 IST; timeout',
    '      check the platform: sauda cannot find out',
    '  Open: leg RUN ce: -65 X since 10:15:00 IST; not squared off: 15:10',
    '  Open: 65 X at the platform, in no book (o1) since 10:15:00 IST; w',
    "      check the platform; sauda status shows the books; sauda orders shows the platform's orders",
    '  Did not run: RUN: no price came',
    'Net ₹0.00: gross ₹0.00, costs ₹0.00',
    '',
  ]);
  const early = {
    ...saying,
    isEndedEarly: true,
    address: (command: string) => `${command} --config a.yaml`,
  };
  expect(daySummaryText(summary, { ...wide, saying: early })).toContain(
    '      start again with the same command (sauda run --config a.yaml …): it continues the day\n      then sauda flatten RUN --reason "…" --config a.yaml\n',
  );
  expect(daySummaryText(summary, { ...wide, saying: early })).toContain(
    '(o1) since 10:15:00 IST; w\n      no run here follows it: close it on the platform, or put the lost journal back and start again\n',
  );
});

const OPEN = { kind: 'leg', runId: 'RUN', name: 'ce', symbol: 'X', netUnits: -65, sinceMs: 0 };
const LEFT_OPEN: DaySummary = {
  ...SUMMARY,
  open: [{ ...OPEN, why: 'w', next: ['sauda flatten RUN'] } as never],
};
const ENDED = { ...LOOK, columns: 200, saying: { ...saying, isEndedEarly: true } };

test('promises no recovery where no journal keeps the day', () => {
  const text = daySummaryText(LEFT_OPEN, {
    ...ENDED,
    saying: { ...ENDED.saying, isKept: false },
  });
  expect(text).toContain('kept no journal: the same command restarts the day');
  const [first] = LEFT_OPEN.open;
  const several = { ...LEFT_OPEN, open: [first, first, first] as never };
  const said = daySummaryText(several, { ...ENDED, saying: { ...ENDED.saying, isKept: false } });
  expect(said.match(/kept no journal/g)).toHaveLength(1);
  expect(said.match(/Open: leg/g)).toHaveLength(3);
  expect(text).not.toContain('sauda flatten');
});

test('promises no recovery from a journal that cannot be written', () => {
  const text = daySummaryText({ ...LEFT_OPEN, journalProblem: 'was removed' }, ENDED);
  expect(text).toContain('close it on the platform, or repair the journal first');
  expect(text).not.toContain('goes on with the day');
});

test('says how a halt that outlives the day is ended', () => {
  const halted: DaySummary = { ...SUMMARY, halt: { state: 'halted', reason: 'enough' } };
  expect(daySummaryText(halted, ENDED)).toContain(
    '  Trading is halted: enough\n      sauda resume --reason "…" ends that; until then no entries, also on later days\n',
  );
});

test('says in a line that market tables have ended, apart from problems', () => {
  const tables = ['Market tables were checked through 2026-10-31 only: lots, charges'];
  const text = daySummaryText(aSummary({ tables }), { ...LOOK, columns: 100 });
  expect(text).toContain(`Market tables\n  ${tables[0] ?? ''}\n`);
  expect(text).not.toContain('Problems');
});
