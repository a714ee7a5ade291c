import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type DayStatus } from '../../src/day/day-status.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { DESK_LIMITS, mixedDesk } from '../bench/mixed-desk.ts';
import { tradeUntil } from '../bench/traded-platform.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const DATE = '2026-10-30';
const STRATEGIES = 6;
const [FROM_MS, UNTIL_MS] = [instantAt(DATE, '09:14:00'), instantAt(DATE, '09:32:00')];
const STOP_MS_MAX = 10_000;
const FORCED_MS_MAX = 2_000;
/** As of some thousand events: it has only begun to be followed when the signal comes. */
const JOURNAL_BYTES_MIN = 100_000;
const JOURNAL = 'default.live.rehearsal.journal';

test('SIGTERM as it recovers a long journal ends it in time, a second signal at once, and the next start knows it all', async () => {
  await using rehearsal = new Rehearsal({ strategies: [] });
  const { directory } = rehearsal;
  const config = writeDesk(directory);
  const journalPath = join(directory, 'state', JOURNAL);
  const times = { fromMs: FROM_MS, untilMs: UNTIL_MS };
  const platform = await tradeUntil({ directory, config, journalPath, ...times });
  try {
    rehearsal.meet(platform.line);
    expect(statSync(journalPath).size).toBeGreaterThan(JOURNAL_BYTES_MIN);
    const held = heldUnits(await rehearsal.orders());
    expect(Object.keys(held).length).toBeGreaterThan(2);
    const placed: string[] = [];
    platform.onRequest((request) => {
      if (request.includes('POST /place')) placed.push(request);
    });

    const stopped = await recovering(rehearsal, 'stopped.jsonl');
    expect(await msToEnd(stopped, ['SIGTERM'])).toBeLessThan(STOP_MS_MAX);
    expect(stopped.err).toContain('ending in order');
    const forced = await recovering(rehearsal, 'forced.jsonl');
    expect(await msToEnd(forced, ['SIGTERM', 'SIGINT'])).toBeLessThan(FORCED_MS_MAX);
    expect(forced.err).toContain('again: ending now');
    expect(placed).toEqual([]);

    const daemon = start(rehearsal);
    await daemon.until('it trades', () => daemon.out.includes('"state":"trading"'));
    const { out } = await rehearsal.run('positions', '--journal', journalPath, '--json');
    expect(unitsIn(JSON.parse(out) as Pick<DayStatus, 'positions'>)).toEqual(held);
    expect(await msToEnd(daemon, ['SIGTERM'])).toBeLessThan(STOP_MS_MAX);
  } finally {
    await platform.close();
  }
}, 240_000);

/** Strategies that keep the account busy until the afternoon; returns the configuration. */
function writeDesk(directory: string): string {
  const desk = mixedDesk(directory, STRATEGIES, { entry: '09:17', exit: '15:20' });
  const config = [
    'mode: live',
    `state: {directory: ${join(directory, 'state')}}`,
    'engine: {ordersPollIdle: 1s}',
    DESK_LIMITS,
    `strategies: ${JSON.stringify(desk)}`,
  ].join('\n');
  writeFileSync(join(directory, 'sauda.yaml'), config);
  return config;
}

function start(rehearsal: Rehearsal, ...more: readonly string[]): SaudaProcess {
  return rehearsal.start(['daemon', '--sim', 'sim.json', '--json', ...more]);
}

/** A daemon that has begun to follow its journal: its command log is made just before. */
async function recovering(rehearsal: Rehearsal, log: string): Promise<SaudaProcess> {
  const daemon = start(rehearsal, '--log', log);
  const path = join(rehearsal.directory, log);
  const isMade = (): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
  await daemon.until('it recovers', isMade);
  return daemon;
}

/** How long it takes to end after signals, real milliseconds. */
async function msToEnd(daemon: SaudaProcess, signals: readonly NodeJS.Signals[]): Promise<number> {
  const askedMs = performance.now();
  for (const signal of signals) daemon.signal(signal);
  await daemon.ended();
  return performance.now() - askedMs;
}

/** Units by symbol in the books; what is flat is left out. */
function unitsIn({ positions }: Pick<DayStatus, 'positions'>): Readonly<Record<string, number>> {
  const net = new Map<string, number>();
  for (const { symbol, netUnits } of positions) {
    net.set(symbol, (net.get(symbol) ?? 0) + netUnits);
  }
  return Object.fromEntries([...net].filter(([, units]) => units !== 0));
}
