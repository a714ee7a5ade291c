import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { jsonFromApi, postToApi } from '../../src/daemon/api/ask-api.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { type StandaloneSimulator } from '../../src/venues/serve-simulator.ts';
import { sentTo, servedPlatform, simulatorLine } from '../support/served-account.ts';
import { Desk, type EndedHere } from './in-process.ts';

const DATE = '2026-10-30';
const TRIPS = join(import.meta.dirname, 'round-trips.js');
const AT = ['--sim', 'sim.json'] as const;

let desk: Desk;
let platform: StandaloneSimulator;
beforeEach(async () => {
  desk = new Desk();
  platform = await servedPlatform(DATE, '13:20', 60);
  desk.write('sim.json', simulatorLine(platform));
  configure('full');
});
afterEach(async () => {
  await platform.close();
  desk.close();
});

function configure(goal: string): void {
  desk.write(
    'sauda.yaml',
    [
      'mode: live',
      'account: main',
      'logs: {directory: logs}',
      'engine: {quotesPoll: 2s, quotesStale: 60s, pricesStale: 2m, ordersPollWorking: 2s, ordersStale: 90s}',
      `strategies: [{path: '${TRIPS}', policies: {stage: ${goal}}}]`,
    ].join('\n'),
  );
}

interface Shown {
  readonly code: number;
  readonly strategies: readonly { readonly run: string; readonly stage: string }[];
}

async function stages(...args: readonly string[]): Promise<Shown> {
  const { code, out, err } = await desk.sauda('stage', ...args, ...AT, '--json');
  expect(err).toBe('');
  return { ...(JSON.parse(out) as Shown), code };
}

function stage(...args: readonly string[]): Promise<EndedHere> {
  return desk.sauda('stage', ...args, ...AT);
}

describe('sauda stage', () => {
  test('lists what is missing, raises by the typed word alone and never above the goal, and lowers', async () => {
    expect(await stages()).toMatchObject({
      code: EXIT_CODES.ok,
      strategies: [{ run: 'round-trips', stage: 'shadow', goal: 'full', neededDays: 3 }],
    });
    const why = ['--reason', 'ran for months elsewhere'] as const;
    const refused = [
      await stage('round-trips', 'one-lot', ...why),
      await stage('round-trips', 'one-lot', '--without-promotion', ...why),
      await stage('round-trips', 'one-lot', '--without-promotion', '--account', 'Main', ...why),
      await stage('round-trips', 'one-lot', '--without-promotion', '--account', 'main'),
      await stage('round-trips', 'half', ...why),
      await stage('other', 'one-lot', ...why),
      await stage('round-trips', 'shadow', ...why),
    ];
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => EXIT_CODES.usage));
    expect(refused[0]?.err).toContain('--without-promotion, with a reason');
    expect((await stages()).strategies[0]?.stage).toBe('shadow');
    const typed = ['--without-promotion', '--account', 'main', ...why] as const;
    expect((await stages('round-trips', 'one-lot', ...typed)).strategies).toMatchObject([
      { stage: 'one-lot', changed: { from: 'shadow', to: 'one-lot', reason: why[1] } },
    ]);
    configure('one-lot');
    expect((await stage('round-trips', 'full', ...typed)).code).toBe(EXIT_CODES.usage);
    const lower = await stages('round-trips', 'shadow', '--reason', 'fills look odd');
    expect(lower.strategies[0]?.stage).toBe('shadow');
  });
});

test('a shadow run on a clock that goes by itself fills on paper, and sends nothing over its sockets', async () => {
  const done = new AbortController();
  const day = desk.until(done.signal, () => undefined, [
    'run',
    ...AT,
    '--plain',
    '--begin-anew',
    'a test',
  ]);
  const seen = await statusWhere(({ shadow }) => (shadow?.positions.length ?? 0) > 0);
  expect(seen.shadow?.runs).toMatchObject([{ state: 'running', stage: 'shadow' }]);
  expect(seen.runs).toEqual([]);
  await changesByApi();
  await readsItsLog();
  await listsShadow('program');
  done.abort();
  await day;
  await listsShadow('journal');
  expect(sentTo(platform)).toBe(0);
});

/** What shadow runs have is listed apart from the account's own, by a program and after its end. */
async function listsShadow(source: 'program' | 'journal'): Promise<void> {
  const listed = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
    JSON.parse((await desk.sauda(name, ...AT, '--json')).out) as Readonly<Record<string, unknown>>;
  const of = { runId: `round-trips@${DATE}/paper`, stage: 'shadow' };
  const lists = ['runs', 'positions', 'orders'];
  for (const name of lists) {
    const { [name]: own, shadow } = await listed(name);
    expect(own).toEqual([]);
    expect(shadow).toEqual(expect.arrayContaining([expect.objectContaining(of)]));
    if (name !== 'orders') expect((await listed(name))['source']).toBe(source);
  }
}

/** The API of the running program raises by the typed word alone, as the command line does, and the run stays where it began. */
async function changesByApi(): Promise<void> {
  const journalPath = join(desk.directory, '.sauda', 'main.live.rehearsal.journal');
  const asked = { account: 'main', run: 'round-trips', stage: 'one-lot', reason: 'as agreed' };
  const path = '/v1/stage';
  const refused = await postToApi(journalPath, { id: 'without-1', path, body: asked });
  expect(refused).toEqual({ kind: 'refused' });
  const body = { ...asked, withoutPromotion: true };
  expect(await postToApi(journalPath, { id: 'with-one-1', path, body })).toMatchObject({
    kind: 'done',
    answer: { strategies: [{ run: 'round-trips', stage: 'one-lot', changed: { by: 'api' } }] },
  });
  expect(await jsonFromApi(journalPath, '/v1/stages')).toMatchObject({
    strategies: [{ stage: 'one-lot' }],
  });
  expect((await stages()).strategies).toMatchObject([{ stage: 'one-lot' }]);
  const { shadow } = await statusWhere(() => true);
  expect(shadow?.runs).toMatchObject([{ stage: 'shadow' }]);
}

/** What another configuration says of where the log is does not matter: the program has it. */
async function readsItsLog(): Promise<void> {
  desk.write('other.yaml', 'mode: live\naccount: main\nlogs: {directory: elsewhere}\n');
  const asked = ['logs', '--config', 'other.yaml', ...AT] as const;
  const shown = await desk.sauda(...asked, '--json');
  expect(shown).toMatchObject({ code: EXIT_CODES.ok, err: '' });
  const lines = shown.out.trim().split('\n');
  const kinds = lines.map((line) => (JSON.parse(line) as { readonly kind: string }).kind);
  expect(kinds).toEqual(expect.arrayContaining(['standing', 'day', 'notice']));
  const last = await desk.sauda(...asked, '--lines', '2', '--json');
  expect(last.out.trim().split('\n')).toHaveLength(2);
  expect(shown.out).not.toContain(platform.credentials.password);
}

/** The first status of the running program that is as wanted. */
async function statusWhere(isWanted: (status: DayStatus) => boolean): Promise<DayStatus> {
  for (;;) {
    // Asking waits for nothing while there is no journal: the day has to get its turn.
    await turn();
    const { out } = await desk.sauda('status', ...AT, '--json');
    const status = out === '' ? null : (JSON.parse(out) as DayStatus);
    if (status !== null && isWanted(status)) return status;
  }
}
