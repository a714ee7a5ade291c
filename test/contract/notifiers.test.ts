import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createCommandNotifier } from '../../src/adapters/notify/command.ts';
import { createEmailNotifier } from '../../src/adapters/notify/email.ts';
import { createPing } from '../../src/adapters/notify/ping.ts';
import { createSlackNotifier } from '../../src/adapters/notify/slack.ts';
import { createTelegramNotifier } from '../../src/adapters/notify/telegram.ts';
import { createWebhookNotifier } from '../../src/adapters/notify/webhook.ts';
import { Secret } from '../../src/base/secret.ts';
import { type Notifier } from '../../src/ports/notifier.ts';
import { startFakeMailServer } from '../support/fake-mail-server.ts';
import {
  CANARY,
  MESSAGE,
  notifierContract,
  type OpenChannel,
  redirectContract,
} from './notifier-contract.ts';
import { answer, type Script, startScriptedServer } from './scripted-server.ts';

const NOW_MS = 1_790_000_000_000;
const clock = { nowMs: () => NOW_MS };
const secret = new Secret(CANARY);
const TOKEN = '12345:canary-token';

const SCRIPTS: Readonly<Record<'takes' | 'refuses' | 'hangs' | 'redirects', Script>> = {
  takes: (socket) => socket.end(answer(200, 'ok')),
  refuses: (socket, { path }) => socket.end(answer(503, `no: ${path} ${CANARY}`)),
  hangs: () => undefined,
  redirects: (socket) => socket.end(answer(307, '', ['location: /elsewhere'])),
};

/** An address at which no one listens. */
async function absentOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}`;
}

function overHttp(create: (origin: string, timeoutMs: number) => Notifier): OpenChannel {
  return async (side, timeoutMs) => {
    if (side === 'absent') {
      const notifier = create(await absentOrigin(), timeoutMs);
      return { notifier, arrived: () => [], [Symbol.asyncDispose]: () => Promise.resolve() };
    }
    const server = await startScriptedServer(SCRIPTS[side]);
    return {
      notifier: create(server.origin, timeoutMs),
      arrived: () => server.requests.map(({ body }) => body),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}

const secretUrl = (origin: string): Secret => new Secret(`${origin}/hooks/canary-path?key=canary`);

const webhook = (origin: string, timeoutMs: number): Notifier =>
  createWebhookNotifier({ url: secretUrl(origin), secret, clock, timeoutMs });
const slack = (origin: string, timeoutMs: number): Notifier =>
  createSlackNotifier({ url: secretUrl(origin), timeoutMs });
const telegram = (origin: string, timeoutMs: number): Notifier =>
  createTelegramNotifier({ host: origin, token: new Secret(TOKEN), chat: '-100', timeoutMs });

describe('a webhook', () => {
  notifierContract(overHttp(webhook));
  redirectContract(overHttp(webhook));

  it('signs the time and the body, as its documentation says', async () => {
    await using server = await startScriptedServer(SCRIPTS.takes);
    await webhook(server.origin, 20_000).send(MESSAGE);
    const [request] = server.requests;
    const timestamp = request?.headers.get('x-sauda-timestamp') ?? '';
    const hmac = createHmac('sha256', CANARY).update(`${timestamp}.${request?.body ?? ''}`);
    expect(timestamp).toBe(String(NOW_MS / 1000));
    expect(request?.headers.get('x-sauda-signature')).toBe(`v1=${hmac.digest('hex')}`);
    expect(JSON.parse(request?.body ?? '')).toEqual(MESSAGE);
    expect(request?.body).not.toContain('canary');
  });

  it('sends nothing in the clear to another machine', async () => {
    const sent = await webhook('http://alerts.example.test', 20_000).send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { reason: 'not-sent', isPassing: false } });
  });

  it('does not try again what was refused for good', async () => {
    await using server = await startScriptedServer((socket) => socket.end(answer(403, '')));
    const sent = await webhook(server.origin, 20_000).send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { reason: 'refused', isPassing: false } });
  });
});

describe('Telegram', () => {
  notifierContract(overHttp(telegram));
  redirectContract(overHttp(telegram));

  it('sends plain text to the chat of its settings, and nothing where its token would lead elsewhere', async () => {
    await using server = await startScriptedServer(SCRIPTS.takes);
    await telegram(server.origin, 20_000).send(MESSAGE);
    const [request] = server.requests;
    expect(request?.path).toBe(`/bot${TOKEN}/sendMessage`);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ chat_id: '-100' });
    const token = new Secret('1/../../canary');
    const options = { host: server.origin, token, chat: '-100', timeoutMs: 20_000 };
    expect(await createTelegramNotifier(options).send(MESSAGE)).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(1);
  });
});

describe('Slack', () => {
  notifierContract(overHttp(slack));
  redirectContract(overHttp(slack));

  it('lets no text call a whole channel', async () => {
    await using server = await startScriptedServer(SCRIPTS.takes);
    await slack(server.origin, 20_000).send(MESSAGE);
    expect(server.requests[0]?.body).toContain('&lt;!channel&gt;');
    expect(server.requests[0]?.body).toContain('&amp; seen');
  });
});

const openEmail: OpenChannel = async (side, timeoutMs) => {
  const server = await startFakeMailServer({
    isSilent: side === 'hangs',
    toData: side === 'refuses' ? `451 later ${CANARY}` : '250 taken',
  });
  if (side === 'absent') await server[Symbol.asyncDispose]();
  return {
    notifier: createEmailNotifier({
      host: '127.0.0.1',
      port: server.port,
      tls: 'none',
      login: null,
      from: 'sauda@example.test',
      to: ['desk@example.test'],
      timeoutMs,
    }),
    arrived: () => server.mails,
    [Symbol.asyncDispose]: async () => {
      if (side !== 'absent') await server[Symbol.asyncDispose]();
    },
  };
};

describe('e-mail', () => {
  notifierContract(openEmail);

  it('gives neither its password nor a mail to a server that has no TLS', async () => {
    await using server = await startFakeMailServer({ offers: ['AUTH PLAIN LOGIN'] });
    const sent = await createEmailNotifier({
      host: '127.0.0.1',
      port: server.port,
      tls: 'starttls',
      login: { user: 'desk', password: secret },
      from: 'sauda@example.test',
      to: ['desk@example.test'],
      timeoutMs: 20_000,
    }).send(MESSAGE);
    expect(sent.ok).toBe(false);
    expect(server.mails).toEqual([]);
    expect(server.lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });

  it('puts no line break of a text into its headers', async () => {
    await using server = await startFakeMailServer();
    const options = { host: '127.0.0.1', port: server.port, tls: 'none', login: null } as const;
    const people = { from: 'sauda@example.test', to: ['desk@example.test'], timeoutMs: 20_000 };
    const title = 'one\r\nBcc: other@example.test';
    await createEmailNotifier({ ...options, ...people }).send({ ...MESSAGE, title });
    expect(server.mails[0]?.split('\n\n')[0]).not.toMatch(/^Bcc:/m);
    expect(server.lines.join()).not.toContain('<other@');
  });
});

const PROGRAMS = {
  takes: 'process.stdin.pipe(require("fs").createWriteStream(process.argv[1]))',
  refuses: 'process.exit(3)',
  hangs: 'setInterval(() => undefined, 1000)',
};

const openCommand: OpenChannel = (side, timeoutMs) => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-alert-'));
  const file = join(directory, 'alert.json');
  const program = side === 'absent' || side === 'redirects' ? '' : PROGRAMS[side];
  const path = side === 'absent' ? join(directory, 'no-such-program') : process.execPath;
  return Promise.resolve({
    notifier: createCommandNotifier({
      command: [path, '-e', program, file],
      environment: {},
      timeoutMs,
    }),
    arrived: () => (existsSync(file) ? [readFileSync(file, 'utf8')] : []),
    [Symbol.asyncDispose]: () => {
      rmSync(directory, { recursive: true });
      return Promise.resolve();
    },
  });
};

describe('a command', () => {
  notifierContract(openCommand);

  it('sees of the environment what it was given, and no shell reads its arguments', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sauda-alert-'));
    const file = join(directory, 'out.json');
    const program =
      'require("fs").writeFileSync(process.argv[1], JSON.stringify([process.env, process.argv[2]]))';
    writeFileSync(join(directory, 'canary'), '');
    await createCommandNotifier({
      command: [process.execPath, '-e', program, file, `$(touch ${directory}/made); *`],
      environment: { TZ: 'Asia/Kolkata' },
      timeoutMs: 20_000,
    }).send(MESSAGE);
    const [environment, argument] = JSON.parse(readFileSync(file, 'utf8')) as [object, string];
    expect(environment).toEqual({
      TZ: 'Asia/Kolkata',
      SAUDA_ALERT_CODE: 'polls-stale',
      SAUDA_ALERT_SEVERITY: 'critical',
      SAUDA_ALERT_ACCOUNT: 'default',
      SAUDA_ALERT_MODE: 'paper',
    });
    expect(argument).toContain('$(touch');
    expect(existsSync(join(directory, 'made'))).toBe(false);
    rmSync(directory, { recursive: true });
  });
});

it('a ping is one GET, and its failures are values without its address', async () => {
  await using server = await startScriptedServer(SCRIPTS.takes);
  const ping = createPing({ url: secretUrl(server.origin), timeoutMs: 20_000 });
  expect(await ping()).toEqual({ ok: true, value: null });
  expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  const failed = await createPing({ url: secretUrl(await absentOrigin()), timeoutMs: 20_000 })();
  expect(failed.ok).toBe(false);
  expect(JSON.stringify(failed)).not.toContain('canary');
});
