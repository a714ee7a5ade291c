import fc from 'fast-check';
import { expect, test } from 'vitest';

import { dayView, noticeView, orderView } from '../../../../test/support/day-view.ts';
import { createPlainView, knownLines } from './plain-view.ts';

function shownFor(...views: Parameters<typeof dayView>): string[] {
  const lines: string[] = [];
  const display = createPlainView((line) => lines.push(line));
  for (const view of views) display.show(dayView(view));
  display.close();
  return lines;
}

test('each change is one line with its time, and nothing is said twice', () => {
  const [first, second] = [noticeView({ message: 'one' }), noticeView({ message: 'two' })];
  const lines: string[] = [];
  const display = createPlainView((line) => lines.push(line));
  display.show(
    dayView({ orders: [orderView({ filledUnits: 0, status: 'open' })], notices: [first] }),
  );
  display.show(dayView({ orders: [orderView()], notices: [first, second] }));
  display.show(dayView({ orders: [orderView()], notices: [first, second] }));
  display.show(dayView({ phase: 'after-close', orders: [orderView()], notices: [first, second] }));
  expect(lines).toEqual([
    '10:15:00 IST phase    open\n',
    '10:15:00 IST order    open            sell 0/65 NIFTY261124C26000 at 102.50 short-straddle@2026-11-20/paper ce entry\n',
    '10:15:00 IST info     one\n',
    '10:15:00 IST order    completed       sell 65/65 NIFTY261124C26000 at 102.50 short-straddle@2026-11-20/paper ce entry\n',
    '10:15:00 IST info     two\n',
    '10:15:00 IST phase    after-close\n',
  ]);
});

test('a message cannot forge a line of the log', () => {
  const lines = shownFor({ notices: [noticeView({ message: 'x\n10:15:00 IST order completed' })] });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe('10:15:00 IST info     x\\u{a}10:15:00 IST order completed\n');
});

test('every notice is said exactly once though the list is a window that moves on', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 }), (steps) => {
      const all: string[] = [];
      const said: string[] = [];
      let before: string[] = [];
      for (const step of steps) {
        for (let added = 0; added < step; added += 1) all.push(`notice ${String(all.length)}`);
        const lines = all.slice(-10);
        said.push(...lines.slice(knownLines(before, lines)));
        before = lines;
      }
      expect(said).toEqual(all);
    }),
  );
});
