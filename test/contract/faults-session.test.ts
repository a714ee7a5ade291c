import { describe, expect, test } from 'vitest';
import { FaultyWorld } from './faulty-world.ts';

async function loggedIn(): Promise<FaultyWorld> {
  const world = new FaultyWorld();
  await world.settle(world.adapters.auth.login());
  return world;
}

describe('a session with a fault', () => {
  const poll = (world: FaultyWorld) => world.settle(world.adapters.orders.today());

  test('F30: a read logs in again', async () => {
    const world = await loggedIn();
    await poll(world);
    world.next('GET /today-orders', 'F30');
    expect((await poll(world)).kind).toBe('accepted');
    expect(world.adapters.routes().filter((route) => route === 'POST /login')).toHaveLength(2);
  });

  test.each([
    ['announced', 1],
    ['unannounced', 2],
  ])('F31 %s: the next request has a session, after %i logins', async (variant, logins) => {
    const world = await loggedIn();
    world.next('GET /today-orders', `F31;variant=${variant}`);
    expect((await poll(world)).kind).toBe('accepted');
    expect((await poll(world)).kind).toBe('accepted');
    const routes = world.adapters.routes();
    expect(routes.filter((route) => route === 'POST /login')).toHaveLength(logins);
    expect(world.felt('F31')).toBe(1);
  });

  test('F32: a login fails once, or for some time', async () => {
    const world = new FaultyWorld();
    world.next('POST /login', 'F32;variant=fails');
    expect((await world.settle(world.adapters.auth.login())).kind).toBe('rejected');
    world.pass(1_000);
    expect((await world.settle(world.adapters.auth.login())).kind).toBe('accepted');
    const locked = new FaultyWorld();
    locked.next('POST /login', 'F32;variant=locks;afterMs=60000');
    expect((await locked.settle(locked.adapters.auth.login())).kind).toBe('rejected');
    locked.pass(30_000);
    expect((await locked.settle(locked.adapters.auth.login())).kind).toBe('rejected');
    locked.pass(31_000);
    expect((await locked.settle(locked.adapters.auth.login())).kind).toBe('accepted');
  });

  test('F33: an expired cookie is no login, one that expires soon is logged in anew', async () => {
    const past = new FaultyWorld();
    past.next('POST /login', 'F33;variant=past');
    expect((await past.settle(past.adapters.auth.login())).kind).toBe('unknown');
    const soon = new FaultyWorld();
    soon.next('POST /login', 'F33;variant=soon;afterMs=30000');
    expect((await soon.settle(soon.adapters.auth.login())).kind).toBe('accepted');
    soon.pass(31_000);
    expect((await poll(soon)).kind).toBe('accepted');
    const logins = soon.adapters.routes().filter((route) => route === 'POST /login');
    expect(logins).toHaveLength(2);
  });
});
