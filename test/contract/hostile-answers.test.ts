import { describe, expect, it } from 'vitest';
import { everyCall, startHostile } from './hostile-answers.ts';
import { answer, jsonAnswer } from './scripted-server.ts';

const DETAIL = { detail: [{ loc: ['body', 'orders', 0], msg: 'Field required', type: 'missing' }] };
const ENVELOPE = { success: false, error: { code: 'X', message: 'No', details: { a: [1] } } };
const MSG = { msg: 'Not now' };

/** The documented error bodies of each call by status. */
const DOCUMENTED: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  place: { 422: 'validation' },
  modify: { 422: 'validation' },
  cancel: { 422: 'validation' },
  today: { 422: 'validation' },
  byId: { 422: 'validation' },
  byTag: { 422: 'validation' },
  contracts: { 400: 'error-envelope', 401: 'error-envelope' },
  'start live': { 422: 'validation', 503: 'message' },
  'start paper': { 422: 'validation', 503: 'message' },
  'square off': { 404: 'error-envelope' },
  signal: { 400: 'error-envelope', 401: 'error-envelope' },
};
const BODIES: Readonly<Record<string, unknown>> = {
  validation: DETAIL,
  'error-envelope': ENVELOPE,
  message: MSG,
};
const STATUSES = [201, 202, 204, 206, 400, 404, 409, 410, 418, 422, 429, 500, 501, 502, 503, 504];

const GARBAGE = [
  '',
  '<!doctype html><p>Welcome</p>',
  '[{"order_id":',
  '\ufeff[]',
  '1',
  'null',
  '"ok"',
  '[NaN]',
  Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]),
  `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`,
  ' '.repeat(5_000),
];

describe.each(everyCall())('%s', (name, call) => {
  const documented = DOCUMENTED[name] ?? {};

  it('is rejected by its documented errors', async () => {
    let next: Buffer = Buffer.of();
    await using world = await startHostile(() => next);
    for (const [status, form] of Object.entries(documented)) {
      next = jsonAnswer(Number(status), BODIES[form]);
      expect(await call(world.adapters)).toMatchObject({
        kind: 'rejected',
        rejection: { form, status: Number(status) },
      });
    }
  });

  it('is unknown after a documented status without its body', async () => {
    const others = [
      '',
      '<html>',
      '{}',
      'null',
      '[]',
      '{"detail":[]}',
      '{"success":true,"error":{}}',
    ];
    let next: Buffer = Buffer.of();
    await using world = await startHostile(() => next);
    for (const status of Object.keys(documented).map(Number)) {
      // A start has no documented 422: whatever object says no there is one.
      if (name.startsWith('start') && status === 422) continue;
      for (const body of others) {
        next = answer(status, body);
        expect(await call(world.adapters)).toMatchObject({
          kind: 'unknown',
          cause: { reason: 'body-malformed', status },
        });
      }
    }
  });

  it('is unknown after every other status, whatever the body says', async () => {
    let next: Buffer = Buffer.of();
    await using world = await startHostile(() => next);
    const statuses = STATUSES.filter((one) => documented[one] === undefined);
    for (const status of statuses) {
      // A 204 has no body; what is sent after it would be the next answer.
      const body = status === 204 ? '' : JSON.stringify({ ...ENVELOPE, ...MSG, ...DETAIL });
      next = answer(status, body);
      expect(await call(world.adapters)).toMatchObject({ kind: 'unknown' });
    }
    const sent = world.server.requests.filter(({ path }) => path !== '/login');
    expect(sent).toHaveLength(statuses.length);
  });

  it('is rejected by a status that the profile calls certain, and by no other', async () => {
    const statuses = { rejections: { certainStatuses: [403, 429] } };
    for (const [status, kind] of [
      [403, 'rejected'],
      [429, 'rejected'],
      [409, 'unknown'],
    ] as const) {
      await using world = await startHostile(answer(status, '<html>'), statuses);
      expect(await call(world.adapters)).toMatchObject({ kind });
    }
  });

  it('is unknown after a redirect, which is not followed', async () => {
    let next: Buffer = Buffer.of();
    await using other = await startHostile(jsonAnswer(200, []));
    await using world = await startHostile(() => next);
    for (const status of [301, 302, 303, 307, 308]) {
      next = jsonAnswer(status, [], [`location: ${other.server.origin}/stolen`]);
      expect(await call(world.adapters)).toMatchObject({
        kind: 'unknown',
        cause: { reason: 'redirected', status },
      });
    }
    expect(other.server.connectionCount()).toBe(0);
  });

  it('is unknown after a 200 with something else', async () => {
    let next: Buffer = Buffer.of();
    await using world = await startHostile(() => next);
    for (const body of GARBAGE) {
      next = answer(200, body);
      expect(await call(world.adapters)).toMatchObject({ kind: 'unknown' });
    }
  });

  it('shows no secret, though every text of the answer repeats the request', async () => {
    let status = 0;
    await using world = await startHostile((request) => {
      const echo = `${request.path} ${request.body} ${[...request.headers].join(' ')}`;
      return jsonAnswer(status, echoing(echo));
    });
    for (status of [200, 400, 401, 403, 404, 422, 500, 503]) {
      const outcome = await call(world.adapters);
      const shown = JSON.stringify(outcome, (_key, value: unknown) =>
        value instanceof Map ? [...value] : value,
      );
      expect(shown).not.toContain('canary');
    }
  });
});

/** One body that passes for many: the documented errors and the answers that carry texts. */
function echoing(echo: string): unknown {
  return {
    success: false,
    message: echo,
    msg: echo,
    order_id: null,
    error: { code: echo, message: echo, details: { [echo]: [echo] } },
    detail: [{ loc: [echo], msg: echo, type: echo }],
    ['4b1f0c3e-0000-4000-8000-00000000000a']: { success: false, msg: echo },
  };
}

describe.each(everyCall().filter(([name]) => name.startsWith('start')))('%s', (_name, call) => {
  it.each([
    [{ detail: 'Invalid exit_time' }, 'rejected'],
    [{ message: 'exit_time must be a date-time' }, 'rejected'],
    [{ success: false, errors: [] }, 'rejected'],
    [{ id: 'position-1', detail: 'Started all the same' }, 'unknown'],
    [{ success: true, detail: 'Started all the same' }, 'unknown'],
    [{}, 'unknown'],
    [[], 'unknown'],
    ['no', 'unknown'],
    [null, 'unknown'],
  ])('answered by 422 with %j is %s', async (body, kind) => {
    await using world = await startHostile(jsonAnswer(422, body));
    expect(await call(world.adapters)).toMatchObject({ kind });
  });
});
