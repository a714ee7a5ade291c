import { describe, expect, it } from 'vitest';

import {
  type Transport,
  type TransportRequest,
  type TransportResult,
} from '../../ports/transport.ts';
import { createHttpQuotes } from './http-quotes.ts';

const AT_MS = 1_800_000_000_000;

function responding(status: number, body: string | Uint8Array): TransportResult {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { kind: 'response', status, headers: [], body: bytes };
}

/** A transport that gives the same result to every request, and the requests it was given. */
function scripted(result: TransportResult): {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
} {
  const requests: TransportRequest[] = [];
  const send = (request: TransportRequest): Promise<TransportResult> => {
    requests.push(request);
    return Promise.resolve(result);
  };
  return { transport: { send }, requests };
}

async function quotesFrom(result: TransportResult, symbols = ['A', 'B']): Promise<unknown> {
  return createHttpQuotes({ transport: scripted(result).transport }).quotes(symbols);
}

const record = { symbol: 'A', bid: 99.95, ask: 100.05, last: 100, at: AT_MS };

describe('quotes over HTTP', () => {
  it('asks the prices host once for each symbol, encoded', async () => {
    const { transport, requests } = scripted(responding(200, '[]'));
    await createHttpQuotes({ transport }).quotes(['NIFTY', 'M&M', 'NIFTY']);
    expect(requests).toMatchObject([
      {
        role: 'prices',
        method: 'GET',
        path: '/simulator/quotes?symbols=NIFTY,M%26M',
        body: null,
      },
    ]);
  });

  it('splits many symbols over requests, and asks nothing for none', async () => {
    const { transport, requests } = scripted(responding(200, '[]'));
    const prices = createHttpQuotes({ transport, path: '/quotes' });
    await prices.quotes(Array.from({ length: 401 }, (_, place) => `S${String(place)}`));
    expect(requests.map(({ path }) => path.split(',').length)).toEqual([200, 200, 1]);
    expect(await prices.quotes([])).toEqual({ kind: 'accepted', value: [] });
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['without a price', { symbol: 'B', bid: 1, ask: 2, at: AT_MS }],
    ['below zero', { symbol: 'B', bid: -1, ask: 2, last: 1, at: AT_MS }],
    ['that is null', null],
  ])('gives the others where one is %s, and says which is not', async (_, bad) => {
    const outcome = await quotesFrom(responding(200, JSON.stringify([bad, record])));
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: [{ symbol: 'A', lastPaise: 10_000 }],
      refused: [{ symbol: bad?.symbol ?? null, kind: 'unreadable' }],
    });
  });

  it('keeps when the next request may leave', async () => {
    const outcome = await quotesFrom({ kind: 'not-sent', reason: 'no login', retryAtMs: AT_MS });
    expect(outcome).toMatchObject({ rejection: { form: 'not-sent', retryAtMs: AT_MS } });
  });

  it('gives paise, without quotes that were not asked for', async () => {
    const other = { symbol: 'Z', bid: 1, ask: 2, last: 1.5, at: AT_MS };
    const body = JSON.stringify([record, other, { symbol: 'B', last: 0.05, at: AT_MS }]);
    expect(await quotesFrom(responding(200, body))).toEqual({
      kind: 'accepted',
      value: [
        { symbol: 'A', bidPaise: 9995, askPaise: 10_005, lastPaise: 10_000, atMs: AT_MS },
        { symbol: 'B', bidPaise: null, askPaise: null, lastPaise: 5, atMs: AT_MS },
      ],
    });
  });

  it('reads times with an offset, and takes 0 or a crossed market for no bid and no ask', async () => {
    const body = JSON.stringify([
      { ...record, bid: 0, at: '2027-01-15T13:30:00+05:30' },
      { ...record, symbol: 'B', bid: 101, ask: 100 },
    ]);
    expect(await quotesFrom(responding(200, body))).toMatchObject({
      value: [
        { bidPaise: null, askPaise: 10_005, atMs: Date.UTC(2027, 0, 15, 8) },
        { bidPaise: null, askPaise: null, lastPaise: 10_000 },
      ],
      refused: [{ symbol: 'B', kind: 'crossed', problem: 'bid 101 is above ask 100' }],
    });
  });

  it.each([
    ['no JSON', '<html>'],
    ['cut JSON', '[{"symbol":"A"'],
    ['no array', JSON.stringify(record)],
    ['a symbol that is none', JSON.stringify([{ ...record, symbol: '' }])],
    ['a price that is none', JSON.stringify([{ ...record, last: '100' }])],
    ['a negative price', JSON.stringify([{ ...record, last: -1 }])],
    ['a price of 0', JSON.stringify([{ ...record, last: 0 }])],
    ['no time', JSON.stringify([{ ...record, at: undefined }])],
    ['a time without offset', JSON.stringify([{ ...record, at: '2026-11-20T10:00:00' }])],
    ['no UTF-8', new Uint8Array([0x5b, 0xff, 0x5d])],
  ])('does not know what to make of %s', async (_what, body) => {
    expect(await quotesFrom(responding(200, body))).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'body-malformed', status: 200 },
    });
  });

  it('tells the documented refusal from everything else', async () => {
    const body = JSON.stringify({
      success: false,
      error: { code: 'AUTH', message: 'Log in', details: {} },
    });
    for (const status of [400, 401, 404, 499]) {
      expect(await quotesFrom(responding(status, body))).toMatchObject({
        kind: 'rejected',
        rejection: { form: 'error-envelope', status, code: 'AUTH', message: 'Log in' },
      });
    }
    for (const [status, reason] of [
      [307, 'redirected'],
      [404, 'body-malformed'],
      [503, 'unexpected-status'],
      [204, 'unexpected-status'],
    ] as const) {
      expect(await quotesFrom(responding(status, ''))).toMatchObject({
        kind: 'unknown',
        cause: { reason, status },
      });
    }
  });

  it('passes on that nothing was sent, or that the answer broke off', async () => {
    expect(await quotesFrom({ kind: 'not-sent', reason: 'Connection refused' })).toEqual({
      kind: 'rejected',
      rejection: { form: 'not-sent', reason: 'Connection refused' },
    });
    expect(
      await quotesFrom({ kind: 'interrupted', reason: 'timeout', status: null, detail: 'Late' }),
    ).toEqual({ kind: 'unknown', cause: { reason: 'timeout', status: null, detail: 'Late' } });
  });

  it('stops at the first request that fails', async () => {
    const { transport, requests } = scripted(responding(500, ''));
    const many = Array.from({ length: 300 }, (_, place) => `S${String(place)}`);
    expect(await createHttpQuotes({ transport }).quotes(many)).toMatchObject({ kind: 'unknown' });
    expect(requests).toHaveLength(1);
  });
});
