import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { map, merge, withLatestFrom } from 'rxjs';

import { openJournal } from '../adapters/journal/sqlite-journal.ts';
import { openDayJournal } from '../day/journal/open-day-journal.ts';
import { type Effect } from '../engine/effect.ts';
import { PositionLedger } from '../engine/positions/position-ledger.ts';
import { VirtualClock } from '../kernel/clocks.ts';
import { Kernel } from '../kernel/kernel.ts';
import { type Venue } from '../kernel/venue.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { createHost } from '../loading/planned-run.ts';
import { instantAt } from '../model/time/ist.ts';
import { place, squareOff } from '../strategy/commands.ts';
import { ownStrategy } from '../strategy/define-strategy.ts';
import { buy, sell } from '../strategy/leg-order.ts';
import { type DrillDayBasis, planDrillDay } from './drill-day-plan.ts';
import { type DrillDayResult, runDrillDay } from './drill-day.ts';
import { EVERY_FAULT } from './faults/fault-switch.ts';
import { drillProfile } from './world/drill-world.ts';

type Canary = (basis: DrillDayBasis) => Promise<string | null> | string | null;

const CANARIES: readonly Canary[] = [
  async (basis) => {
    const { violations } = await withMiscount(() => canaryDay(basis));
    const isSeen = violations.some(({ invariant }) => invariant === 'I25');
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

/** More lots than the gate lets through in one order, and few enough slices for every other limit. */
const ABSURD_LOTS = 1_001;

/** Holds one short for a few minutes, and asks for one order that is far too large. */
export const canaryStrategy: LoadedStrategy = {
  path: 'canary',
  sourceHash: 'canary',
  params: {},
  strategy: ownStrategy({
    name: 'canary',
    run: ({ at, chain }) => {
      const atm = chain('NIFTY', { quotedStrikes: 1 }).pipe(map((options) => options.atm));
      return merge(
        at('09:17').pipe(
          withLatestFrom(atm),
          map(([, { ce }]) => place(sell(ce, { leg: 'short', lots: 1 }))),
        ),
        at('09:18').pipe(
          withLatestFrom(atm),
          map(([, { pe }]) => place(buy(pe, { leg: 'absurd', lots: ABSURD_LOTS }))),
        ),
        at('09:20').pipe(map(() => squareOff('enough'))),
      );
    },
  }),
};

const DAY_ENDS_MS = 1_000_000;
const CANCEL: Effect = {
  kind: 'attempt',
  attempt: { attemptId: 'a0', kind: 'cancel', orderIds: ['1'] },
};

/** Whether a kernel sends what its engine asks for a moment after the trading day is over. */
export function sendsAfterItsDay(): boolean {
  let isSent = false;
  const venue: Venue = {
    name: 'canary',
    attempt: () => {
      isSent = true;
      const cause = { reason: 'timeout', status: null, detail: '' } as const;
      return { kind: 'cancel', outcome: { kind: 'unknown', cause } };
    },
    poll: ({ subject }) => {
      const cause = { reason: 'timeout', status: null, detail: subject } as const;
      return { subject: 'quotes', outcome: { kind: 'unknown', cause } };
    },
  };
  const kernel = new Kernel({
    host: createHost(() => undefined),
    engine: { step: ({ kind }) => (kind === 'time-passed' ? [CANCEL] : []) },
    venue,
    journal: null,
    clock: new VirtualClock(DAY_ENDS_MS + 1),
    requests: 'at-once',
    dayEndsMs: DAY_ENDS_MS,
    onNotice: () => undefined,
  });
  kernel.tick();
  kernel.stop();
  return isSent;
}

/** Has every ledger book twice what was filled, for as long as something takes. */
export async function withMiscount<Value>(work: () => Promise<Value>): Promise<Value> {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back below, and called on its own object
  const { apply } = PositionLedger.prototype;
  PositionLedger.prototype.apply = function twice(event, about) {
    apply.call(this, event, about);
    apply.call(this, event, about);
  };
  try {
    return await work();
  } finally {
    PositionLedger.prototype.apply = apply;
  }
}
