import { existsSync } from 'node:fs';

import { lockProcess } from '../../adapters/journal/process-lock.ts';
import { systemClock } from '../../adapters/system/machine-time.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { ok, type Result } from '../../base/result.ts';
import { refuseJournal } from '../../day/journal/open-day-journal.ts';
import { viewOfJournal } from '../../day/journal/replay-journal.ts';
import { DEFAULT_ENGINE_LIMITS } from '../../engine/engine-limits.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { istDate } from '../../model/time/ist.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { answered } from '../../venues/connect-reader.ts';
import { openDayVenue } from '../../venues/day-venue.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { ControlDirectory } from '../control/control-directory.ts';
import { carriedUnits } from './carried-units.ts';
import { openPanicRecord } from './panic-record.ts';
import { type PanicPlan } from './plan-panic.ts';
import { AccountSquareOff } from './square-off-account.ts';

/** What is to be closed, and who hears of it. */
export interface PanicOptions {
  /** Of a live account on a platform. */
  readonly settings: Settings;
  readonly journalPath: string;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An account whose program does not run, logged in, this process's alone. */
export interface OpenPanic {
  /** What would be sent; null where the platform does not show its orders. */
  readonly plan: PanicPlan | null;
  /** Custom positions that the journal knows to be open, by the platform's identifier. */
  readonly positionIds: readonly string[];
  /** Why the journal is not gone by; null where it is. */
  readonly journalProblem: string | null;
  /** Sends it. Returns what is left; null where that is not known. */
  readonly carryOut: (reason: string) => Promise<PanicPlan | null>;
  readonly close: () => Promise<void>;
}

/**
 * Takes the account's lock, so that no program starts meanwhile, logs in, and looks what is open. Sends nothing yet.
 *
 * @throws {ConfigurationError} when market tables or the profile cannot be used
 */
export async function openPanic(options: PanicOptions): Promise<Result<OpenPanic, RunRefusal>> {
  const { settings, journalPath } = options;
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const journal = journalOf(journalPath, knowledge);
  const lock = lockProcess(journalPath, processId());
  // A directory that cannot be written must not keep anything open.
  if (!lock.ok && lock.error.kind === 'in-use') return refuseJournal(journalPath, lock.error);
  const opened = await openOn(options, knowledge, journal);
  const release = (): void => {
    if (lock.ok) lock.value.release();
  };
  if (opened.ok) return ok({ ...opened.value, close: () => opened.value.close().finally(release) });
  release();
  return opened;
}

async function openOn(
  options: PanicOptions,
  knowledge: MarketKnowledge,
  { view, problem: journalProblem }: JournalFound,
): Promise<Result<OpenPanic, RunRefusal>> {
  const { settings, journalPath, tell, signal } = options;
  const opened = await openDayVenue(settings, knowledge);
  if (!opened.ok) return opened;
  const venue = opened.value;
  const login = answered(await venue.connection.session.login(), 'Cannot log in');
  if (!login.ok) {
    await venue.close();
    return login;
  }
  const nowMs = venue.time.clock.nowMs();
  const today = istDate(nowMs);
  const days = { today, previousTradingDay: knowledge.calendar.previousTradingDay(today) };
  const { carried, leftOut } = view === null ? NOTHING : carriedUnits(view, days);
  const record = openPanicRecord(journalPath, nowMs);
  const buffers = { ...DEFAULT_ENGINE_LIMITS, ...settings.engine };
  const squareOff = new AccountSquareOff({ venue, carried, record, buffers, tell, signal });
  const withLeft = (plan: PanicPlan | null): PanicPlan | null =>
    plan === null ? null : { ...plan, leftOut: [...leftOut, ...plan.leftOut] };
  const positionIds = view === null ? [] : openPositions(view);
  return ok({
    plan: withLeft(await squareOff.plan()),
    positionIds,
    journalProblem,
    carryOut: async (reason) => {
      leaveHalt(journalPath, reason, tell);
      await squareOff.squareOffPositions(positionIds);
      const left = withLeft(await squareOff.carryOut());
      const trouble = record.trouble();
      tell(trouble === null ? `Recorded in ${record.path}` : `Not all is recorded: ${trouble}`);
      return left;
    },
    close: async () => {
      record.close();
      await venue.close();
    },
  });
}

const NOTHING = { carried: [], leftOut: [] };

interface JournalFound {
  readonly view: EngineView | null;
  readonly problem: string | null;
}

/** A journal that is lost or damaged is not gone by: what it misses, an exit of too many units would open. */
function journalOf(journalPath: string, knowledge: MarketKnowledge): JournalFound {
  if (!existsSync(journalPath)) return { view: null, problem: 'there is none' };
  const read = viewOfJournal({ journalPath, knowledge });
  if (!read.ok) {
    const why = read.error.problems.map(({ message }) => message).join('; ');
    return { view: null, problem: why };
  }
  const { view, lost } = read.value;
  return lost === null ? { view, problem: null } : { view: null, problem: lost.detail };
}

function openPositions({ customPositions }: EngineView): readonly string[] {
  return customPositions.flatMap(({ state, positionId }) =>
    positionId !== null && (state === 'started' || state === 'squaring-off') ? [positionId] : [],
  );
}

/** The next program must take no new risk before someone has looked. */
function leaveHalt(journalPath: string, reason: string, tell: PanicOptions['tell']): void {
  const id = `${String(systemClock.nowMs()).padStart(15, '0')}-panic`;
  try {
    new ControlDirectory(journalPath).leave(id, { action: 'halt', state: 'halted', reason });
  } catch {
    tell('A halt for the next start could not be left: give "sauda halt" before it');
  }
}
