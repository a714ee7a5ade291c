import { expect, it } from 'vitest';

import { sampleInstant, sampleOrder } from '../support/sample-world.ts';
import { type StartPlatform } from './platform-harness.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What the Auth port and the session behind it promise. */
export function authContract(start: StartPlatform): void {
  it('logs in', async () => {
    await using platform = await start();
    expect(await platform.connect().auth.login()).toEqual({
      kind: 'accepted',
      value: { message: expect.any(String) as string },
    });
  });

  it('tells a wrong password by the documented envelope', async () => {
    await using platform = await start();
    const { auth } = platform.connect({ credentials: { password: 'canary-wrong' } });
    expect(await auth.login()).toMatchObject({
      kind: 'rejected',
      rejection: { form: 'error-envelope', status: 401 },
    });
  });

  it.each(['0000000000', '+91 0000000000', '+', ''])(
    'does not send the phone number "%s"',
    async (phoneNumber) => {
      await using platform = await start();
      const { auth, sent } = platform.connect({ credentials: { phoneNumber } });
      expect(await auth.login()).toMatchObject({
        kind: 'rejected',
        rejection: { form: 'invalid-request' },
      });
      expect(sent).toHaveLength(0);
    },
  );

  it('shares one request among concurrent logins and reads', async () => {
    await using platform = await start();
    const { auth, orders, routes } = platform.connect();
    await Promise.all([auth.login(), orders.today(), auth.login(), orders.byTag('t')]);
    expect(routes().filter((route) => route === 'POST /login')).toHaveLength(1);
  });

  it('answers a write that meets no session at once, and begins one login for all', async () => {
    await using platform = await start();
    const { impatientOrders: orders, routes } = platform.connect();
    const request = { brokerId: platform.simulator.brokerId, elements: [sampleOrder()] };
    const heldBack = {
      kind: 'rejected',
      rejection: { form: 'not-sent', reason: 'Not logged in yet', isTransient: true },
    };
    const early = await Promise.all([orders.place(request), orders.cancel([NOBODY])]);
    expect(early).toEqual([heldBack, heldBack]);
    await orders.today();
    expect((await orders.place(request)).kind).toBe('accepted');
    expect(routes()).toEqual(['POST /login', 'GET /today-orders', 'POST /place']);
  });

  it('holds a write back while a login is under way, though a session is held', async () => {
    await using platform = await start();
    const { impatientOrders: orders, auth, routes } = platform.connect();
    await auth.login();
    const login = auth.login();
    expect(await orders.cancel([NOBODY])).toMatchObject({ rejection: { isTransient: true } });
    await login;
    expect(routes()).toEqual(['POST /login', 'POST /login']);
  });

  it('tells a write that was held back why the last login failed', async () => {
    await using platform = await start();
    const { impatientOrders: orders, auth } = platform.connect({
      credentials: { password: 'canary-wrong' },
    });
    await auth.login();
    expect(await orders.cancel([NOBODY])).toMatchObject({
      rejection: {
        reason: expect.stringContaining('the last one failed') as string,
        isTransient: true,
      },
    });
  });

  it('lets time pass between logins that fail, and says until when', async () => {
    await using platform = await start();
    const { auth, orders, impatientOrders, routes } = platform.connect({
      credentials: { password: 'wrong' },
    });
    const nextAt = (clock: string) => ({
      kind: 'rejected',
      rejection: { form: 'not-sent', reason: expect.stringContaining(clock) as string },
    });
    await auth.login();
    expect(await orders.today()).toMatchObject(nextAt('at 09:20:01 IST; the last one failed: '));
    expect(await impatientOrders.cancel([NOBODY])).toMatchObject(nextAt('at 09:20:01 IST'));
    platform.setTime(sampleInstant('09:20') + 1_000);
    expect(await auth.login()).toMatchObject({ rejection: { form: 'error-envelope' } });
    expect(await auth.login()).toMatchObject(nextAt('at 09:20:26 IST'));
    expect(routes()).toEqual(['POST /login', 'POST /login']);
  });

  it('tries three logins in ten minutes, then says when it will again', async () => {
    await using platform = await start();
    const { auth, orders, routes } = platform.connect({ credentials: { password: 'wrong' } });
    for (const seconds of [0, 1, 26]) {
      platform.setTime(sampleInstant('09:20') + 1_000 * seconds);
      await auth.login();
    }
    const refused = { form: 'not-sent', reason: expect.stringMatching(/09:30:00/) as string };
    expect(await auth.login()).toMatchObject({ kind: 'rejected', rejection: refused });
    expect(await orders.today()).toMatchObject({ kind: 'rejected', rejection: refused });
    expect(routes()).toHaveLength(3);
    platform.setTime(sampleInstant('09:20') + 10 * MINUTE_MS);
    await auth.login();
    expect(routes()).toHaveLength(4);
  });

  it('logs in again, once, when a read finds the session over', async () => {
    await using platform = await start();
    const endless = { session: { endsAtIst: null } };
    const { orders, routes } = platform.connect({ profileOverrides: endless });
    await orders.today();
    platform.setTime(sampleInstant('09:20') + DAY_MS);
    expect(await orders.today()).toMatchObject({ kind: 'accepted' });
    expect(routes()).toEqual([
      'POST /login',
      'GET /today-orders',
      'GET /today-orders',
      'POST /login',
      'GET /today-orders',
    ]);
  });

  it('never sends a write again, and logs in before the next one', async () => {
    await using platform = await start();
    const endless = { session: { endsAtIst: null } };
    const { orders, routes } = platform.connect({ profileOverrides: endless });
    await orders.today();
    platform.setTime(sampleInstant('09:20') + DAY_MS);

    expect(await orders.cancel([NOBODY])).toMatchObject({
      kind: 'rejected',
      rejection: { status: 401 },
    });
    expect(await orders.cancel([NOBODY])).toMatchObject({ kind: 'accepted' });
    expect(routes().slice(2)).toEqual(['POST /cancel', 'POST /login', 'POST /cancel']);
  });

  it('knows the daily end of sessions and logs in before it is told', async () => {
    await using platform = await start();
    const { orders, routes } = platform.connect();
    await orders.today();
    platform.setTime(sampleInstant('03:00') + DAY_MS - 1);
    await orders.today();
    platform.setTime(sampleInstant('03:00') + DAY_MS);
    await orders.today();
    expect(routes().slice(1)).toEqual([
      'GET /today-orders',
      'GET /today-orders',
      'POST /login',
      'GET /today-orders',
    ]);
  });

  it('leaves the orders host alone where the profile says it needs no session', async () => {
    await using platform = await start();
    const open = { session: { ordersNeedSession: false } };
    const { orders, contracts, sent, routes } = platform.connect({ profileOverrides: open });
    expect(await orders.today()).toMatchObject({ kind: 'rejected', rejection: { status: 401 } });
    await contracts.list('NIFTY');
    await orders.today();
    expect(routes()).toEqual([
      'GET /today-orders',
      'POST /login',
      'GET /contracts',
      'GET /today-orders',
    ]);
    expect(sent[3]?.headers).not.toHaveProperty('cookie');
  });

  it('sends what it holds on a second login, where the platform insists', async () => {
    await using platform = await start();
    const { auth, sent } = platform.connect();
    await auth.login();
    await auth.login();
    expect(sent[0]?.headers).not.toHaveProperty('cookie');
    expect(sent[1]?.headers['cookie']).toContain('access_token_cookie=');
    expect(sent[1]?.headers).toHaveProperty('x-csrf-token-access');
  });
}
