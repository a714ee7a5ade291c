import { type AddressInfo, createServer, type LookupFunction } from 'node:net';

import { describe, expect, it } from 'vitest';

import { createHttpTransport } from '../../src/adapters/http/undici-transport.ts';
import { createEmailNotifier } from '../../src/adapters/notify/email.ts';
import { createPing } from '../../src/adapters/notify/ping.ts';
import { createSlackNotifier } from '../../src/adapters/notify/slack.ts';
import { createTelegramNotifier } from '../../src/adapters/notify/telegram.ts';
import { createWebhookNotifier } from '../../src/adapters/notify/webhook.ts';
import { type AddressReach } from '../../src/adapters/shared/checked-reach.ts';
import { Secret } from '../../src/base/secret.ts';
import { type HostRole } from '../../src/ports/transport.ts';
import { MESSAGE } from './notifier-contract.ts';
import { POST } from './sample-requests.ts';

const NAME = 'desk.example.test';
const METADATA = '169.254.169.254';
const secret = new Secret('canary');
const timeoutMs = 2_000;

/** A name server that gives one answer after the other, the last for ever, and counts. */
function namesLeadTo(
  ...answers: readonly string[]
): AddressReach & { readonly asked: () => number } {
  let asked = 0;
  const lookUp: LookupFunction = (_name, options, callback) => {
    const address = answers[Math.min(asked, answers.length - 1)] ?? '';
    asked += 1;
    const family = address.includes(':') ? 6 : 4;
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  return { lookUp, asked: () => asked };
}

/** Whether something was sent, by everything that sends, to a host and port. */
type Sends = (host: string, port: string, reach: AddressReach) => Promise<string>;

async function viaTransport(host: string, port: string, reach: AddressReach): Promise<string> {
  const roles: readonly HostRole[] = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
  const origins = Object.fromEntries(roles.map((role) => [role, `https://${host}:${port}`]));
  const transport = createHttpTransport({
    origins: origins as Record<HostRole, string>,
    connectMs: timeoutMs,
    totalMs: timeoutMs,
    bodyBytesMax: 1_000,
    ...reach,
  });
  const sent = await transport.send(POST);
  await transport.close();
  return sent.kind === 'not-sent' ? sent.reason : sent.kind;
}

const notified =
  (
    send: (
      base: string,
      reach: AddressReach,
    ) => Promise<{ ok: boolean; error?: { detail: string } }>,
  ): Sends =>
  async (host, port, reach) =>
    (await send(`https://${host}:${port}`, reach)).error?.detail ?? 'sent';

const urlOf = (base: string): Secret => new Secret(`${base}/hook`);
const SENDERS: readonly (readonly [string, Sends])[] = [
  ['the platform', viaTransport],
  [
    'a webhook',
    notified((base, reach) =>
      createWebhookNotifier({
        url: urlOf(base),
        secret,
        clock: { nowMs: () => 0 },
        timeoutMs,
        ...reach,
      }).send(MESSAGE),
    ),
  ],
  [
    'Telegram',
    notified((host, reach) =>
      createTelegramNotifier({
        host,
        token: new Secret('1:a'),
        chat: '1',
        timeoutMs,
        ...reach,
      }).send(MESSAGE),
    ),
  ],
  [
    'Slack',
    notified((base, reach) =>
      createSlackNotifier({ url: urlOf(base), timeoutMs, ...reach }).send(MESSAGE),
    ),
  ],
  ['a ping', notified((base, reach) => createPing({ url: urlOf(base), timeoutMs, ...reach })())],
  [
    'e-mail',
    async (host, port, reach) => {
      const login = { user: 'desk', password: secret };
      const ends = { host, port: Number(port), from: 'a@example.test', to: ['b@example.test'] };
      const sent = await createEmailNotifier({
        ...{ ...ends, login, timeoutMs },
        tls: 'implicit',
        ...reach,
      }).send(MESSAGE);
      return sent.ok ? 'sent' : sent.error.detail;
    },
  ],
];

const REFUSED = /private or reserved address|SAUDA_ADDRESS_REFUSED/;

/** A server of no kind: whoever connects is cut off, and counted. */
async function startDoor(): Promise<
  AsyncDisposable & { readonly port: string; readonly connectionCount: () => number }
> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: String((server.address() as AddressInfo).port),
    connectionCount: () => connections,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(SENDERS)('the address of %s', (_name, send) => {
  it('is the one that was checked as the connection was made, also where a name flips in between', async () => {
    await using server = await startDoor();
    const { port } = server;
    const unnamed = namesLeadTo('127.0.0.1');
    expect(await send(NAME, port, unnamed)).toMatch(REFUSED);
    expect(server.connectionCount()).toBe(0);
    const flips = namesLeadTo('127.0.0.1', METADATA);
    // No one answers: what matters is that it was reached.
    expect(await send(NAME, port, { ...flips, privateHosts: [NAME] })).not.toMatch(REFUSED);
    expect(server.connectionCount()).toBe(1);
    expect(flips.asked()).toBe(1);
    expect(await send(NAME, port, { ...flips, privateHosts: [NAME] })).toMatch(REFUSED);
    expect(flips.asked()).toBe(2);
    expect(server.connectionCount()).toBe(1);
  });

  it.each([METADATA, '0.0.0.0', '10.0.0.5', 'fd00:ec2::254', '::ffff:169.254.169.254', '::'])(
    'is never %s, by a name or as a number',
    async (address) => {
      expect(await send(NAME, '9', namesLeadTo(address))).toMatch(REFUSED);
      const number = address.includes(':') ? `[${address}]` : address;
      // Mail servers are named without brackets.
      for (const host of send === SENDERS.at(-1)?.[1] ? [address] : [number]) {
        expect(await send(host, '9', namesLeadTo('8.8.8.8'))).toMatch(REFUSED);
      }
    },
  );

  it('is this machine alone where it is named so: it may be spoken to in the clear', async () => {
    expect(await send('localhost', '9', namesLeadTo('10.0.0.5'))).toMatch(REFUSED);
  });
});

it('one of several addresses refuses the name', async () => {
  const lookUp: LookupFunction = (_name, _options, callback) => {
    callback(null, [
      { address: '192.0.32.7', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  };
  expect(await viaTransport(NAME, '9', { lookUp })).toMatch(REFUSED);
});
