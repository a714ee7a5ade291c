import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { parsedJson } from '../../src/base/json.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { shipped } from '../support/simulated-day.ts';
import { Desk } from './in-process.ts';

const desk = new Desk();
const JOURNAL = 'day.journal';

/** A SHA-256, hexadecimal. */
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

const RULES = `name: asked
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
legs:
  ce: { side: sell, type: CE, strike: ATM, target: 80% }
rules:
  - name: far
    when: { at: '15:03' }
    if: index > 90000
    then: [{ enter: [ce] }]
  - when: { at: '15:04' }
    then: [{ enter: [ce] }]
`;

/** Far between polls, so that an hour over HTTP takes a second. */
const ENGINE =
  'engine: {quotesPoll: 20s, quotesStale: 60s, ordersPollWorking: 20s, ordersPollIdle: 30s, ordersStale: 90s}';

const HOST = 'http://127.0.0.1:9';
/** What `sauda sim --json` prints. */
const SIMULATOR = {
  ...{ auth: HOST, orders: HOST, prices: HOST, ordersWebhook: HOST, webhook: HOST },
  credentials: { phoneNumber: '1', password: 'p', webhookToken: 'w', accessToken: 'a' },
  ...{ brokerId: 'b', clock: { startAtMs: 0, startedRealMs: 0, speed: 1 } },
};

/** The day to be asked about could not be run. */
class NoDayAsked extends Error {
  override readonly name = 'NoDayAsked';
}

afterAll(() => {
  desk.close();
});

beforeAll(async () => {
  desk.write('main.yaml', `account: main\n${ENGINE}\n`);
  desk.write('asked.yaml', RULES);
  const how = ['--speed', 'max', '--json', '--at', '2026-10-30T15:00', '--config', 'main.yaml'];
  const ran = await desk.sauda('run', '--journal', JOURNAL, ...how, 'asked.yaml');
  if (ran.code !== EXIT_CODES.ok) throw new NoDayAsked(ran.err + ran.out);
}, 60_000);

test('a recorded day says which condition was false, where, and by how much', async () => {
  const { code, out } = await desk.sauda('why-not', 'far', '--at', '15:03', '--journal', JOURNAL);
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toContain('rule "far" did nothing (asked.yaml:8:5)');
  expect(out).toMatch(
    /index > 90000 was false: index = [\d.]+ points, 90000 = 90000 points, [\d.]+ points too low; never met before \(asked\.yaml:10:9\)/,
  );
});

test('as JSON it has codes and paise', async () => {
  const asked = ['why-not', 'far', '--at', '15:03', '--journal', JOURNAL, '--json'];
  const { out } = await desk.sauda(...asked);
  expect(parsedJson(out)).toMatchObject({
    answers: [
      {
        runId: 'asked@2026-10-30/paper',
        code: 'condition-false',
        problem: null,
        params: { lots: 1 },
        configuration: { config: { limits: {}, policies: {} }, configHash: HASH },
        missed: [{ side: 'short', line: 10, comparison: { right: { value: 9_000_000 } } }],
      },
    ],
  });
});

test('a rule without a name goes by its number', async () => {
  const { out } = await desk.sauda('why-not', '2', '--at', '15:03', '--journal', JOURNAL);
  expect(out).toContain('Nothing set it off: it acts at 15:04; it had not been triggered before');
  expect(out).toContain('It had not acted before, next at 15:04:00');
});

test('a file that changed since is traced as it is now, and says so', async () => {
  desk.write('asked.yaml', RULES.replace('90000', '80000'));
  const { out } = await desk.sauda('why-not', 'far', '--at', '15:03', '--journal', JOURNAL);
  desk.write('asked.yaml', RULES);
  expect(out).toContain('The file has changed since, and decides the same');
  expect(out).toContain('index > 80000 was false');
});

test('a journal that a program writes can be asked, and is not disturbed', async () => {
  const path = join(desk.directory, JOURNAL);
  const held = openDayJournal({ path, account: 'main', mode: 'paper' });
  expect(held.ok).toBe(true);
  onTestFinished(() => {
    if (held.ok) held.value.journal.close();
  });
  const asked = await desk.sauda('why-not', 'far', '--at', '15:03', '--journal', JOURNAL);
  expect({ code: asked.code, err: asked.err }).toEqual({ code: EXIT_CODES.ok, err: '' });
  expect(asked.out).toContain('rule "far" did nothing');
  expect((await desk.sauda('why', 'ce', '--journal', JOURNAL)).code).toBe(EXIT_CODES.ok);
});

test('a file that is gone is named: code 3', async () => {
  rmSync(join(desk.directory, 'asked.yaml'));
  const { code, err } = await desk.sauda('why-not', 'far', '--at', '15:03', '--journal', JOURNAL);
  desk.write('asked.yaml', RULES);
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('asked@2026-10-30/paper: Its strategy cannot be loaded');
});

test('an unknown rule names those that there are: code 3', async () => {
  const { code, err } = await desk.sauda('why-not', 'fra', '--at', '15:03', '--journal', JOURNAL);
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('No rule, leg or condition "fra"');
  expect(err).toContain('nearest  far');
});

test.each([
  ['why-not', 'far', '--at', '15:03'],
  ['trace', 'list'],
])('%s without prices finds the journal of the account, of a simulator too', async (...asked) => {
  desk.write('sim.json', JSON.stringify(SIMULATOR));
  const state = join(desk.directory, '.sauda');
  mkdirSync(state, { recursive: true });
  copyFileSync(join(desk.directory, JOURNAL), join(state, 'main.paper.rehearsal.journal'));
  const of = [...asked, '--config', 'main.yaml'];
  const { code, out, err } = await desk.sauda(...of, '--sim', 'sim.json');
  expect({ code, err }).toEqual({ code: EXIT_CODES.ok, err: '' });
  expect(out).toBe((await desk.sauda(...asked, '--journal', JOURNAL)).out);
});

test('without a journal that can be found, both ways to ask are named: code 3', async () => {
  const { code, err } = await desk.sauda('why-not', 'far', '--at', '15:03');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('Without hosts in the configuration there is no journal to look for');
  expect(err).toContain('--sim FILE');
  expect(err).toContain('or ask about a backtest: --strategy FILE with --prices FILE');
});

test('prices beside a journal are refused: code 2', async () => {
  const asked = ['why-not', 'far', '--at', '15:03', '--generate', '7'];
  for (const of of [
    ['--journal', JOURNAL],
    ['--sim', 'sim.json'],
  ]) {
    const { code, err } = await desk.sauda(...asked, ...of);
    expect(code).toBe(EXIT_CODES.usage);
    expect(err).toContain('A journal holds its own prices');
  }
});

test('a strategy without prices is told to add some: code 2', async () => {
  const asked = ['why-not', 'far', '--at', '15:03', '--strategy', 'asked.yaml'];
  const { code, err } = await desk.sauda(...asked);
  expect(code).toBe(EXIT_CODES.usage);
  expect(err).toContain('next     Add --prices FILE, or --generate SEED with --date');
});

test.each(['list', 'show', 'export'])(
  'trace %s of a rule that no run has is refused',
  async (how) => {
    const { code, out, err } = await desk.sauda(
      'trace',
      how,
      '--rule',
      'nosuch',
      '--journal',
      JOURNAL,
    );
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('No rule, leg or condition "nosuch"');
  },
);

test('trace list counts, trace show has each step, trace export all of them', async () => {
  const list = await desk.sauda('trace', 'list', '--journal', JOURNAL);
  expect(list.out).toContain('rule far (line 8): 1 trigger, 0 taken, 0 commands');
  expect(list.out).toContain('rule 2 (line 12): 1 trigger, 1 taken, 1 command');
  const show = await desk.sauda('trace', 'show', '--rule', '2', '--journal', JOURNAL);
  expect(show.out).toMatch(/15:04:00 rule 2 place ce sell \d+ NIFTY/);
  expect(show.out).not.toContain('rule far');
  const exported = await desk.sauda('trace', 'export', '--journal', JOURNAL, '--out', 'trace.json');
  expect(exported.code).toBe(EXIT_CODES.ok);
  const text = readFileSync(join(desk.directory, 'trace.json'), 'utf8');
  const configuration = { configHash: HASH };
  expect(parsedJson(text)).toMatchObject({ runs: [{ sourceHash: HASH, configuration }] });
});

test('a day of a lost week says what refused its entry, with the days before it counted', async () => {
  const legs = 'legs: { ce: { side: buy, type: CE, strike: ATM } }';
  const rule = '{ name: in, when: { at: 09:20 }, then: [{ enter: all }] }';
  const limit = 'protections: { weekLoss: 100 rupees }';
  const head = 'name: week\nschemaVersion: 1\nunderlying: NIFTY\nexit: 15:10\n';
  desk.write('week.yaml', `${head}${legs}\n${limit}\nrules: [${rule}]\n`);
  const asked = ['why-not', 'in', '--at', '09:20', '--strategy', 'week.yaml', '--generate', '7'];
  const monday = await desk.sauda(...asked, '--date', '2026-06-01');
  expect(monday.out).toContain('rule "in" acted');
  const tuesday = await desk.sauda(...asked, '--date', '2026-06-02', '--json');
  expect(parsedJson(tuesday.out)).toMatchObject({
    answers: [
      {
        date: '2026-06-02',
        code: 'refused',
        detail: expect.stringContaining("week's loss") as string,
      },
    ],
  });
});

test('of a time that is not recorded nothing is known', async () => {
  const carried = RULES.replace(
    "exit: '15:10'",
    "exit: '15:10'\ncarry: 1 day\nproduct: carry-forward",
  );
  desk.write('carried.yaml', carried);
  const how = ['--speed', 'max', '--json', '--at', '2026-10-30T15:20', '--config', 'main.yaml'];
  await desk.sauda('run', '--journal', 'carried.journal', ...how, 'carried.yaml');
  const asked = ['why-not', 'far', '--journal', 'carried.journal', '--at'];
  const { out } = await desk.sauda(...asked, '23:00');
  expect(out).toMatch(/Nothing is known of that time: the record of the day ends at 15:\d\d:\d\d/);
  expect(out).not.toContain('all day');
  const during = await desk.sauda(...asked, '15:25');
  expect(during.out).toContain('Nothing set it off: it acts at 15:03');
});

test('a backtested day answers the same way', async () => {
  const prices = ['--generate', '7', '--date', '2026-06-02', '--strategy', 'asked.yaml'];
  const { code, out } = await desk.sauda('why-not', 'far', '--at', '15:03', ...prices);
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toContain('Its condition was false at 15:03:00');
});

test('--with replays the day with another parameter, and lists what would have been different', async () => {
  const asked = ['why-not', '2', '--at', '15:04', '--with', 'lots=3', '--journal', JOURNAL];
  const { code, out } = await desk.sauda(...asked);
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toContain('With lots=3: 1 decision different');
  expect(out).toMatch(/resized {2}15:04:00 {2}place ce sell \d+ NIFTY/);
  const json = await desk.sauda(...asked, '--json');
  expect(parsedJson(json.out)).toMatchObject({
    answers: [
      { code: 'acted', whatIf: { changes: [{ kind: 'resized' }], answer: { code: 'acted' } } },
    ],
  });
});

test('--with a time at which the run would have ended answers for that', async () => {
  const prices = ['--generate', '7', '--date', '2026-06-02', '--strategy', 'asked.yaml'];
  const asked = ['why-not', '2', '--at', '15:04', '--with', 'exit=15:02'];
  const { out } = await desk.sauda(...asked, ...prices);
  expect(out).toMatch(/removed {2}15:04:00 {2}place ce sell/);
  expect(out).toContain('Its run had ended at 15:02:00');
});

test('--with a parameter that the file does not take: code 3', async () => {
  const asked = ['why-not', '2', '--at', '15:04', '--with', 'stp=3', '--journal', JOURNAL];
  const { code } = await desk.sauda(...asked);
  expect(code).toBe(EXIT_CODES.configuration);
});

test('a leg says how it stood, and what would have closed it', async () => {
  const { code, out } = await desk.sauda('why-not', 'ce', '--at', '15:06', '--journal', JOURNAL);
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toContain('leg "ce" did nothing (asked.yaml:6:3)');
  expect(out).toMatch(/It was open, and nothing that closes it was reached:/);
  expect(out).toMatch(
    /price\(ce\) <= [\d.]+ points was false: price\(ce\) = [\d.]+ points, [\d.]+ points too high/,
  );
});

test('a condition of TypeScript is asked about by its name, and so is a leg that it ordered', async () => {
  copyFileSync(shipped('opening-range-breakout.ts'), join(desk.directory, 'breakout.ts'));
  const prices = ['--strategy', 'breakout.ts', '--generate', '7', '--date', '2026-06-02'];
  const asked = await desk.sauda('why-not', 'breaks-out', '--at', '09:36', ...prices);
  expect(asked.code).toBe(EXIT_CODES.ok);
  expect(asked.out).toMatch(
    /condition "breaks-out" let nothing pass \(breakout\.ts:\d+:\d+\)\n.*checked last at 09:35:00\n.*close = 22841\.05, high = 22854\.95/,
  );
  const leg = await desk.sauda('why-not', 'call', '--at', '09:39', ...prices);
  expect(leg.out).toContain('It had not acted before, next at 09:40:00');
});
