import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import {
  StageLedger,
  stageLedgerPathOf,
  type StageRecord,
} from '../../src/daemon/stages/stage-ledger.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { daemonDays } from '../support/daemon-days.ts';
import { loadAll, shipped, simulatedDay, valueOf } from '../support/simulated-day.ts';

const STRADDLE = shipped('short-straddle.yaml');
const CONDOR = shipped('iron-condor.yaml');
const ELEVEN_MS = Date.parse('2026-10-30T05:30:00Z');

const FRIDAY = '2026-10-30';
let state: string;
let journalPath: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'sauda-shadow-left-'));
  journalPath = join(state, 'account.journal');
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

/** A live day of a straddle in shadow and a condor without a stage, that was not put away. */
async function traded(): Promise<void> {
  await simulatedDay({
    ...{ mode: 'live', at: `${FRIDAY}T09:14`, pollEvery: '1m', journalPath },
    ...{ strategies: [STRADDLE, CONDOR], stages: ['full', null] },
  });
  rmSync(stageLedgerPathOf(journalPath));
  rmSync(`${journalPath}.closed`, { force: true });
}

/** Leaves the live or the shadow runs what they have when they break at eleven and the others go on. */
function cut(mode: 'live' | 'paper'): void {
  const name = mode === 'live' ? 'account.journal' : 'account.journal.shadow';
  const of = { path: join(state, name), account: 'default', mode };
  const whole = valueOf(openDayJournal(of)).journal;
  const entries = [...whole.entriesOf(FRIDAY)];
  whole.close();
  rmSync(of.path, { recursive: true });
  const left = valueOf(openDayJournal(of)).journal;
  left.append(entries.filter(({ atMs }) => atMs < ELEVEN_MS));
  left.close();
}

/** What the ledger has once a daemon that starts on the Saturday waits for the Monday. */
async function putAway(goalOfCondor: 'full' | null = null): Promise<readonly StageRecord[]> {
  const stop = new AbortController();
  await daemonDays({
    ...{ stateDirectory: state, at: '2026-10-31T06:00', journalPath, signal: stop.signal },
    load: async () => {
      const [straddle, condor] = await loadAll([STRADDLE, CONDOR]);
      if (straddle === undefined || condor === undefined) throw new TypeError('Both were loaded');
      const goals = [
        { ...straddle, goal: 'full' },
        { ...condor, goal: goalOfCondor },
      ] as const;
      return { strategies: goals, keptSources: [] };
    },
    onStanding: (of) => {
      if (of.state === 'waiting') stop.abort();
    },
  });
  return new StageLedger(stageLedgerPathOf(journalPath)).read().records;
}

it('a shadow day that stopped at eleven is not clean once it is put away late', async () => {
  await traded();
  cut('paper');
  expect(await putAway()).toMatchObject([
    { kind: 'day', stage: 'shadow', date: FRIDAY, why: 'its program ended before the close' },
  ]);
});

it('a whole shadow day is clean though it is put away late', async () => {
  await traded();
  expect(await putAway()).toMatchObject([
    { kind: 'day', stage: 'shadow', date: FRIDAY, why: null },
  ]);
});

it('live runs that stopped at eleven have no clean day beside whole shadow runs', async () => {
  await traded();
  cut('live');
  expect(await putAway('full')).toMatchObject([
    { stage: 'full', why: 'its program ended before the close' },
    { stage: 'shadow', why: null },
  ]);
});
