import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantAt } from '../../src/model/time/ist.ts';
import { type Fault } from '../../src/simulator/faults/fault-catalogue.ts';
import { routeKind, type RouteKind } from '../../src/simulator/faults/route-kind.ts';
import { serveRecorded } from '../support/serve-recorded.ts';
import { calledDesk } from './called-desk.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const DATE = '2026-10-30';

/** A fault of every request of a kind while it is on. */
type Standing = Readonly<Partial<Record<RouteKind, Pick<Fault, 'name' | 'variant'>>>>;

const NO_PLATFORM: Standing = { login: { name: 'F6', variant: '500-before' } };
const NO_LOGIN: Standing = { login: { name: 'F32', variant: 'fails' } };
const BAD_LIST: Standing = { 'today-orders': { name: 'F13', variant: 'malformed-record' } };

test('a daemon calls when its platform is down or refuses the login, when its day does not open and when its orders are doubtful, and sends each all clear', async () => {
  await using desk = await calledDesk();
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: {from: '09:16', everyMs: 120000}}`],
    config: desk.config,
  });
  desk.writeKey(rehearsal.directory);
  let standing: Standing = NO_PLATFORM;
  const platform = await serveRecorded({
    ...{ startAtMs: instantAt(DATE, '08:50'), speed: 240, nightSpeed: 240 },
    faults: {
      visibilityLagMs: () => 0,
      faultOf: ({ method, path, ordinal }) => {
        const fault = standing[routeKind(method, path)];
        return fault === undefined
          ? null
          : { ...fault, id: `${fault.name}#${String(ordinal)}`, afterMs: 1_000, draw: 0 };
      },
    },
  });
  rehearsal.meet(platform.line);
  const daemon = rehearsal.start([
    ...['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test'],
  ]);
  const called = (message: string): Promise<void> =>
    daemon.until(message, () => desk.messages().includes(message));
  try {
    await called('fired login-fails');
    standing = NO_LOGIN;
    await called('fired day-not-open');
    standing = {};
    await called('cleared login-fails');
    await called('cleared day-not-open');
    await daemon.until('it trades', () => platform.orders().length > 0);
    standing = BAD_LIST;
    await called('fired orders-doubtful');
    standing = {};
    await called('cleared orders-doubtful');
    expect(desk.text()).not.toContain('canary');
    daemon.signal('SIGTERM');
    await daemon.ended();
  } finally {
    await platform.close();
  }
});
