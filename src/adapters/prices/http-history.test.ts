import { expect, it } from 'vitest';

import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';
import { createHttpHistory } from './http-history.ts';

const MINUTE_MS = 60_000;
const END_MS = 1_800_000_000_000;
const ASKED: HistoryAsked = { underlying: 'M&M', minutes: 5, count: 2, beforeMs: END_MS };
const bar = {
  start: END_MS - 5 * MINUTE_MS,
  end: END_MS,
  ...{ open: 100, high: 101.05, low: 99.5, close: 101 },
};

async function barsFrom(
  answer: unknown,
  status = 200,
  sent: TransportRequest[] = [],
): Promise<Outcome<readonly Bar[]>> {
  const body = new TextEncoder().encode(
    typeof answer === 'string' ? answer : JSON.stringify(answer),
  );
  const result: TransportResult = { kind: 'response', status, headers: [], body };
  const send = (request: TransportRequest): Promise<TransportResult> => {
    sent.push(request);
    return Promise.resolve(result);
  };
  return createHttpHistory({ transport: { send }, path: '/quotes/history' })(ASKED);
}

it('asks the prices host, encoded, and gives paise', async () => {
  const sent: TransportRequest[] = [];
  expect(await barsFrom([bar], 200, sent)).toEqual({
    kind: 'accepted',
    value: [
      {
        symbol: 'M&M',
        startMs: bar.start,
        endMs: bar.end,
        ...{ openPaise: 10_000, highPaise: 10_105, lowPaise: 9_950, closePaise: 10_100 },
      },
    ],
  });
  expect(sent).toMatchObject([
    {
      role: 'prices',
      method: 'GET',
      path: `/quotes/history?underlying=M%26M&minutes=5&count=2&before=${String(END_MS)}`,
    },
  ]);
});

const earlier = { ...bar, start: bar.start - 5 * MINUTE_MS, end: bar.start };

it.each([
  ['no JSON', '<html>', 'not JSON'],
  ['no list', bar, 'another form'],
  ['a price of 0', [{ ...bar, low: 0 }], 'low'],
  ['a high below the close', [{ ...bar, high: 100.5 }], 'from low to high'],
  ['an end before the start', [{ ...bar, end: bar.start }], 'an end after the start'],
  ['more bars than asked for', [bar, bar, bar], 'another form'],
  ['a bar twice', [bar, bar], 'Bar 1 begins before the one before it ends'],
  ['the newest first', [bar, earlier], 'Bar 1 begins before the one before it ends'],
  ['a bar that is not over', [{ ...bar, start: bar.start + 1, end: END_MS + 1 }], 'ends after'],
  ['longer bars', [{ ...bar, start: bar.start - 1 }], 'longer than 5 minutes'],
])('uses nothing of an answer with %s', async (_what, answer, detail) => {
  const outcome = await barsFrom(answer);
  expect(outcome).toMatchObject({ kind: 'unknown', cause: { reason: 'body-malformed' } });
  expect(JSON.stringify(outcome)).toContain(detail);
});

it('takes bars in their order, and none', async () => {
  expect(await barsFrom([earlier, bar])).toMatchObject({
    value: [{ endMs: bar.start }, { endMs: bar.end }],
  });
  expect(await barsFrom([])).toEqual({ kind: 'accepted', value: [] });
});

it.each([404, 405, 501])('takes %i for a source without history', async (status) => {
  expect(await barsFrom('', status)).toMatchObject({
    kind: 'rejected',
    rejection: { form: 'refused-by-mode' },
  });
});

it('does not know what to make of other answers', async () => {
  expect(await barsFrom('', 503)).toMatchObject({
    kind: 'unknown',
    cause: { reason: 'unexpected-status', status: 503 },
  });
});
