import { existsSync } from 'node:fs';

import { systemClock } from '../../adapters/system/machine-time.ts';
import { ok, type Result } from '../../base/result.ts';
import { DEFAULT_ENGINE_LIMITS } from '../../engine/engine-limits.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type Order } from '../../model/orders/order.ts';
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
import { otherOwnerOf } from '../control/journal-owner.ts';
import { type JournalSource, viewOfAccount } from '../control/journal-status.ts';
import { type LoginHolder } from '../lock-account.ts';
import { carriedUnits } from './carried-units.ts';
import { loginInUse, PanicLock } from './panic-lock.ts';
import { earlierExits, openPanicRecord } from './panic-record.ts';
import { type PanicPlan, planPanic } from './plan-panic.ts';
import { AccountSquareOff } from './square-off-account.ts';

/** What is to be closed, and who hears of it. */
export interface PanicOptions {
  /** Of a live account on a platform. */
  readonly settings: Settings;
  readonly journalPath: string;
  /** Whether a program has the account, which must have ended before anything is sent. @default false */
  readonly isHeld?: boolean;
  /** Whether nothing will be sent: then a process that has the login with another journal is only named. @default false */
  readonly isLookOnly?: boolean;
  /** Where this user's processes lock logins. @default none is locked */
  readonly accountsDirectory?: string;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An account that is logged in, and this process's alone once it sends. */
export interface OpenPanic {
  /** What would be sent; null where the platform does not show its orders. */
  readonly plan: PanicPlan | null;
  /** Custom positions that the journal knows to be open, by the platform's identifier. */
  readonly positionIds: readonly string[];
  /** Why the journal is not gone by; null where it is. */
  readonly journalProblem: string | null;
  /** The process that has the login with another journal, where it was only to be looked: nothing can be sent beside it. */
  readonly loginHolder: LoginHolder | null;
  /** Sends it. Returns what is left, null where that is not known; refused, with nothing sent, where a program has the account. */
  readonly carryOut: (reason: string) => Promise<Result<PanicPlan | null, RunRefusal>>;
  readonly close: () => Promise<void>;
}

/**
 * Takes the account's lock, so that no program starts meanwhile, logs in, and looks what is open. Where a program has the
 * account the lock is taken before the first request that changes something. Refused, before it logs in, where another
 * process has the login with another journal. Sends nothing yet.
 *
 * @throws {ConfigurationError} when market tables or the profile cannot be used
 */
export async function openPanic(options: PanicOptions): Promise<Result<OpenPanic, RunRefusal>> {
  const { settings, journalPath, isHeld = false, accountsDirectory = null } = options;
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const journal = journalOf({ settings, journalPath, knowledge }, isHeld);
  const lock = new PanicLock({ settings, journalPath, accountsDirectory });
  const loginHolder = lock.otherHolder();
  if (loginHolder !== null && options.isLookOnly !== true) return loginInUse(loginHolder);
  const taken = isHeld || loginHolder !== null ? ok(null) : lock.take();
  if (!taken.ok) return taken;
  const opened = await openOn(options, { knowledge, journal, lock, loginHolder });
  if (!opened.ok) lock.release();
  return opened;
}

interface Found {
  readonly knowledge: MarketKnowledge;
  readonly journal: JournalFound;
  readonly lock: PanicLock;
  readonly loginHolder: LoginHolder | null;
}

async function openOn(
  options: PanicOptions,
  { knowledge, journal: { view, problem: journalProblem }, lock, loginHolder }: Found,
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
  const { carried, leftOut } = carriedInto(view, knowledge, { nowMs, settings });
  const record = openPanicRecord(journalPath, nowMs);
  const buffers = { ...DEFAULT_ENGINE_LIMITS, ...settings.engine };
  const earlier = (): ReturnType<typeof earlierExits> => earlierExits(journalPath);
  const squareOff = new AccountSquareOff({
    ...{ venue, carried, record, earlier, buffers, tell, signal },
  });
  const withLeft = (plan: PanicPlan | null): PanicPlan | null =>
    plan === null ? null : { ...plan, leftOut: [...leftOut, ...plan.leftOut] };
  const positionIds = view === null ? [] : openPositions(view);
  return ok({
    plan: withLeft(await squareOff.plan()),
    positionIds,
    journalProblem,
    loginHolder,
    carryOut: async (reason) => {
      const taken = lock.take();
      if (!taken.ok) return taken;
      leaveHalt(journalPath, reason, tell);
      await squareOff.squareOffPositions(positionIds);
      const left = withLeft(await squareOff.carryOut());
      const trouble = record.trouble();
      tell(trouble === null ? `Recorded in ${record.path}` : `Not all is recorded: ${trouble}`);
      return ok(left);
    },
    close: async () => {
      record.close();
      await venue.close().finally(() => {
        lock.release();
      });
    },
  });
}

/**
 * What would be closed of an account whose program runs, by the platform's orders as that has polled them: without a login,
 * which might end the program's own.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function planOfPolled(
  { settings, journalPath }: Pick<PanicOptions, 'settings' | 'journalPath'>,
  { orders, asOfMs }: { readonly orders: readonly Order[]; readonly asOfMs: number },
): PanicPlan {
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const { view, problem } = journalOf({ settings, journalPath, knowledge }, true);
  const { carried, leftOut } = carriedInto(view, knowledge, { nowMs: asOfMs, settings });
  const plan = planPanic(orders, carried);
  return { ...plan, leftOut: [...unknownBy(problem), ...leftOut, ...plan.leftOut] };
}

/**
 * The same by the books of a journal alone: what there is of a paper account.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function planOfBooks({
  settings,
  journalPath,
}: Pick<PanicOptions, 'settings' | 'journalPath'>): PanicPlan {
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const { view, problem } = journalOf({ settings, journalPath, knowledge }, true);
  if (view === null) return { ...planPanic([], []), leftOut: unknownBy(problem) };
  const nowMs = view.atMs ?? systemClock.nowMs();
  const { carried } = carriedInto(view, knowledge, { nowMs, settings });
  const unseen = view.intents.filter(({ isUnresolved }) => isUnresolved);
  const leftOut = unseen.map(
    ({ tag, symbol, side }) => `order ${tag} (${side} ${symbol}) may be open`,
  );
  return { ...planPanic(view.orders, carried), leftOut };
}

/** What a journal that is not gone by may hide. */
function unknownBy(problem: string | null): readonly string[] {
  return problem === null ? [] : [`what the journal would show is not known: ${problem}`];
}

function carriedInto(
  view: EngineView | null,
  { calendar }: MarketKnowledge,
  { nowMs, settings }: { readonly nowMs: number; readonly settings: Settings },
): ReturnType<typeof carriedUnits> {
  const today = istDate(nowMs);
  const day = {
    today,
    previousTradingDay: calendar.previousTradingDay(today),
    brokerId: settings.venue.brokerId ?? '',
  };
  return view === null ? NOTHING : carriedUnits(view, day);
}

const NOTHING = { carried: [], leftOut: [] };

interface JournalFound {
  readonly view: EngineView | null;
  readonly problem: string | null;
}

/** A journal that is lost or damaged is not gone by: what it misses, an exit of too many units would open. */
function journalOf(
  { settings, ...source }: JournalSource & Pick<PanicOptions, 'settings'>,
  isHeld: boolean,
): JournalFound {
  if (!existsSync(source.journalPath)) return { view: null, problem: 'there is none' };
  // Positions of a paper account must not be closed at the platform, nor those of another account.
  const other = otherOwnerOf(source.journalPath, settings);
  if (other !== null) return { view: null, problem: `it is ${other}` };
  const read = viewOfAccount(source, isHeld);
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
export function leaveHalt(journalPath: string, reason: string, tell: PanicOptions['tell']): void {
  const id = `${String(systemClock.nowMs()).padStart(15, '0')}-panic`;
  try {
    new ControlDirectory(journalPath).leave(id, { action: 'halt', state: 'halted', reason });
  } catch {
    tell('A halt for the next start could not be left: give "sauda halt" before it');
  }
}
