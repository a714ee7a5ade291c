import { describe, expect, it } from 'vitest';

import { Secret } from '../../src/base/secret.ts';
import { PlatformClock } from '../../src/kernel/platform-clock.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { openConnection } from '../../src/venues/open-connection.ts';
import { jsonAnswer, startScriptedServer } from './scripted-server.ts';

const NOW_MS = 1_795_000_000_500;

/** What is heard of the platform's clock when each request is answered with one of these header lines. */
async function heard(
  ...lines: readonly (readonly string[])[]
): Promise<readonly (number | null)[]> {
  let answered = 0;
  await using server = await startScriptedServer((socket) => {
    socket.write(jsonAnswer(401, {}, [...(lines[answered] ?? [])]));
    answered += 1;
  });
  const { origin } = server;
  const platformClock = new PlatformClock();
  const { transport, close } = openConnection(
    {
      hosts: {
        auth: origin,
        orders: origin,
        prices: origin,
        ordersWebhook: origin,
        webhook: origin,
      },
      profile: loadProfile('openbroker'),
      credentials: {
        phoneNumber: new Secret('+910000000000'),
        password: new Secret('test-password'),
        webhookToken: null,
        accessToken: null,
      },
      prices: { kind: 'none' },
      clock: { nowMs: () => NOW_MS },
      platformClock,
    },
    (unrestricted) => unrestricted,
  );
  const news: (number | null)[] = [];
  const request = { role: 'orders', method: 'GET', path: '/x', headers: {}, body: null } as const;
  while (news.length < lines.length) {
    expect(await transport.send(request)).toMatchObject({ kind: 'response', status: 401 });
    news.push(platformClock.news());
  }
  await close();
  return news;
}

function dated(aheadMs: number): readonly string[] {
  return [`Date: ${new Date(NOW_MS - aheadMs).toUTCString()}`];
}

describe("the platform's Date, over real sockets", () => {
  it('tells of a clock that is 90 s ahead with the first answer, whatever that is', async () => {
    expect(await heard(dated(90_000), dated(90_000))).toEqual([89_500, null]);
  });

  it('is no trouble where it is right, missing, repeated or not to be read', async () => {
    const odd = [[], ['Date: soon'], ['Date: 0'], [...dated(0), ...dated(90_000)], ['DATE:']];
    expect(await heard(dated(0), ...odd, dated(900))).toEqual(Array(7).fill(null));
  });
});
