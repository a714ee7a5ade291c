import { expect, test } from 'vitest';

import { dayView, noticeView, orderView } from '../../../../test/support/day-view.ts';
import { createPlainView } from './plain-view.ts';

const RUN = 'short-straddle@2026-11-20/paper';

test('each change of an order or phase is one line with its time, and nothing is said twice', () => {
  const lines: string[] = [];
  const display = createPlainView((line) => lines.push(line));
  const working = orderView({ filledUnits: 0, status: 'Open' });
  display.show(dayView({ orders: [working] }));
  display.show(dayView({ orders: [working] }));
  display.show(dayView({ orders: [orderView({ status: 'Completed' })] }));
  display.show(dayView({ phase: 'after-close', orders: [orderView({ status: 'Completed' })] }));
  expect(lines).toEqual([
    '10:15:00 IST phase    open\n',
    `10:15:00 IST order    Open            sell 0/65 NIFTY261124C26000 at 102.50 ${RUN} ce entry\n`,
    `10:15:00 IST order    Completed       sell 65/65 NIFTY261124C26000 at 102.50 ${RUN} ce entry\n`,
    '10:15:00 IST phase    after-close\n',
  ]);
});

test('a notice is a line, and cannot forge another', () => {
  const lines: string[] = [];
  const display = createPlainView((line) => lines.push(line));
  display.note(noticeView({ severity: 'warning', runId: RUN, message: 'x\n10:15:00 IST order y' }));
  expect(lines).toEqual([`10:15:00 IST warning  ${RUN} x\\u{a}10:15:00 IST order y\n`]);
});
