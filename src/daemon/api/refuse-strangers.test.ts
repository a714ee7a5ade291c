import { statSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { apiSocketOf, apiTokenFileOf } from './api-place.ts';
import { ApiDesk, type GotAnswer, NotedDay } from './testing/api-desk.ts';

const HALT = { reason: 'wrong', state: 'halted' };

let day: NotedDay;
let desk: ApiDesk;
beforeEach(async () => {
  day = new NotedDay();
  desk = await new ApiDesk().open(day);
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
});

/** The code of a refusal; the status where it is none. */
function codeOf({ status, text }: GotAnswer): string {
  return status === 200 ? '200' : (JSON.parse(text) as { readonly code: string }).code;
}

/** What an honest request over TCP becomes with other headers or another path. */
async function overPort(
  more: Readonly<Record<string, string | readonly string[]>>,
  path = '/v1/account',
): Promise<string> {
  const port = desk.api.port ?? 0;
  const headers = {
    host: `127.0.0.1:${String(port)}`,
    authorization: `Bearer ${desk.token}`,
    ...more,
  };
  return codeOf(await desk.send({ path, port, headers }));
}

it('is its owner alone: directory, socket and token', () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect(modeOf(`${desk.journalPath}.control`)).toBe('700');
  expect(modeOf(apiSocketOf(desk.journalPath))).toBe('600');
  expect(modeOf(apiTokenFileOf(desk.journalPath))).toBe('600');
  expect(desk.token).toMatch(/^[\w-]{43}$/);
});

describe('a web page', () => {
  it('whose name was made to point at this machine is refused by that name', async () => {
    const port = String(desk.api.port);
    expect(await overPort({})).toBe('200');
    expect(await overPort({ host: `localhost:${port}` })).toBe('200');
    for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
      expect(await overPort({ host })).toBe('host-refused');
    }
    // Another service of this machine, and an address that it does not listen on.
    for (const host of ['127.0.0.1', '127.0.0.1:1', `[::1]:${port}`, `0.0.0.0:${port}`]) {
      expect(await overPort({ host })).toBe('host-refused');
    }
  });

  it('is refused by its origin, also one without a name', async () => {
    const port = String(desk.api.port);
    for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:1', '']) {
      expect(await overPort({ origin })).toBe('origin-refused');
    }
    expect(await overPort({ origin: `http://127.0.0.1:${port}` })).toBe('200');
    for (const site of ['cross-site', 'same-site']) {
      expect(await overPort({ 'sec-fetch-site': site })).toBe('origin-refused');
    }
    const { headers } = await desk.get('/v1/account');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('cannot post what a form can: neither done nor asked of the day', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
    const odd = ['application/json; charset=utf-8', 'application/jsonp', ''];
    for (const type of [...types, ...odd]) {
      const answer = await desk.post('/v1/halt', HALT, { 'content-type': type });
      expect(codeOf(answer)).toBe('not-json');
    }
    expect(day.asked).toEqual([]);
  });

  it('cannot open a WebSocket', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    expect(await overPort({ ...upgrade, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' })).toBe(
      'upgrade-refused',
    );
  });
});

describe('a token', () => {
  it('is needed over the socket too, on every path', async () => {
    for (const path of ['/v1/account', '/v1/halt', '/openapi.json', '/nothing', '/metrics']) {
      expect(codeOf(await desk.send({ path }))).toBe('token-missing');
      const authorization = `Bearer ${desk.token.slice(0, -1)}`;
      expect(codeOf(await desk.send({ path, headers: { authorization } }))).toBe('token-wrong');
    }
    const basic = { authorization: `Basic ${desk.token}` };
    expect(codeOf(await desk.send({ path: '/v1/account', headers: basic }))).toBe('token-missing');
  });

  it('is refused in a URL, where it would be logged, beside the right header too', async () => {
    for (const query of [`token=${desk.token}`, `x=${desk.token}`, 'access_token=guess']) {
      expect(await overPort({}, `/v1/account?${query}`)).toBe('token-in-url');
    }
    expect(await overPort({}, `/${desk.token}`)).toBe('token-in-url');
  });

  it('is another one at each start, and is gone with its process', async () => {
    const { token, journalPath } = desk;
    await using other = await new ApiDesk().open();
    expect(other.token).not.toBe(token);
    await desk.api.close();
    for (const path of [apiSocketOf(journalPath), apiTokenFileOf(journalPath)]) {
      expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    }
  });
});

describe('a request', () => {
  it.each([
    '/v1/../openapi.json',
    '/v1/..%2fopenapi.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/v1//status',
    '/v1/status/',
    '//evil.example/v1/status',
    '/v1\\status',
    'http://evil.example/v1/status',
    '*',
  ])('of an odd path is refused: %s', async (path) => {
    expect(await overPort({}, path)).toBe('bad-url');
  });

  it('with a header twice that decides is refused', async () => {
    const authorization = `Bearer ${desk.token}`;
    const twice = [authorization, 'Bearer guess'];
    expect(await overPort({ authorization: twice })).toBe('duplicate-header');
  });

  it('is refused where it is too large, announced or in pieces', async () => {
    const reason = 'x'.repeat(70_000);
    expect(codeOf(await desk.post('/v1/halt', { ...HALT, reason }))).toBe('body-too-large');
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(codeOf(await desk.post('/v1/halt', { ...HALT, reason }, chunked))).toBe(
      'body-too-large',
    );
    expect(await overPort({}, `/v1/account?${'x'.repeat(3_000)}`)).toBe('bad-url');
    expect(day.asked).toEqual([]);
  });

  it.each([
    '{"reason":"r","state":"halted","__proto__":{"isAdmin":true}}',
    '{"reason":"r","state":"halted","constructor":{"prototype":{}}}',
    '{"reason":"r","state":"halted","action":"flatten"}',
    '{"reason":"","state":"halted"}',
    '{"reason":"r","state":"active"}',
    '[]',
    'null',
    '{',
    '',
    '['.repeat(60_000),
  ])('that does not fit its schema is refused: %.60s', async (body) => {
    expect(codeOf(await desk.post('/v1/halt', body))).toBe('bad-request');
    expect(day.asked).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it.each([
    ['{', 'The body is not JSON'],
    ['{}', '"reason" is missing; "state" is missing'],
    ['{"reason":"r","state":"halted","runId":"a"}', 'Unknown: "runId", allowed reason, state'],
    [
      '{"reason":"r","state":"closed"}',
      '"state": Invalid option: expected one of "reducing"|"halted"',
    ],
  ])('that does not fit says what is wrong: %s', async (body, detail) => {
    const { text } = await desk.post('/v1/halt', body);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad-request', detail });
  });

  it('of another method or route is refused', async () => {
    const headers = { authorization: `Bearer ${desk.token}` };
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      const answer = await desk.send({ path: '/v1/halt', method, headers });
      expect(codeOf(answer)).toBe('method-refused');
    }
    expect(codeOf(await desk.get('/v1/halt'))).toBe('method-refused');
    expect(codeOf(await desk.get('/v1/nothing'))).toBe('no-such-route');
    expect(codeOf(await desk.get('/v1/status?unknown=1'))).toBe('bad-request');
  });
});

it('counts refusals by code, and says none of what a stranger sent', async () => {
  const strange = 'evil.example';
  const port = desk.api.port ?? 0;
  const refused = await desk.send({ path: '/v1/status', port, headers: { host: strange } });
  expect(refused.text).not.toContain(strange);
  await desk.send({ path: '/v1/status' });
  await desk.send({ path: '/v1/status' });
  const account = JSON.parse((await desk.get('/v1/account')).text) as object;
  expect(account).toMatchObject({ api: { refusals: { 'host-refused': 1, 'token-missing': 2 } } });
});

it('gives every answer headers that keep pages and caches off it', async () => {
  const answers = [await desk.get('/v1/account'), await desk.send({ path: '/v1/account' })];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  }
});
