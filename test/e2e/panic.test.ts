import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { heldUnits, Rehearsal, workingOrders } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));

let rehearsal: Rehearsal;
let day: SaudaProcess;

beforeEach(async () => {
  const params = "{from: '10:00', everyMs: 240000, heldMs: 18000000}";
  rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 60 });
  day = rehearsal.startDay();
  await day.until('it holds something', () => day.err.includes('Completed'));
});
afterEach(async () => {
  await rehearsal.close();
});

const panic = (...args: readonly string[]): Promise<Ended> =>
  rehearsal.run('panic', '--sim', 'sim.json', ...args);

test('with its program dead and its journal lost, an account is closed from the platform alone', async () => {
  await day.killNine();
  const state = dirname(rehearsal.journal);
  for (const name of readdirSync(state)) {
    if (/\.journal(-wal|-shm)?$/.test(name)) rmSync(join(state, name));
  }
  const held = heldUnits(await rehearsal.orders());
  expect(Object.keys(held)).not.toEqual([]);
  const looked = await panic();
  expect(looked).toMatchObject({ code: 0 });
  for (const [symbol, units] of Object.entries(held)) {
    expect(looked.out).toContain(`would sell ${String(units)} ${symbol}`);
  }
  expect(looked.out).toContain('Nothing was sent. To send it: sauda panic --yes --sim sim.json');
  expect(heldUnits(await rehearsal.orders())).toEqual(held);
  const closed = await panic('--yes', '--reason', 'the machine is failing');
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.out).toContain('Nothing works and nothing is open');
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(workingOrders(orders)).toEqual([]);
  const control = `${rehearsal.journal}.control`;
  const [record = ''] = readdirSync(control).filter((name) => name.startsWith('panic-'));
  const sent = readFileSync(join(control, record), 'utf8');
  for (const symbol of Object.keys(held)) expect(sent).toContain(symbol);
  const again = await panic('--yes');
  expect(again).toMatchObject({ code: 0 });
  expect((await rehearsal.orders()).length).toBe(orders.length);
});

test('with its program running it is asked to flatten, and nothing else is sent', async () => {
  const refused = await panic();
  expect(refused).toMatchObject({ code: EXIT_CODES.configuration });
  expect(refused.err).toContain('sauda panic --yes --sim sim.json');
  expect(await panic('--yes', '--reason', 'enough')).toMatchObject({ code: 0 });
  await day.until('it is flat', () => day.err.includes('Squared off'));
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(orders.filter(({ tag }) => tag.startsWith('panic'))).toEqual([]);
});

test('with its program dead and its journal whole, the next start is halted and takes up what was closed', async () => {
  await day.killNine();
  expect(await panic('--yes', '--reason', 'it died')).toMatchObject({ code: 0 });
  expect(heldUnits(await rehearsal.orders())).toEqual({});
  day = rehearsal.startDay();
  await day.until('it says that it is halted', () => /halted/i.test(day.err));
  expect(heldUnits(await rehearsal.orders())).toEqual({});
  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({ halt: { state: 'halted', reason: 'it died' } });
});
