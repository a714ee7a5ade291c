import { afterEach, beforeEach, expect, it } from 'vitest';
import { type z } from 'zod';

import { apiTokenFileOf } from './api-place.ts';
import { readToken } from './api-token.ts';
import { askApi } from './ask-api.ts';
import { openApiDocument } from './open-api-document.ts';
import { ALL_ROUTES, JSON_ROUTES } from './routes.ts';
import { ApiDesk, NotedDay } from './testing/api-desk.ts';

const HALT = { reason: 'wrong', state: 'halted' } as const;

let day: NotedDay;
let desk: ApiDesk;
beforeEach(async () => {
  day = new NotedDay();
  desk = await new ApiDesk().open(day);
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
});

it('does what is posted twice under one key once, and gives the same answer', async () => {
  const [one, other] = await Promise.all([
    desk.post('/v1/halt', HALT),
    desk.post('/v1/halt', HALT),
  ]);
  expect(one).toMatchObject({ status: 200 });
  expect(other.text).toBe(one.text);
  expect(day.asked).toEqual([{ action: 'halt', ...HALT }]);
  const next = await desk.post('/v1/halt', HALT, { 'idempotency-key': 'another-key' });
  expect(next.status).toBe(200);
  expect(day.asked).toHaveLength(2);
});

it('refuses a key of something else, and a request without one', async () => {
  await desk.post('/v1/halt', HALT);
  const other = await desk.post('/v1/resume', { reason: 'right again' });
  expect(JSON.parse(other.text)).toMatchObject({ code: 'key-reused', status: 422 });
  const changed = await desk.post('/v1/halt', { ...HALT, reason: 'another' });
  expect(JSON.parse(changed.text)).toMatchObject({ code: 'key-reused' });
  for (const key of ['', 'short', 'with space in it']) {
    const without = await desk.post('/v1/halt', HALT, { 'idempotency-key': key });
    expect(JSON.parse(without.text)).toMatchObject({ code: 'key-missing' });
  }
  expect(day.asked).toHaveLength(1);
});

it('does nothing that is asked after its caller has stopped waiting', async () => {
  const past = String(Date.now() - 1_000);
  for (const at of [past, 'soon']) {
    const late = await desk.post(
      '/v1/flatten',
      { reason: 'r', runId: null },
      { 'request-expires-at': at },
    );
    expect(JSON.parse(late.text)).toMatchObject({ code: 'expired' });
  }
  expect(day.asked).toEqual([]);
  const inTime = { 'request-expires-at': String(Date.now() + 60_000) };
  expect(await desk.post('/v1/flatten', { reason: 'r', runId: null }, inTime)).toMatchObject({
    status: 200,
  });
});

it('says between days that none is open, and does what is asked again once one is', async () => {
  await using between = await new ApiDesk().open();
  between.board.stand({
    ...{ state: 'waiting', sinceMs: 1, date: null, opensAtMs: 2 },
    detail: 'holiday',
  });
  for (const answer of [await between.get('/v1/status'), await between.post('/v1/halt', HALT)]) {
    expect(answer.status).toBe(409);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'no-day-open',
      detail: 'waiting: holiday',
    });
  }
  const account: unknown = JSON.parse((await between.get('/v1/account')).text);
  expect(account).toMatchObject({ day: null, standing: { state: 'waiting', opensAtMs: 2 } });
  const later = new NotedDay();
  between.board.openDay(later);
  expect(await between.post('/v1/halt', HALT)).toMatchObject({ status: 200 });
  expect(later.asked).toHaveLength(1);
});

it('serves nothing while its process stands by: another one has the account', async () => {
  const idle = new ApiDesk();
  const standing = { sinceMs: 1, date: null, opensAtMs: null, detail: null };
  idle.board.stand({ state: 'standing-by', ...standing });
  expect(readToken(apiTokenFileOf(idle.journalPath))).toBeNull();
  idle.board.stand({ state: 'waiting', ...standing });
  expect(readToken(apiTokenFileOf(idle.journalPath))).not.toBeNull();
  await idle[Symbol.asyncDispose]();
});

it('answers the command line as files do, and leaves to files what it cannot', async () => {
  const { journalPath } = desk;
  const asked = { id: '000000000000001-1', request: { action: 'halt', ...HALT } as const };
  expect(await askApi(journalPath, asked)).toMatchObject({
    kind: 'answered',
    answer: { told: [{ code: 'resolved', severity: 'info' }] },
  });
  expect(await askApi(journalPath, { id: 'x', request: { action: 'status' } })).toMatchObject({
    kind: 'answered',
    answer: { told: [], status: { halt: { state: 'active' } } },
  });
  expect(await askApi(`${journalPath}.other`, asked)).toBeNull();
  await desk.api.close();
  expect(await askApi(journalPath, asked)).toBeNull();
});

it('gives answers that are all in their schemas', async () => {
  const bodies: Readonly<Record<string, object>> = {
    '/v1/halt': HALT,
    '/v1/pause': { reason: 'r', runId: null },
    '/v1/resume': { reason: 'r', runId: 'r' },
    '/v1/flatten': { reason: 'r', runId: null },
    '/v1/resolve': { reason: 'r', tag: 't', as: 'started', id: 'P' },
    '/v1/answer': { reason: 'r', runId: 'r', question: 'go-on', answer: 'yes' },
    '/v1/release': { reason: 'r', runId: 'r', how: 'adopt' },
    '/v1/reload': { runId: 'r', attempt: null, sourceHash: null, mayDiffer: true },
    '/v1/live/arm': { account: 'default', until: '15:30', reason: 'r' },
    '/v1/live/disarm': { account: 'default' },
    '/v1/stage': { account: 'default', run: 'straddle', stage: 'shadow', reason: 'r' },
  };
  for (const { path, method, answer } of JSON_ROUTES) {
    const key = { 'idempotency-key': path.replaceAll('/', '-').padEnd(8, '-') };
    const got = method === 'GET' ? desk.get(path) : desk.post(path, bodies[path], key);
    const { status, text } = await got;
    expect([path, status]).toEqual([path, 200]);
    const body: unknown = JSON.parse(text);
    // What a schema does not name is gone after it has been parsed.
    expect((answer as z.ZodType<object>).parse(body)).toEqual(body);
  }
});

it('describes every route in OpenAPI 3.1, with nothing that leads nowhere', async () => {
  const { text } = await desk.get('/openapi.json');
  const document = JSON.parse(text) as {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  for (const { path, method, body } of ALL_ROUTES) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation).toMatchObject({ responses: { 200: {}, 401: {}, 403: {} } });
    expect(operation?.requestBody === undefined).toBe(body === null);
  }
  const operations = Object.values(document.paths).flatMap((of) => Object.values(of));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
  expect(text).not.toContain('$defs');
});

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: object;
}

it('arms a live account only by its own name, and says what was refused', async () => {
  const asked = { account: 'default', until: '15:30', reason: 'as planned' };
  for (const [path, body] of [
    ['/v1/live/arm', { ...asked, account: 'Default' }],
    ['/v1/live/disarm', { account: 'other' }],
  ] as const) {
    const refused = await desk.post(path, body, { 'idempotency-key': `other${path.slice(9)}` });
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'arming-refused',
      detail: expect.stringContaining('allowed "default"') as string,
    });
  }
  expect(await desk.post('/v1/live/arm', { until: '15:30', reason: 'r' })).toMatchObject({
    status: 400,
  });
  expect(day.armings).toEqual([]);
  expect(await desk.post('/v1/live/arm', asked)).toMatchObject({ status: 200 });
  expect(day.armings).toEqual([
    { until: '15:30', reason: 'as planned', by: 'api', isWithoutPromotion: false },
  ]);
});
