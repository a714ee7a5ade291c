import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { type ExplainedDay } from '../../src/day/why/explain-day.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));

let rehearsal: Rehearsal;
let day: SaudaProcess;

beforeEach(async () => {
  const params = "{from: '10:00', everyMs: 240000, heldMs: 1800000}";
  rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  day = rehearsal.startDay();
});
afterEach(async () => {
  await rehearsal.close();
});

const filled = (): boolean => day.err.includes('Completed');

async function json<Shown>(...args: readonly string[]): Promise<Shown> {
  const { out } = await rehearsal.operate(...args, '--json');
  return JSON.parse(out) as Shown;
}

/** Asks the API; how long it took, real milliseconds, and what it answered. */
function get(path: string): Promise<{ readonly tookMs: number; readonly text: string }> {
  const control = `${rehearsal.journal}.control`;
  const token = readFileSync(join(control, 'api.token'), 'utf8');
  const headers = { authorization: `Bearer ${token}` };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const options = { socketPath: join(control, 'api.sock'), path, headers, agent: false };
    request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve({ tookMs: performance.now() - startMs, text });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Legs without their last prices, which move on. */
function legsIn(listed: object | undefined): readonly object[] {
  const { positions } = listed as { readonly positions: readonly object[] };
  return positions.map((of) => ({ ...of, lastPaise: null }));
}

test('says why of an order while it trades, and answers others meanwhile', async () => {
  await day.until('it holds something', filled);
  const asked = get('/v1/why');
  const others = [await get('/v1/status'), await get('/v1/why')];
  expect(others.map(({ text }) => (JSON.parse(text) as { code?: string }).code)).toEqual([
    undefined,
    'why-busy',
  ]);
  const told = JSON.parse((await asked).text) as ExplainedDay;
  expect(told).toMatchObject({ date: '2026-10-30' });
  const { runs } = told;
  const [run] = runs;
  expect(run).toMatchObject({ problem: null, strategy: 'round-trips' });
  const { leg = '', cause = null } = run?.orders[0] ?? {};
  expect(cause).toMatchObject({ by: 'command', decision: { place: { file: ROUND_TRIPS } } });
  const one = await get(`/v1/why?of=${encodeURIComponent(`round-trips/${leg}`)}`);
  expect(JSON.parse(one.text)).toMatchObject({ runs: [], orders: [{ leg }] });
  const before = await get(`/v1/why-not?of=${leg}&at=09:59`);
  expect(JSON.parse(before.text)).toMatchObject({ answers: [{ code: 'not-started' }] });
  const none = await get('/v1/why?of=--config');
  expect(JSON.parse(none.text)).toMatchObject({
    code: 'why-refused',
    status: 422,
    detail:
      'No order and no run of 2026-10-30 is named so; found --config; a tag, an order id, RUN/LEG, LEG or a run',
  });
}, 60_000);

test('answers within 100 ms while the platform hangs, and halts', async () => {
  await day.until('it holds something', filled);
  rehearsal.platform?.signal('SIGSTOP');
  const asked: ReturnType<typeof get>[] = [];
  for (let count = 0; count < 40; count += 1) {
    // At a fixed pace, whether earlier answers have come or not: what stands still for a moment holds up all that fall into it.
    asked.push(get('/v1/status'));
    await delay(50);
  }
  const tookMs = (await Promise.all(asked)).map((answer) => answer.tookMs);
  // Nine of ten: a machine that is busy with other tests holds up some.
  expect(tookMs.toSorted((one, other) => one - other)[35]).toBeLessThan(100);
  const halted = await rehearsal.operate('halt', '--reason', 'the platform hangs');
  expect(halted).toMatchObject({ code: 0 });
  const { text } = await get('/v1/status');
  expect(JSON.parse(text)).toMatchObject({ halt: { state: 'halted', by: 'operator' } });
  rehearsal.platform?.signal('SIGCONT');
});

test('shows the same as files do, and no secret of the account', async () => {
  await day.until('it holds something', filled);
  const { credentials } = JSON.parse(
    readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8'),
  ) as { readonly credentials: Readonly<Record<string, string>> };
  await rehearsal.operate('flatten', '--reason', 'to stand still');
  await day.until('it is flat', () => day.err.includes('Squared off'));
  const lists = async (): Promise<readonly object[]> => [
    await json<object>('runs'),
    await json<object>('positions'),
    (await json<DayStatus>('status')).positions,
  ];
  const byApi = await lists();
  expect(byApi[0]).toMatchObject({ source: 'program', runs: [{ state: 'running' }] });
  const orders = await rehearsal.run('orders', '--sim', 'sim.json', '--json');
  expect(orders.err).toContain('As the running program saw them');
  expect((JSON.parse(orders.out) as { readonly orders: readonly object[] }).orders).toEqual(
    await rehearsal.orders(),
  );
  const events = await rehearsal.operate('events', '--json');
  const kinds = events.out.split('\n').flatMap((line) => /"kind":"(\w+)"/.exec(line)?.[1] ?? []);
  const all = ['seen', 'decided', 'sent', 'learned', 'notice'];
  expect(all.filter((kind) => !kinds.includes(kind))).toEqual([]);
  const texts = [events.out, (await get('/openapi.json')).text, (await get('/v1/account')).text];
  for (const path of ['status', 'orders', 'positions', 'notices', 'runs']) {
    texts.push((await get(`/v1/${path}`)).text);
  }
  const token = readFileSync(join(`${rehearsal.journal}.control`, 'api.token'), 'utf8');
  for (const secret of [...Object.values(credentials), token]) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  }
  day.signal('SIGTERM');
  await day.ended();
  const byJournal = await lists();
  expect(byJournal[1]).toMatchObject({ source: 'journal' });
  expect(legsIn(byJournal[1])).toEqual(legsIn(byApi[1]));
  expect(byJournal[2]).toEqual(byApi[2]);
  expect(await rehearsal.operate('events')).toMatchObject({
    code: EXIT_CODES['platform-unavailable'],
  });
});
