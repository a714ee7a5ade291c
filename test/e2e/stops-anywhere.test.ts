import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { HangingLine } from './hanging-line.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const LINGERS = fileURLToPath(new URL('lingers.js', import.meta.url));
const DATE = '2026-10-30';
const STOP_MS_MAX = 10_000;

interface Line {
  readonly orders: string;
  readonly prices: string;
}

function startDaemon(rehearsal: Rehearsal, ...more: readonly string[]): SaudaProcess {
  const daemon = ['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test'];
  return rehearsal.start([...daemon, ...more]);
}

function lineOf(rehearsal: Rehearsal): Line {
  return JSON.parse(readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8')) as Line;
}

/** How long it takes to end after a signal, real milliseconds. */
async function msToEnd(daemon: SaudaProcess, signal: NodeJS.Signals): Promise<number> {
  const askedMs = performance.now();
  daemon.signal(signal);
  await daemon.ended();
  return performance.now() - askedMs;
}

test('SIGHUP while strategies are tried that never return ends it in order', async () => {
  const lingers = `{path: ${LINGERS}}`;
  await using rehearsal = new Rehearsal({ strategies: [lingers, lingers] });
  await openRecorded(rehearsal, { at: `${DATE}T09:30`, speed: 1 });
  const daemon = startDaemon(rehearsal);
  await daemon.until('one is tried', () => daemon.err.includes('it lingers'));
  expect(await msToEnd(daemon, 'SIGHUP')).toBeLessThan(STOP_MS_MAX);
  expect(daemon.err).not.toContain('did not end in time');
});

test('SIGTERM as it checks a day before the open, with a host that hangs, ends it', async () => {
  await using rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}}`] });
  await openRecorded(rehearsal, { at: `${DATE}T08:20`, speed: 1 });
  const line = lineOf(rehearsal);
  const prices = await HangingLine.open(line.prices);
  await using hanging = prices.line;
  hanging.hang();
  rehearsal.meet(JSON.stringify({ ...line, prices: prices.address }));
  const daemon = startDaemon(rehearsal);
  await daemon.until('a check hangs', () => hanging.swallowed > 0);
  expect(await msToEnd(daemon, 'SIGTERM')).toBeLessThan(STOP_MS_MAX);
});

test('SIGTERM while a module does not load ends both', async () => {
  await using rehearsal = new Rehearsal({ strategies: ['{path: never.js}'] });
  const never = 'await new Promise((resolve) => setTimeout(resolve, 1e6))';
  rehearsal.write('never.js', `console.error('it loads');\n${never};\n`);
  await openRecorded(rehearsal, { at: `${DATE}T09:30`, speed: 1 });
  const daemon = startDaemon(rehearsal);
  await daemon.until('it loads', () => daemon.err.includes('it loads'));
  expect(await msToEnd(daemon, 'SIGTERM')).toBeLessThan(STOP_MS_MAX);
  expect(daemon.err).not.toContain('did not end in time');
});

test('SIGTERM as it recovers ends it, and a second signal ends at once what a first one waits for', async () => {
  const trips = `{path: ${ROUND_TRIPS}, params: {from: '10:01', to: '15:10'}}`;
  await using rehearsal = new Rehearsal({ strategies: [trips] });
  const platform = await openRecorded(rehearsal, { at: `${DATE}T10:00`, speed: 150 });
  const line = lineOf(rehearsal);
  const orders = await HangingLine.open(line.orders);
  await using polls = orders.line;
  rehearsal.meet(JSON.stringify({ ...line, orders: orders.address }));
  const first = startDaemon(rehearsal);
  await first.until('it has traded', () => platform.orders().length >= 2);
  await first.killNine();

  const log = join(rehearsal.directory, 'commands.jsonl');
  const recovering = startDaemon(rehearsal, '--log', log);
  // The log is made just before the journal is read.
  await recovering.until(
    'it recovers',
    () => statSync(log, { throwIfNoEntry: false }) !== undefined,
  );
  expect(await msToEnd(recovering, 'SIGTERM')).toBeLessThan(STOP_MS_MAX);

  const forced = startDaemon(rehearsal);
  await forced.until('it trades', () => forced.out.includes('"state":"trading"'));
  polls.hang();
  await forced.until('a poll hangs', () => polls.swallowed > 0);
  forced.signal('SIGTERM');
  await forced.until('it ends in order', () => forced.err.includes('ending in order'));
  expect(await msToEnd(forced, 'SIGHUP')).toBeLessThan(2_000);
  expect(forced.err).toContain('SIGHUP again: ending now');
});
