/**
 * A daemon over many days: `npm run soak -- daemon [--days 30] [--seed TEXT] [--mode live|paper] [--speed 600]
 * [--night-speed 10000] [--no-kills] [--no-faults] [--from YYYY-MM-DD] [--isolation process] [--keep] [--node ARG]`. Prints progress on stderr and
 * one line of JSON on stdout; ends with 1 at a broken invariant, a missed day, or memory that grows by more than 1 MiB a day.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { instantAt } from '../../../src/model/time/ist.ts';
import { type Mode } from '../../../src/model/runs/run.ts';
import { buildProgram } from '../../support/build.ts';
import { slopeOf } from './resident-memory.ts';
import { soakDays } from './soak-days.ts';
import { type SoakReport } from './soak-report.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Six weeks with a Saturday session, a Muhurat evening, and the holidays of October and November. */
const FROM = '2026-10-12';
const SATURDAYS = ['2026-10-24', '2026-11-07'].map((date) => ({
  ...{ date, name: 'Saturday session', kind: 'full', sessions: [{ from: '09:15', to: '12:30' }] },
}));
const MUHURAT = {
  date: '2026-11-08',
  name: 'Muhurat trading',
  kind: 'muhurat',
  sessions: [{ from: '18:00', to: '19:00' }],
};
const CALENDAR = { specialSessions: [...SATURDAYS, MUHURAT] };
const TRIPS = `{path: ${join(ROOT, 'test/e2e/round-trips.js')}, params: {strikePaise: null, from: '09:20', to: '18:50', everyMs: 600000, heldMs: 300000}, policies: {absentEntries: resend-once}}`;
/** What a process has loaded and compiled by then is all that it ever needs. */
const WARM_DAYS = 4;
const SLOPE_MIB_MAX = 1;

/** Runs the soak that the arguments ask for; the exit code. */
export async function soakDaemon(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      mode: { type: 'string', default: 'live' },
      speed: { type: 'string', default: '600' },
      'night-speed': { type: 'string', default: '10000' },
      from: { type: 'string', default: FROM },
      'no-kills': { type: 'boolean', default: false },
      'no-faults': { type: 'boolean', default: false },
      isolation: { type: 'string' },
      keep: { type: 'boolean', default: false },
      node: { type: 'string', multiple: true, default: [] },
    },
  });
  const above = mkdtempSync(join(tmpdir(), 'sauda-soak-built-'));
  try {
    const built = join(above, 'package');
    symlinkSync(join(ROOT, 'node_modules'), join(above, 'node_modules'));
    await buildProgram(built);
    const report = await soakDays({
      main: join(built, 'src/apps/cli/main.js'),
      seed: values.seed,
      mode: values.mode as Mode,
      days: Number(values.days),
      startAtMs: instantAt(values.from, '07:30'),
      speed: Number(values.speed),
      nightSpeed: Number(values['night-speed']),
      calendar: CALENDAR,
      strategies: [TRIPS, join(ROOT, 'strategies/short-straddle.yaml')],
      withKills: !values['no-kills'],
      withFaults: !values['no-faults'],
      isolation: values.isolation as 'none' | 'process' | undefined,
      nodeArgs: values.node,
      keepsFiles: values.keep,
      say,
    });
    return tell(report, args);
  } finally {
    rmSync(above, { recursive: true, force: true, maxRetries: 5 });
  }
}

function tell(report: SoakReport, args: readonly string[]): number {
  const slopes = slopesOf(report);
  process.stdout.write(`${JSON.stringify({ ...report, slopes })}\n`);
  const { violations, days, daysTraded, realMinutes } = report;
  for (const { invariant, what } of violations) say(`broken ${invariant}: ${what}`);
  const grows = slopes.some(({ mibADay }) => mibADay > SLOPE_MIB_MAX);
  const of = `${String(daysTraded)} of ${String(days.length)} days`;
  say(`${of} in ${realMinutes.toFixed(1)} min, ${String(violations.length)} violations`);
  for (const { days: over, mibADay } of slopes) {
    say(`memory over ${String(over)} days without a kill: ${mibADay.toFixed(2)} MiB a day`);
  }
  if (violations.length === 0 && !grows) return 0;
  say(`repeat: npm run soak -- daemon ${args.join(' ')}`);
  return 1;
}

/** Slopes of lives that are long enough for one. */
function slopesOf({
  resident,
}: SoakReport): readonly { readonly days: number; readonly mibADay: number }[] {
  const lives = Map.groupBy(resident, ({ pid }) => pid);
  return [...lives.values()].flatMap((life) => {
    const warm = life.slice(WARM_DAYS).map(({ mib }) => mib);
    return warm.length < 2 * WARM_DAYS ? [] : [{ days: warm.length, mibADay: slopeOf(warm) }];
  });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
