import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openJournal } from '../../../adapters/journal/sqlite-journal.ts';
import { instantAt } from '../../../model/ist.ts';
import { type DrillDayBasis, planDrillDay } from '../drill-day-plan.ts';
import { type DrillDayResult, runDrillDay } from '../drill-day.ts';
import { drillProfile } from '../drill-world.ts';
import { EVERY_FAULT } from '../fault-switch.ts';
import { openDayJournal } from '../../open-day-journal.ts';
import { canaryStrategy } from './canary-strategy.ts';
import { sendsAfterItsDay } from './late-kernel.ts';
import { withMiscount } from './miscount.ts';

/** Each is a fault that a self-check of the runtime must find; it says what is wrong when the check is dead. */
type Canary = (basis: DrillDayBasis) => Promise<string | null> | string | null;

const CANARIES: readonly Canary[] = [
  async (basis) => {
    const { violations } = await withMiscount(() => canaryDay(basis));
    const isSeen = violations.some(({ detail }) => detail.startsWith('The comparator halts'));
    return isSeen ? null : 'The comparator does not see fills that are booked twice';
  },
  async (basis) => {
    const { runs, intents, violations } = await canaryDay(basis);
    const refusals = runs.reduce((sum, run) => sum + run.refusals, 0);
    if (violations.length > 0) return `A quiet day breaks: ${violations[0]?.detail ?? ''}`;
    return intents === 2 && refusals === 1
      ? null
      : `An order that is far too large is not refused: ${String(intents)} orders, ${String(refusals)} refusals`;
  },
  () => (sendsAfterItsDay() ? 'The kernel sends after its trading day is over' : null),
  () => whyNotKept(),
  () => whyNotMissed(),
];

/** Shows every self-check of the runtime a fault that it must find; what they overlook, one line each. Takes a tenth of a second. */
export async function deadSelfChecks(basis: DrillDayBasis): Promise<readonly string[]> {
  const quiet: DrillDayBasis = { ...basis, mode: 'live', drillMode: 'safety', faults: [] };
  const dead: string[] = [];
  for (const canary of CANARIES) {
    const what = await canary(quiet);
    if (what !== null) dead.push(what);
  }
  return dead;
}

/** A quarter of an hour of one short. */
function canaryDay(basis: DrillDayBasis): Promise<DrillDayResult> {
  const plan = planDrillDay('canary', basis);
  const { date } = plan.day;
  return runDrillDay({
    plan: {
      ...plan,
      startMs: instantAt(date, '09:14'),
      endMs: instantAt(date, '09:22'),
      priceStepMs: 60_000,
      market: { rules: {}, liveliness: 1 },
    },
    knowledge: basis.knowledge,
    profile: drillProfile(),
    strategies: [canaryStrategy],
    choice: EVERY_FAULT,
    script: [],
  });
}

/** A journal on a real disk: it opens only where its log is synced before an append returns. */
function whyNotKept(): string | null {
  return onDisk((path) => {
    const opened = openJournal({ path, account: 'canary', mode: 'paper' });
    if (!opened.ok) return `A journal cannot be opened: ${opened.error.detail}`;
    opened.value.close();
    return null;
  });
}

/** A journal as a kill leaves it, with the end of its log cut off: a restart must find that a block is missing. */
function whyNotMissed(): string | null {
  return onDisk((path) => {
    const place = { path, account: 'canary', mode: 'paper' } as const;
    const opened = openDayJournal(place);
    if (!opened.ok) return 'A journal cannot be opened';
    const { journal } = opened.value;
    for (const atMs of [1, 2]) journal.append([{ kind: 'event', atMs, event: atMs }]);
    const [database, log] = [path, `${path}-wal`].map((file) => readFileSync(file));
    journal.close();
    writeFileSync(path, database ?? '');
    writeFileSync(`${path}-wal`, log?.subarray(0, -1) ?? '');
    const again = openDayJournal(place);
    if (!again.ok) return 'A journal whose log was cut cannot be opened';
    again.value.journal.close();
    return again.value.lost === null ? 'A restart does not miss a block that was cut off' : null;
  });
}

function onDisk<Value>(work: (path: string) => Value): Value {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-canary-'));
  try {
    return work(join(directory, 'canary.journal'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
