import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { isWorking } from '../../src/model/orders/order-machine.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { openRecorded } from './recorded-platform.ts';
import { heldUnits, Rehearsal, workingOrders } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

const HELD_LEGS = fileURLToPath(new URL('held-legs.js', import.meta.url));
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
  const looked = await panic('--dry-run');
  expect(looked).toMatchObject({ code: EXIT_CODES['not-flat'] });
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

test('a program that answers is halted first, flattens, and is watched until nothing is open', async () => {
  const held = heldUnits(await rehearsal.orders());
  const looked = await panic();
  expect(looked).toMatchObject({ code: EXIT_CODES['not-flat'] });
  expect(looked.out).toMatch(/would halt the account and have the program PID \d+ flatten/);
  for (const symbol of Object.keys(held)) expect(looked.out).toContain(symbol);
  const before = await rehearsal.operate('status', '--json');
  expect(JSON.parse(before.out)).toMatchObject({ halt: { state: 'active' } });
  const closed = await panic('--yes', '--reason', 'enough');
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.out).toBe('Nothing works and nothing is open\n');
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(orders.filter(({ tag }) => tag.startsWith('panic'))).toEqual([]);
  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({ halt: { state: 'halted', reason: 'enough' } });
});

test('a program that hangs stays as it is while the platform hangs too, and is ended before anything is sent', async () => {
  day.signal('SIGSTOP');
  rehearsal.platform?.signal('SIGSTOP');
  const out = await panic('--yes');
  expect(out).toMatchObject({ code: EXIT_CODES['platform-unavailable'] });
  expect(day.hasEnded).toBe(false);
  rehearsal.platform?.signal('SIGCONT');
  const looked = await panic('--dry-run');
  expect(looked.out).toMatch(/would kill the program PID \d+, which does not answer/);
  expect(day.hasEnded).toBe(false);
  const closed = await panic('--yes', '--reason', 'it hangs');
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.err).toContain(`Ending the program (kill -9 ${String(day.pid)})`);
  expect(day.hasEnded).toBe(true);
  expect(heldUnits(await rehearsal.orders())).toEqual({});
});

test('a login that a program trades with another journal is left to it, and that program is named', async () => {
  const other = join(rehearsal.directory, 'other');
  const config = `mode: live\naccount: rehearsal\nstate: {directory: ${other}}\n`;
  rehearsal.write('other.yaml', `${config}strategies: [{path: ${ROUND_TRIPS}}]\n`);
  const refused = await panic('--config', 'other.yaml', '--yes', '--reason', 'enough');
  expect(refused).toMatchObject({ code: EXIT_CODES.halted, out: '' });
  expect(refused.err).toContain(
    `process ${String(day.pid)}, with the journal ${rehearsal.journal}`,
  );
  expect(refused.err).toContain(`sauda halt --journal ${rehearsal.journal} --reason`);
  // It would buy more while the two commands start.
  day.signal('SIGSTOP');
  const held = heldUnits(await rehearsal.orders());
  const looked = await panic('--config', 'other.yaml', '--dry-run');
  day.signal('SIGCONT');
  expect(looked).toMatchObject({ code: EXIT_CODES['not-flat'] });
  expect(looked.out).toContain(`process ${String(day.pid)}, with the journal ${rehearsal.journal}`);
  for (const [symbol, units] of Object.entries(held)) {
    expect(looked.out).toContain(`would sell ${String(units)} ${symbol}`);
  }
  const orders = await rehearsal.orders();
  expect(orders.filter(({ tag }) => tag.startsWith('panic'))).toEqual([]);
  expect(day.hasEnded).toBe(false);
  await day.killNine();
  expect(await panic('--config', 'other.yaml', '--yes')).toMatchObject({ code: 0 });
  expect(heldUnits(await rehearsal.orders())).toEqual({});
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

test('two at once close a straddle with its stops once: each stop is cancelled once, and nothing is doubled', async () => {
  await using straddle = new Rehearsal({
    strategies: [
      `{path: ${HELD_LEGS}, params: {legs: [ce, pe], heldMs: 18000000, isProtected: true}}`,
    ],
  });
  let first: SaudaProcess | null = null;
  let isStopped = false;
  // In the middle of its work, whatever the machine's speed: its first request that changes something is on its way.
  const stopFirst = ({ path }: { readonly path: string }): void => {
    if (first === null || isStopped || path !== '/cancel') return;
    isStopped = true;
    first.signal('SIGSTOP');
  };
  await openRecorded(straddle, { at: '2026-10-30T10:00', speed: 60, onRequest: stopFirst });
  const run = straddle.startDay();
  const stops = async (): Promise<readonly Order[]> =>
    (await straddle.orders()).filter((of) => of.terms.kind === 'stop' && isWorking(of));
  await run.until('it holds both legs', () => run.err.split('Completed').length > 2);
  while ((await stops()).length < 2);
  await run.killNine();
  const command = ['panic', '--sim', 'sim.json', '--yes', '--reason', 'twice'];
  first = straddle.start(command);
  await first.until('it cancels a stop', () => isStopped);
  const second = await straddle.run(...command);
  first.signal('SIGCONT');
  expect(second.code).toBe(EXIT_CODES.halted);
  expect(second.err).toMatch(/Another (panic|process) .*nothing was sent/);
  expect(await first.ended()).toMatchObject({ code: 0 });
  const orders = await straddle.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(workingOrders(orders)).toEqual([]);
  const control = `${straddle.journal}.control`;
  const cancelled = readdirSync(control)
    .filter((name) => /^panic-.*jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(control, name), 'utf8').split('\n'))
    .flatMap((line) => /"orderIds":\[(.*?)\]/.exec(line)?.[1]?.split(',') ?? []);
  expect(cancelled).toHaveLength(2);
  expect(new Set(cancelled).size).toBe(2);
  expect(orders.filter(({ tag }) => tag.startsWith('panic'))).toHaveLength(2);
});

test('a paper account has its own book flattened, with its program dead, and nothing reaches the platform', async () => {
  await using paper = new Rehearsal({
    mode: 'paper',
    strategies: [`{path: ${HELD_LEGS}, params: {heldMs: 18000000}}`],
  });
  await paper.open({ at: '2026-10-30T10:00', speed: 60 });
  const run = paper.startDay();
  await run.until('it holds something', () => run.err.includes('Completed'));
  // A request is durable with all that came before it.
  await paper.operate('pause', '--reason', 'it stays as it is');
  await run.killNine();
  const looked = await paper.run('panic', '--sim', 'sim.json', '--dry-run', '--json');
  expect(looked).toMatchObject({ code: EXIT_CODES['not-flat'] });
  expect(JSON.parse(looked.out)).toMatchObject({ sent: false, exits: [{ netUnits: -65 }] });
  const closed = await paper.run('panic', '--sim', 'sim.json', '--yes', '--reason', 'enough');
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.err).toContain('A paper account: nothing of it is at the platform');
  const again = await paper.run('panic', '--sim', 'sim.json', '--dry-run', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ exits: [], cancels: [] });
  expect(again).toMatchObject({ code: 0 });
  expect(await paper.orders()).toEqual([]);
});
