import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { openDayJournal } from '../../../day/journal/open-day-journal.ts';
import { EXIT_CODES } from '../exit-codes.ts';

const HOSTS = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
const PLATFORM = `brokerId: b
platform:
  hosts: {${HOSTS.map((name) => `${name}: 'PLATFORM_ADDRESS'`).join(', ')}}
  credentials: {phoneNumber: {file: secret}, password: {file: secret}}
`;
const SPOILT = `simulator: {at: '2026-10-30T10:00'}
strategies: 7
calender: {}
engine: {quotesPol: 1s}
logs: {directory: 7}
`;

/** Commands that close what an account has. */
const CLOSING = [
  ['flatten', '--reason', 'x'],
  ['panic', '--yes'],
];
/** Refuses every login. */
let logins = 0;
const platform = createServer((_, response) => {
  logins += 1;
  response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  platform.close();
});

/** An account of it, which was traded before. */
function traded(mode: 'live' | 'paper', config: string): Desk {
  return written(`account: a\nmode: ${mode}\n${config}`, { account: 'a', mode });
}

/** A configuration beside the journal of an account. */
function written(
  config: string,
  { account, mode }: { readonly account: string; readonly mode: 'live' | 'paper' },
): Desk {
  const desk = new Desk();
  chmodSync(desk.write('secret', '+919876543210'), 0o600);
  const { port } = platform.address() as AddressInfo;
  const text = config.replaceAll('PLATFORM_ADDRESS', `http://127.0.0.1:${String(port)}`);
  const state = /^\s*state:/m.test(text) ? '' : 'state: {directory: .}\n';
  desk.write('sauda.yaml', `${state}${text}`);
  const path = `${desk.directory}/${account}.${mode}.journal`;
  const opened = openDayJournal({ path, account, mode });
  if (opened.ok) opened.value.journal.close();
  return desk;
}

test.each([
  ['live', ['flatten', '--reason', 'x'], `${PLATFORM}prices: {htp: 1}\n${SPOILT}`],
  ['live', ['panic', '--yes'], `${PLATFORM}prices: {htp: 1}\n${SPOILT}`],
  ['paper', ['flatten', '--reason', 'x'], `${PLATFORM}prices: simulator\n${SPOILT}`],
  ['paper', ['panic', '--yes'], `${PLATFORM}prices: simulator\n${SPOILT}`],
] as const)(
  '%s: %j goes to the platform past what it has no use for',
  async (mode, args, config) => {
    const desk = traded(mode, config);
    logins = 0;
    const { err } = await desk.sauda(...args);
    desk.close();
    expect(err).toContain('cannot be used as a whole');
    expect(err).not.toContain('nothing was');
    expect(logins).toBe(1);
  },
);

const NOT_YAML = `strategies:
  - short-straddle.yaml
   policies: {stage: one-lot}
protections: {day: "5%}
engine: {quotesPoll: 1s
simulator: {at: '2026-10-30T10:00'}
`;

test.each([['flatten', '--reason', 'x'], ['panic', '--yes'], ['orders']])(
  '%s goes to the platform past sections that are not YAML',
  async (...args) => {
    const desk = traded('live', `${NOT_YAML}${PLATFORM}`);
    logins = 0;
    const { err } = await desk.sauda(...args);
    desk.close();
    expect(err).toMatch(/cannot be used as a whole.* account "a" \(live\)/);
    expect(err).toMatch(/sauda.yaml:5:\d+: Cannot read YAML/);
    expect(logins).toBe(1);
  },
);

test('status reaches the account past sections that are not YAML', async () => {
  const desk = traded('paper', NOT_YAML);
  const { out, err } = await desk.sauda('status');
  desk.close();
  expect(err).toContain('cannot be used as a whole');
  expect(out).toContain(`${desk.directory}/a.paper.journal`);
});

const LOST = 'does not lead to the account: nothing was done';
test.each([
  ['its account', 'account: "a\nmode: live\n', LOST],
  ['its mode', 'account: a\nmode: [live\n', LOST],
  ['its mode, twice', 'account: a\nmode: paper\nmode: live\n', LOST],
  ['its account, which is indented', 'brokerId: b\n  account: a\nmode: live\n', LOST],
  ['the colon of its account', 'account a\nmode: live\n', LOST],
  ['something, and its mode is not named', 'account: a\nlogs: {directory: "x\n', LOST],
  ['an indented file', '  account: a\n  mode: live\n  logs: {directory: "x\n', LOST],
  ['one of two documents', 'account: b\nmode: live\n---\naccount: a\nmode: live\n', LOST],
  [
    'its platform',
    'account: a\nmode: live\nplatform: {x\n',
    'lead to the platform: nothing was sent',
  ],
  ['its broker', 'account: a\nmode: live\nbrokerI "b\n', 'lead to the platform: nothing was sent'],
])('nothing is sent where what is not YAML is %s', async (_, words, refused) => {
  const isPlatform = words.includes('platform');
  const config = isPlatform ? words : `${words}${PLATFORM.replace('brokerId: b\n', '')}`;
  const desk = written(`state: {directory: .}\n${config}`, { account: 'a', mode: 'live' });
  logins = 0;
  for (const args of CLOSING) {
    const { code, err } = await desk.sauda(...args);
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toMatch(/Cannot read YAML|The same key twice/);
    expect(err).toContain(refused);
  }
  desk.close();
  expect(logins).toBe(0);
});

test.each([
  ['a paper book has no prices', `${PLATFORM}prices: {htp: 1}\n`, '"prices"'],
  ['a host is misspelt', PLATFORM.replace('auth:', 'aut:'), '"aut"'],
  ['the platform is', PLATFORM.replace('platform:', 'platfrom:'), '"platfrom"'],
  ['a secret is gone', PLATFORM.replace('{file: secret}', '{file: gone}'), 'gone'],
])('nothing is sent, and all that is wrong is named, where %s', async (_, config, named) => {
  const desk = traded('paper', config);
  for (const args of CLOSING) {
    const { code, err } = await desk.sauda(...args);
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toContain(named);
    expect(err).toContain('does not lead to the platform: nothing was sent');
  }
  desk.close();
});

test.each([
  ['acc: real\nmode: live\n', 'live'],
  ['id: real\nmode: live\n', 'live'],
  ['real: {account: real}\nmode: live\n', 'live'],
  ['account: default\ntrading: live\n', 'paper'],
] as const)(
  'nothing goes to an account that is not named, where a word may have been meant to: %j',
  async (words, mode) => {
    const config = `${words}${PLATFORM}prices: simulator\n`;
    const desk = written(config, { account: 'default', mode });
    logins = 0;
    for (const args of CLOSING) {
      const { code, err } = await desk.sauda(...args);
      expect(code).toBe(EXIT_CODES.configuration);
      expect(err).toContain('does not lead to the account: nothing was done');
    }
    desk.close();
    expect(logins).toBe(0);
  },
);

test('a section that is misspelt beside them is no reason to leave positions of the usual account open', async () => {
  const config = `mode: live\nstrategis: []\nsimulator: {at: '2026-10-30T10:00'}\n${PLATFORM}`;
  const desk = written(config, { account: 'default', mode: 'live' });
  logins = 0;
  await desk.sauda('flatten', '--reason', 'x');
  desk.close();
  expect(logins).toBe(1);
});
