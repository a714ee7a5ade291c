import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { formatProblem } from '../base/problem.ts';
import { loadSettings, settingsFromText } from './load-settings.ts';
import { DEFAULT_SETTINGS, settingsSchema } from './settings-schema.ts';
import { type Settings } from './settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-settings-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const HOSTS = `
  hosts:
    auth: https://auth.example.test/
    orders: https://orders.example.test/api/orders
    prices: https://prices.example.test
    ordersWebhook: http://127.0.0.1:9000
    webhook: http://localhost:9001/
`;
const CREDENTIALS = `
  credentials:
    phoneNumber: {env: SAUDA_PHONE}
    password: {env: SAUDA_PASSWORD}
`;
const MAIL = 'kind: email, server: {host: mail.example.com}';
const ENVIRONMENT = { SAUDA_PHONE: '+910000000000', SAUDA_PASSWORD: 'canary-4' };

function read(
  text: string,
  environment: Readonly<Record<string, string>> = ENVIRONMENT,
): ReturnType<typeof settingsFromText> {
  return settingsFromText(text, {
    environment,
    workingDirectory: directory,
    file: join(directory, 'sauda.yaml'),
    shownFile: 'sauda.yaml',
  });
}

function good(text: string): Settings {
  const result = read(text);
  expect(result).toMatchObject({ ok: true });
  return (result as Extract<typeof result, { ok: true }>).value;
}

function bad(text: string, environment = ENVIRONMENT as Readonly<Record<string, string>>): string {
  const result = read(text, environment);
  return result.ok ? 'accepted' : result.error.map(formatProblem).join('\n');
}

test('an empty configuration is a paper day on the built-in simulator', () => {
  expect(good('')).toMatchObject({
    mode: 'paper',
    account: 'default',
    venue: { kind: 'simulator' },
    prices: { kind: 'simulator' },
    profile: { nameOrPath: 'openbroker' },
    strategies: [],
    simulator: { startAtMs: null, speed: 1, seed: 'sauda', pricesPath: null },
  });
});

test('settings cannot be changed, at any depth', () => {
  const settings = good('simulator: {underlyings: [NIFTY]}');
  expect(Object.isFrozen(settings)).toBe(true);
  expect(Object.isFrozen(settings.simulator.underlyings)).toBe(true);
});

test('hosts and credentials make it the platform', () => {
  const { venue, prices } = good(`platform:${HOSTS}${CREDENTIALS}`);
  expect(venue).toMatchObject({
    kind: 'platform',
    hosts: { auth: 'https://auth.example.test', webhook: 'http://localhost:9001' },
    credentials: { webhookToken: null },
  });
  expect(venue.kind === 'platform' && venue.credentials.password?.reveal()).toBe('canary-4');
  expect(prices).toEqual({ kind: 'none' });
  expect(JSON.stringify(venue)).not.toContain('canary');
});

test('a secret can be kept in a file beside the configuration', () => {
  writeFileSync(join(directory, 'password.txt'), 'canary-5\n', { mode: 0o600 });
  const text = `platform:${HOSTS}${CREDENTIALS.replace('{env: SAUDA_PASSWORD}', '{file: password.txt}')}`;
  const { venue } = good(text);
  expect(venue.kind === 'platform' && venue.credentials.password?.reveal()).toBe('canary-5');
});

test('paths start from the directory of the configuration', () => {
  writeFileSync(join(directory, 'idea.yaml'), 'name: idea\n');
  const settings = good(
    'strategies:\n  - idea.yaml\n  - {path: idea.yaml, params: {lots: 2}}\noutputs: {log: day.jsonl}',
  );
  expect(settings.strategies).toMatchObject([
    { path: join(directory, 'idea.yaml'), params: {}, policies: {} },
    { path: join(directory, 'idea.yaml'), params: { lots: 2 }, policies: {} },
  ]);
  expect(settings.outputs.logPath).toBe(join(directory, 'day.jsonl'));
});

test('what users tune comes under the names of the engine, durations in milliseconds', () => {
  const settings = good(
    'engine: {quotesStale: 5s, exitReprice: 500ms}\nsimulator: {at: 2026-11-20T09:00}',
  );
  expect(settings.engine).toEqual({ quoteAgeMsMax: 5_000, repriceMs: 500 });
  expect(settings.simulator.startAtMs).toBe(Date.parse('2026-11-20T03:30:00Z'));
});

test('every mistake is told at once, with place, nearest word and what is allowed', () => {
  expect(bad('mode: papr\nacount: x\nsimulator:\n  speed: fast\n  sead: 3\n')).toBe(
    [
      'sauda.yaml:1:7: Wrong value of "mode"',
      '  found    "papr"',
      '  allowed  paper or live',
      '  nearest  paper',
      '  next     Write paper',
      'sauda.yaml:2:1: Unknown key',
      '  found    "acount"',
      '  allowed  mode, account, brokerId, brokers, platform, strategies, network, prices, simulator, engine, risk, protections, state, journal, daemon, api, logs, evidence, isolation, preflight, live, reload, calendar, outputs or alerts',
      '  nearest  account',
      '  next     Rename it to "account"',
      'sauda.yaml:4:10: Wrong value of "simulator.speed"',
      '  found    "fast"',
      '  allowed  max, or a number',
      'sauda.yaml:5:3: Unknown key in "simulator"',
      '  found    "sead"',
      '  allowed  at, speed, nightSpeed, seed, prices or underlyings',
      '  nearest  seed',
      '  next     Rename it to "seed"',
    ].join('\n'),
  );
});

test.each([
  ['number where a text belongs', 'account: 007', 'Put the value in quotes'],
  [
    'some hosts but not all',
    'platform: {hosts: {auth: "https://a.example.test"}}',
    'allowed  all of auth, orders, prices, ordersWebhook, webhook',
  ],
  [
    'plain http to another machine',
    'prices: {http: "http://quotes.example.test"}',
    'Not a usable address',
  ],
  ['a broker id with a wrong character', 'brokerId: a-b', '1 to 32 characters of a-z A-Z 0-9 _'],
  ['a further one, too', 'brokers: { second: a-b }', '1 to 32 characters of a-z A-Z 0-9 _'],
  ['a broker name with capitals', 'brokers: { Second: a }', '1 to 32 characters of a-z 0-9 _ -'],
  ['one broker under two names', 'brokers: { b: a, c: a }', 'an id of its own: "brokers.b" has'],
  ['the own broker again', 'brokerId: a\nbrokers: { b: a }', 'an id of its own: "brokerId" has'],
  [
    'a broker id that is too long',
    `brokerId: ${'a'.repeat(33)}`,
    '1 to 32 characters of a-z A-Z 0-9 _',
  ],
  ['two sources of prices', 'prices: {simulator: true, file: x}', 'Prices need one source'],
  ['a date that does not exist', 'simulator: {at: 2026-02-30T09:00}', 'Not a date and time'],
  ['a duration without a unit', 'engine: {quotesStale: 5}', 'Not a duration: "engine.quotesStale"'],
  ['polls without a pause', 'engine: {ordersPollWorking: 0s}', 'allowed  100ms to 1m'],
  ['orders that are never stale', 'engine: {ordersStale: 100h}', '"engine.ordersStale"'],
  ['a basket without time', 'risk: {basketWithin: 0s}', 'allowed  1s to 1h'],
  ['a notice without time', 'risk: {nakedNotice: 0s}', 'Duration out of range: "risk.nakedNotice"'],
  ['a cooldown of years', 'protections: {cooldown: 999999h}', 'allowed  0s to 24h'],
  ['a profile that does not ship', 'platform: {profile: openbrokr}', 'nearest  openbroker'],
  [
    'an unknown profile key',
    'platform: {profileOverrides: {session: {cookieNam: x}}}',
    'nearest  cookieName',
  ],
  [
    'a holiday that is no date',
    'calendar: {holidays: [{date: 2026-13-01, name: x}]}',
    'sauda.yaml:1:30: Not a date',
  ],
  ['a list', '- a', 'Wrong content'],
])('refuses %s', (_, text, part) => {
  expect(bad(text)).toContain(part);
});

test('a strategy file that is missing is named at its place, and keeps nothing else from being used', () => {
  const { strategies } = good('strategies: [nothing.yaml, {path: neither.ts}]');
  const told = strategies.map(({ missing }) => missing && formatProblem(missing).split('\n', 1)[0]);
  expect(told).toEqual(['sauda.yaml:1:14: No such file', 'sauda.yaml:1:35: No such file']);
});

test.each([
  ['a literal', 'password: canary-9'],
  ['a literal in capitals under a wrong key', 'password: {value: CANARY-9}'],
  ['a literal in the place of a variable name', 'password: {env: canary-9}'],
  ['a literal in a list', 'password: [canary-9]'],
])('a credential as %s is refused and not shown', (_, line) => {
  const told = bad(`platform:\n  credentials:\n    ${line}\n`);
  expect(told).toContain('sauda.yaml:3:');
  expect(told.toLowerCase()).not.toContain('canary');
});

test('a credential whose variable is not set says which one', () => {
  expect(bad(`platform:${HOSTS}${CREDENTIALS}`, { SAUDA_PHONE: '+910000000000' })).toBe(
    [
      'sauda.yaml:11:15: Environment variable "SAUDA_PASSWORD" is not set',
      '  next     export SAUDA_PASSWORD=…',
    ].join('\n'),
  );
});

test.each([
  ['9812345678', '10 characters, no + at the start'],
  ['+91 98123 45678', '15 characters, not all digits after the +, or too few or many'],
  ['+91', '3 characters, not all digits after the +, or too few or many'],
])('refuses the phone number %j, and says why without showing it', (SAUDA_PHONE, found) => {
  const text = `platform:${HOSTS}${CREDENTIALS}`;
  const told = bad(text, { SAUDA_PHONE, SAUDA_PASSWORD: 'x' });
  expect(told).toContain(
    'sauda.yaml:10:18: Not a phone number: "platform.credentials.phoneNumber"',
  );
  expect(told).toContain(`found    ${found}`);
  expect(told).toContain('allowed  + and 6 to 15 digits');
  expect(told).not.toContain(SAUDA_PHONE);
  const how = { workingDirectory: directory, file: null, shownFile: 'x' } as const;
  const load = (environment: Readonly<Record<string, string>>) =>
    settingsFromText(text, { ...how, environment, secrets: 'present' }).ok;
  expect([load({ SAUDA_PHONE }), load({}), load(ENVIRONMENT)]).toEqual([false, true, true]);
});

test.each([
  ['kind: telegramm', 'allowed  webhook, telegram, slack, email or command', 'nearest  telegram'],
  ['url: x', 'allowed  webhook, telegram, slack, email or command', '"alerts.channels.me.kind"'],
  ['kind: telegram, token: {env: T}, chat: me', 'found    "me"', 'the number of a chat'],
  [`${MAIL}, from: desk, to: [a@example.com]`, 'found    "desk"', 'an e-mail address'],
  [`${MAIL}, from: a@example.com, to: ['a@b c']`, 'found    "a@b c"', 'an e-mail address'],
  ['kind: command, command: ["run.sh\\n"]', 'found    "run.sh\\n"', 'No such program'],
])('the channel {%s} is refused in words of the file', (channel, ...told) => {
  const text = bad(`alerts: {channels: {me: {${channel}}}}`);
  for (const words of told) expect(text).toContain(words);
  expect(text).not.toMatch(/Invalid|discriminator/);
});

test.each(['a@example.com', 'The desk <a@example.com>'])('mail goes to %s', (address) => {
  const text = `alerts: {channels: {me: {${MAIL}, from: ${address}, to: [${address}]}}}`;
  expect(bad(text)).toBe('accepted');
});

test.each(['start/live;x', 'start/live%3Fx=', 'a%2Fb'])(
  'an address with /%s is refused',
  (path) => {
    const told = bad(`prices: {http: "https://quotes.example.test/${path}"}`);
    expect(told).toContain('Not a usable address');
  },
);

test('an address with a password in it is refused and not shown', () => {
  const told = bad('prices: {http: "https://me:canary@quotes.example.test"}');
  expect(told).toContain('Not a usable address');
  expect(told).not.toContain('canary');
});

test('live on the platform needs a broker, a login and real prices', () => {
  const told = bad(`mode: live\nprices: simulator\nplatform:${HOSTS}`);
  expect(told).toContain('"brokerId" is missing');
  expect(told).toContain('"platform.credentials.password" is missing');
  expect(told).toContain('Live orders cannot be priced by the simulator');
});

test('secrets can be left unread', () => {
  const result = settingsFromText(`platform:${HOSTS}${CREDENTIALS}`, {
    environment: {},
    workingDirectory: directory,
    file: null,
    shownFile: 'sauda.yaml',
    secrets: 'skipped',
  });
  expect(result).toMatchObject({ ok: true, value: { venue: { credentials: { password: null } } } });
});

test('a file that is not there gets the nearest name beside it', () => {
  writeFileSync(join(directory, 'mine.yaml'), '');
  const options = { environment: {}, workingDirectory: directory };
  expect(loadSettings('mine.yml', options)).toMatchObject({
    ok: false,
    error: [{ file: 'mine.yml', found: 'no such file', nearest: 'mine.yaml' }],
  });
  expect(loadSettings('mine.yaml', options).ok).toBe(true);
});

test('an empty configuration is what its schema says of it', () => {
  expect(DEFAULT_SETTINGS).toStrictEqual(settingsSchema.parse({}));
  expect(bad('[]')).toContain('sauda.yaml');
});
