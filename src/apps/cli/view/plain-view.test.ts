import { expect, test } from 'vitest';

import { AT_MS, dayView, noticeView, orderView } from '../../../../test/support/day-view.ts';
import { createPlainView } from './plain-view.ts';
import { type DayDisplay } from './run-standing.ts';

const RUN = 'short-straddle@2026-11-20/paper';

function viewWithLines(): { readonly display: DayDisplay; readonly lines: string[] } {
  const lines: string[] = [];
  return { display: createPlainView((line) => lines.push(line)), lines };
}

test('each change of an order or phase is one line, and nothing is said twice', () => {
  const { display, lines } = viewWithLines();
  const working = orderView({ filledUnits: 0, status: 'Open' });
  const done = orderView({ status: 'Completed', updatedAtMs: AT_MS + 2_000 });
  display.progress(dayView({ orders: [working] }));
  display.progress(dayView({ orders: [working] }));
  display.progress(dayView({ atMs: AT_MS + 3_000, orders: [done] }));
  display.progress(dayView({ atMs: AT_MS + 3_000, orders: [done] }));
  expect(lines).toEqual([
    '10:15:00 IST phase    open\n',
    `10:15:00 IST order    Open            sell 0/65 NIFTY261124C26000 at 102.50 ${RUN} ce entry\n`,
    `10:15:03 IST order    Completed       sell 65/65 NIFTY261124C26000 at 102.50 (platform 10:15:02) ${RUN} ce entry\n`,
  ]);
});

test("lines never go back in time: the run's own clock comes first, the platform's beside it", () => {
  const { display, lines } = viewWithLines();
  display.progress(dayView({ phase: 'before-open', phaseFromMs: null }));
  const seen = (atMs: number, updatedAtMs: number, tag: string): void => {
    display.progress(dayView({ atMs, orders: [orderView({ tag, atMs: AT_MS, updatedAtMs })] }));
  };
  seen(AT_MS + 60_000, AT_MS + 60_000, 't1');
  seen(AT_MS + 61_000, AT_MS + 59_000, 't2');
  expect(lines.map((line) => line.slice(0, 18))).toEqual([
    '10:15:00 IST phase',
    '09:15:00 IST phase',
    '10:16:00 IST order',
    '10:16:01 IST order',
  ]);
  expect(lines.map((line) => /\(platform .*?\)/.exec(line)?.[0] ?? '')).toEqual([
    '',
    '',
    '',
    '(platform 10:15:59)',
  ]);
});

test('a change without a new time of the platform is told at the time at which it was seen', () => {
  const { display, lines } = viewWithLines();
  display.progress(dayView({ orders: [orderView({ status: 'sending' })] }));
  const later = { atMs: AT_MS + 12_000, orders: [orderView({ status: 'unknown' })] };
  display.progress(dayView(later));
  expect(lines.at(-1)).toMatch(/^10:15:12 IST order {4}unknown /);
});

test('orders of an earlier process are counted once, and only what changes since is a line', () => {
  const { display, lines } = viewWithLines();
  const open = orderView({ tag: 'a', filledUnits: 0, status: 'Open' });
  const orders = [open, orderView({ tag: 'b' })];
  display.progress({ ...dayView({ orders }), isRecovered: true });
  display.progress({ ...dayView({ orders }), isRecovered: true });
  display.progress({ ...dayView({ atMs: AT_MS + 60_000, orders }), isRecovered: false });
  const filled = orderView({ tag: 'a', status: 'Completed' });
  display.progress(dayView({ atMs: AT_MS + 60_000, orders: [filled, orderView({ tag: 'b' })] }));
  expect(lines).toEqual([
    '10:15:00 IST phase    open\n',
    '10:15:00 IST replayed 2 orders of an earlier process, not printed again: sauda orders lists them\n',
    expect.stringMatching(/^10:16:00 IST order {4}Completed /),
  ]);
});

test('a day without earlier orders does not mention any', () => {
  const { display, lines } = viewWithLines();
  display.progress({ ...dayView(), isRecovered: true });
  display.progress(dayView({ orders: [orderView()] }));
  expect(lines.map((line) => line.slice(13, 21))).toEqual(['phase   ', 'order   ']);
});

test('slices of one size are told apart', () => {
  const { display, lines } = viewWithLines();
  const slices = [orderView({ tag: 'a' }), orderView({ tag: 'b' })];
  display.progress(dayView({ orders: slices }));
  display.progress(dayView({ orders: slices }));
  expect(lines.filter((line) => line.includes('order'))).toHaveLength(2);
});

test('a notice is a line, and cannot forge another', () => {
  const lines: string[] = [];
  const display = createPlainView((line) => lines.push(line));
  display.note(noticeView({ severity: 'warning', runId: RUN, message: 'x\n10:15:00 IST order y' }));
  expect(lines).toEqual([`10:15:00 IST warning  ${RUN} x\\u{a}10:15:00 IST order y\n`]);
});
