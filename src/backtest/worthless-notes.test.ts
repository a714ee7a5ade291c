import { expect, it } from 'vitest';

import { noticeOf } from '../notices/notice.ts';
import { type DayNote } from '../results/backtest-result.ts';
import { dayNote } from './day-notes.ts';
import { notesOfWorthless } from './worthless-notes.ts';

const RUN = 's@2024-03-07/paper';
const HEDGE = 'NIFTY240307C23350';
const OTHER = 'NIFTY240307C22000';
type Held = readonly { readonly leg: string; readonly symbol: string; readonly units: number }[];

/** What a day reports of legs that are left at its close. */
function notesOf(legs: Held): readonly DayNote[] {
  const about = { strategy: 's', atMs: 1 };
  const of = { reason: 'exit time', scope: 'all' } as const;
  const plain = { orders: [], isCover: false, isPaused: false };
  const open = legs.map(({ leg, symbol, units }) => ({ leg, held: [{ symbol, units }], ...plain }));
  const expires = legs.every(({ units }) => units > 0);
  const left = { isLeft: true, isToConfirm: false, expires: true };
  const notices = [
    noticeOf('not-flat', RUN, {
      reason: of.reason,
      seconds: 60,
      isAfterRestart: false,
      legs: open,
    }),
    ...legs.map((leg) => noticeOf('held-at-close', RUN, { ...leg, ...left })),
    noticeOf('not-squared-off-at-close', RUN, { ...of, expires }),
  ];
  return notices.map((notice) => dayNote('trouble', notice, about));
}

const hedge = { leg: 'hedge', symbol: HEDGE, units: 50 };
const other = { leg: 'ce', symbol: OTHER, units: 50 };

it.each<[string, Held, readonly string[]]>([
  ['a worthless hedge alone is no trouble', [hedge], ['warning', 'warning', 'warning']],
  ['one with a value beside it is', [hedge, other], ['trouble', 'warning', 'trouble', 'trouble']],
  ['one with a value alone is', [other], ['trouble', 'trouble', 'trouble']],
  [
    'a sold one is, though it is worth nothing',
    [hedge, { leg: 'ce', symbol: HEDGE, units: -50 }],
    ['trouble', 'warning', 'trouble', 'trouble'],
  ],
])('%s', (_, legs, kinds) => {
  const notes = notesOfWorthless(notesOf(legs), new Set([HEDGE]));
  expect(notes.map(({ kind }) => kind)).toEqual(kinds);
});

it('leaves other trouble as it is', () => {
  const note = dayNote('trouble', noticeOf('sources-closed', RUN, { sources: ['x'] }));
  expect(notesOfWorthless([note], new Set([HEDGE]))).toEqual([note]);
});
