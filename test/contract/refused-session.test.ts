import { describe, expect, it } from 'vitest';

import { sampleInstant } from '../support/sample-world.ts';
import { type TransportRequest, type TransportResult } from '../../src/ports/transport.ts';
import { SampleSimulator } from '../support/sample-simulator.ts';
import { connectAdapters } from './adapters.ts';

const START_MS = sampleInstant('09:20');
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** A platform whose logins work while its orders host refuses every call for some seconds. */
function refusing(status: number, forSeconds: number) {
  const world = new SampleSimulator();
  const secondOf = (): number => Math.floor((world.nowMs - START_MS) / 1_000);
  const answer: TransportResult = {
    kind: 'response',
    status,
    headers: [],
    body: Buffer.from('{"success":false,"error":{"code":"NO","message":"No"}}'),
  };
  const logins: number[] = [];
  let calls = 0;
  const adapters = connectAdapters({
    clock: { nowMs: () => world.nowMs },
    credentials: world.simulator.credentials,
    transport: {
      send: (request) => {
        if (request.role === 'auth') logins.push(secondOf());
        else calls += 1;
        const isRefused = request.role === 'orders' && secondOf() < forSeconds;
        return isRefused ? Promise.resolve(answer) : world.transport.send(request);
      },
    },
  });
  return {
    orders: adapters.impatientOrders,
    logins,
    calls: () => calls,
    setSecond: (second: number) => {
      world.nowMs = START_MS + 1_000 * second;
    },
  };
}

/** Polls every second and wants a cancel four times a second, as an exit in need would. Returns when polls did well. */
async function busySeconds(
  { orders, setSecond }: ReturnType<typeof refusing>,
  seconds: number,
): Promise<readonly number[]> {
  const good: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    setSecond(second);
    if ((await orders.today()).kind === 'accepted') good.push(second);
    for (let quarter = 0; quarter < 4; quarter += 1) await orders.cancel([NOBODY]);
  }
  return good;
}

describe('a platform that lets in and then refuses every call', () => {
  it('is not hammered with logins: they are spread over the window', async () => {
    const world = refusing(401, Infinity);
    expect(await busySeconds(world, 599)).toEqual([]);
    // Two more, a minute apart, for the cancels that wait.
    expect(world.logins).toEqual([0, 1, 26, 86, 146]);
    // Each session is tried by one read.
    expect(world.calls()).toBeLessThanOrEqual(2 * world.logins.length);
  });

  it('says why, and when the next login may be tried', async () => {
    const world = refusing(401, Infinity);
    await world.orders.today();
    expect(await world.orders.today()).toMatchObject({
      rejection: {
        form: 'not-sent',
        reason: expect.stringMatching(/at 09:20:01 IST; the last one failed: .*HTTP 401/) as string,
        retryAtMs: expect.any(Number) as number,
      },
    });
  });

  it('is worked with again soon after it refused for some seconds', async () => {
    const world = refusing(401, 10);
    expect((await busySeconds(world, 60))[0]).toBe(26);
    expect(world.logins).toEqual([0, 1, 26]);
  });

  it('is asked on at the usual pace where it forbids: no login would help', async () => {
    const world = refusing(403, 60);
    expect((await busySeconds(world, 70))[0]).toBe(60);
    expect(world.logins).toEqual([0]);
  });
});

describe('a 401 that comes late, to a session that is over', () => {
  it('ends nothing: the session that took its place goes on', async () => {
    const world = new SampleSimulator();
    const refusal: TransportResult = {
      kind: 'response',
      status: 401,
      headers: [],
      body: Buffer.from('{"success":false,"error":{"code":"NO","message":"No"}}'),
    };
    let logins = 0;
    let polls = 0;
    let answerFirst: (result: TransportResult) => void = () => undefined;
    const { impatientOrders: orders, auth } = connectAdapters({
      clock: { nowMs: () => world.nowMs },
      credentials: world.simulator.credentials,
      transport: {
        send: (request) => {
          if (request.role === 'auth') {
            logins += 1;
            return world.transport.send(request);
          }
          polls += 1;
          if (polls === 3) return Promise.resolve(refusal);
          if (polls !== 2) return world.transport.send(request);
          return new Promise((resolve) => {
            answerFirst = resolve;
          });
        },
      },
    });
    await auth.login();
    await orders.today();
    const first = orders.today();
    expect(await orders.today()).toMatchObject({ kind: 'accepted' });
    expect(logins).toBe(2);
    answerFirst(refusal);
    expect(await first).toMatchObject({ kind: 'accepted' });
    expect(logins).toBe(2);
  });
});

describe('a platform of which one endpoint refuses every session', () => {
  it('keeps its session for the others', async () => {
    const world = new SampleSimulator();
    let logins = 0;
    const refusal = Buffer.from('{"success":false,"error":{"code":"NO","message":"No"}}');
    const { orders, auth } = connectAdapters({
      clock: { nowMs: () => world.nowMs },
      credentials: world.simulator.credentials,
      transport: {
        send: (request) => {
          if (request.role === 'auth') logins += 1;
          const isRefused = request.path.startsWith('/orders-by-user-tag');
          if (!isRefused) return world.transport.send(request);
          const answer = { kind: 'response', status: 401, headers: [], body: refusal } as const;
          return Promise.resolve(answer);
        },
      },
    });
    await auth.login();
    for (let second = 0; second < 600; second += 1) {
      world.nowMs = START_MS + 1_000 * second;
      expect((await orders.today()).kind).toBe('accepted');
      await orders.byTag('sl0000000000000000');
    }
    expect(logins).toBe(2);
  });
});

describe('401s of one endpoint, two lost sessions and a redirected login, one after the other', () => {
  it('keep polls away for no longer than 30 s, and the exit leaves', async () => {
    const world = new SampleSimulator();
    const refusal: TransportResult = {
      kind: 'response',
      status: 401,
      headers: [],
      body: Buffer.from('{"success":false,"error":{"code":"NO","message":"No"}}'),
    };
    const redirect: TransportResult = { ...refusal, status: 302, body: Buffer.from('') };
    let second = 0;
    let logins = 0;
    let lost = 0;
    let cancels = 0;
    const login = (request: TransportRequest): Promise<TransportResult> => {
      logins += 1;
      const isRedirected = second >= 40 && logins === 4;
      return isRedirected ? Promise.resolve(redirect) : world.transport.send(request);
    };
    const { impatientOrders: orders, auth } = connectAdapters({
      clock: { nowMs: () => world.nowMs },
      credentials: world.simulator.credentials,
      transport: {
        send: (request) => {
          if (request.role === 'auth') return login(request);
          if (request.path.startsWith('/orders-by-user-tag')) return Promise.resolve(refusal);
          const isLost = (second === 20 && lost === 0) || (second === 40 && lost === 1);
          if (request.method === 'GET' && isLost) {
            lost += 1;
            return Promise.resolve(refusal);
          }
          if (request.path === '/cancel') cancels += 1;
          return world.transport.send(request);
        },
      },
    });
    await auth.login();
    let lastGood = 0;
    let longestAway = 0;
    for (; second < 300; second += 1) {
      world.nowMs = START_MS + 1_000 * second;
      if ((await orders.today()).kind === 'accepted') lastGood = second;
      longestAway = Math.max(longestAway, second - lastGood);
      await orders.byTag('sl0000000000000000');
      if (second >= 41) await orders.cancel([NOBODY]);
    }
    expect(lost).toBe(2);
    expect(logins).toBeGreaterThanOrEqual(5);
    expect(logins).toBeLessThanOrEqual(8);
    expect(longestAway).toBeLessThanOrEqual(30);
    expect(cancels).toBeGreaterThan(200);
  });
});
