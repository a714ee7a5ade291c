import { describe, expect, it } from 'vitest';

import { type Transport, type TransportResult } from '../ports/transport.ts';
import { type DatedAnswer, hearDates } from './platform-clock.ts';

const REQUEST = { role: 'auth', method: 'GET', path: '/', headers: {}, body: null } as const;

type Headers = Extract<TransportResult, { kind: 'response' }>['headers'];

async function heard(result: TransportResult): Promise<readonly DatedAnswer[]> {
  let nowMs = 1_000;
  const answers: DatedAnswer[] = [];
  const transport: Transport = {
    send: () => {
      nowMs += 70;
      return Promise.resolve(result);
    },
  };
  const hearing = hearDates(transport, {
    clock: { nowMs: () => nowMs },
    onDate: (answer) => answers.push(answer),
  });
  expect(await hearing.send(REQUEST)).toBe(result);
  return answers;
}

function answered(...headers: Headers): TransportResult {
  return { kind: 'response', status: 200, headers, body: new Uint8Array() };
}

describe('the date of an answer', () => {
  it('is heard with when the request left and the answer was there', async () => {
    const date = ['date', 'Sun, 06 Nov 1994 08:49:37 GMT'] as const;
    expect(await heard(answered(['content-type', 'text/html'], date))).toEqual([
      { sentAtMs: 1_000, receivedAtMs: 1_070, dateMs: 784_111_777_000 },
    ]);
  });

  it.each<Headers>([
    [],
    [['date', '']],
    [['date', 'yesterday']],
    [['date', '1']],
    [['date', '2026-11-20T09:15:00Z']],
    [['date', 'Sun, 99 Nov 1994 08:49:37 GMT']],
    [
      ['date', 'Sun, 06 Nov 1994 08:49:37 GMT'],
      ['date', 'Sun, 06 Nov 1994 08:49:38 GMT'],
    ],
  ])('that cannot be read is none: %j', async (...headers) => {
    expect(await heard(answered(...headers))).toEqual([]);
  });

  it('is not looked for where there is no answer', async () => {
    expect(await heard({ kind: 'not-sent', reason: 'no' })).toEqual([]);
  });
});
