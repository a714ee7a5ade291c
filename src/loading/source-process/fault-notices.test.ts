import { expect, it } from 'vitest';

import { type Notice, noticeText } from '../../notices/notice.ts';
import { FaultNotices } from './fault-notices.ts';

it('reports values that are left out with their count, of each source once a minute', () => {
  const notices: Notice[] = [];
  let now = 0;
  const faults = new FaultNotices({
    runId: 'a@2026-10-30/paper',
    onNotice: (notice) => notices.push(notice),
    nowMs: () => now,
  });
  const leaveOut = (source: string): void => {
    faults.take({ source, what: 'unfit', detail: 'expected number at price, found "x"' });
  };
  for (let value = 0; value < 1_000; value += 1) leaveOut('vix');
  leaveOut('news');
  now = 60_000;
  leaveOut('vix');
  faults.take({ source: 'vix', what: 'ended', detail: 'gone' });
  expect(notices.map((notice) => noticeText(notice))).toEqual([
    'Source "vix" brought a value that does not fit, expected number at price, found "x": left out (1 so far)',
    'Source "news" brought a value that does not fit, expected number at price, found "x": left out (1 so far)',
    'Source "vix" brought a value that does not fit, expected number at price, found "x": left out (1001 so far)',
    'Source "vix" ended: gone. In all 1001 values left out',
  ]);
});
