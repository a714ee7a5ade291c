import { problemPlace } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { isJournalInUse } from '../../day/journal/open-day-journal.ts';
import { loadsCode } from '../../loading/load-strategy.ts';
import { runTrial, type TrialAnswer, type TrialTask } from '../../loading/trial/run-trial.ts';
import { nextDay } from '../../loading/check-calendar.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { istDate } from '../../model/time/ist.ts';
import { describeFailure } from '../../ports/outcome.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { connectReader, type PlatformReader } from '../../venues/connect-reader.ts';
import { timeBeside } from '../../venues/time-beside.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { type JournalStanding, statusOfCopy, statusOfJournal } from '../control/journal-status.ts';
import { booksOfStatus, NOT_WATCHED } from './books-sight.ts';
import { findAll } from './checks.ts';
import { ContractSnapshots } from './contract-snapshot.ts';
import { type PreflightFinding } from './finding.ts';
import { disksOf, unboundedKeys } from './machine-sight.ts';
import { snapshotPathOf } from './open-preflight.ts';
import { PolledSight } from './polled-sight.ts';
import {
  type BooksSight,
  type JournalSight,
  type PreflightSight,
  type StrategiesSight,
} from './sight.ts';

/** What is checked by hand. */
export interface ByHand {
  readonly settings: Settings;
  readonly knowledge: MarketKnowledge;
  readonly journalPath: string | null;
  /** Tries a module's code where it cannot harm this process. */
  readonly tryModule: (task: TrialTask) => Promise<TrialAnswer>;
}

/** What was found, and of which day. */
export interface FoundByHand {
  readonly day: CalendarDay;
  readonly atMs: number;
  readonly findings: readonly PreflightFinding[];
}

/**
 * Makes every check against the platform, now: reads alone, with a login of its own. It works beside a running program,
 * whose journal it reads from a copy, and keeps nothing.
 *
 * @throws {ConfigurationError} when the profile cannot be used
 */
export async function lookByHand(asked: ByHand): Promise<Result<FoundByHand, RunRefusal>> {
  const { settings, knowledge } = asked;
  const time = timeBeside(settings, knowledge);
  if (!time.ok) return time;
  const { clock, platformClock, speed } = time.value;
  const connected = connectReader(settings, { clock, platformClock });
  if (!connected.ok) return connected;
  const reader = connected.value;
  try {
    const day = nextDay(knowledge, clock.nowMs());
    const { strategies, underlyings } = await tryAll(asked, day);
    const polled = await pollAll(reader, { settings, underlyings, nowMs: clock.nowMs() });
    const { books, journal } = await readBooks(reader, asked, istDate(clock.nowMs()));
    const aheadMs = platformClock.aheadMs();
    const nowMs = clock.nowMs();
    const sight: PreflightSight = {
      ...{ nowMs, day, knowledge, mode: settings.mode, settings: settings.preflight },
      ...{ login: polled.login, contracts: polled.contracts, prices: polled.prices },
      ...{ strategies, books, journal },
      earlier: new ContractSnapshots(snapshotPathOf(settings)).before(day.date),
      clockAheadMs: aheadMs === null ? null : aheadMs / speed,
      disks: disksOf(settings, asked.journalPath),
    };
    return ok({ day, atMs: nowMs, findings: findAll(sight) });
  } finally {
    await reader.close();
  }
}

interface Tried {
  readonly strategies: StrategiesSight;
  readonly underlyings: readonly string[];
}

async function tryAll({ settings, tryModule }: ByHand, { date }: CalendarDay): Promise<Tried> {
  const { mode, calendar } = settings;
  const names: string[] = [];
  const problems: string[] = [];
  const underlyings = new Set<string>();
  for (const { path, params, missing } of settings.strategies) {
    if (missing !== undefined) {
      problems.push(`${problemPlace(missing)}: ${missing.message}`);
      continue;
    }
    const task = { path, given: params, date, mode, calendar };
    const answer = await (loadsCode(path) ? tryModule(task) : runTrial(task));
    if (answer.kind !== 'tried') {
      problems.push(...answer.problems.map(({ message }) => message));
      continue;
    }
    names.push(answer.strategy.name);
    problems.push(...answer.trial.problems.map(({ message }) => message));
    for (const underlying of answer.trial.underlyings) underlyings.add(underlying);
  }
  const strategies = { names, problems, unbounded: unboundedKeys(settings) };
  return { strategies, underlyings: [...underlyings] };
}

interface ToPoll {
  readonly settings: Settings;
  readonly underlyings: readonly string[];
  readonly nowMs: number;
}

/** Asked by a person who waits: one request that fails is a finding at once. */
const FAILS_SINCE_MS = 60_000;

async function pollAll(
  reader: PlatformReader,
  { settings, underlyings, nowMs }: ToPoll,
): Promise<PolledSight> {
  const hasPrices = settings.prices.kind !== 'none';
  const prices = hasPrices ? NOT_WATCHED : ({ state: 'none' } as const);
  const logged = await reader.auth.login();
  const login =
    logged.kind === 'accepted'
      ? ({ state: 'valid', atMs: nowMs } as const)
      : ({ state: 'refused', detail: describeFailure(logged) } as const);
  const polled = new PolledSight({ login, prices }, true);
  if (logged.kind !== 'accepted') return polled;
  for (const underlying of underlyings) {
    const outcome = await reader.contracts.list(underlying);
    polled.take({ subject: 'contracts', underlying, outcome }, nowMs - FAILS_SINCE_MS);
  }
  if (hasPrices && underlyings.length > 0) {
    const outcome = await reader.prices.quotes(underlyings);
    polled.take({ subject: 'quotes', outcome }, nowMs - FAILS_SINCE_MS);
  }
  return polled;
}

interface Books {
  readonly books: BooksSight | null;
  readonly journal: JournalSight;
}

/** What the journal leaves open; and live, what the platform shows under our tags that today's journal does not have. */
async function readBooks(
  reader: PlatformReader,
  { settings, knowledge, journalPath }: ByHand,
  date: string,
): Promise<Books> {
  const read = readStatus(journalPath, knowledge);
  if (!read.ok) return unreadable(read.error);
  const { status, lost } = read.value;
  const books = status === null ? NO_BOOKS : booksOfStatus(status);
  const isLive = settings.mode === 'live' && !isOfDate(status, date);
  const others = isLive ? await ordersOfOurs(reader) : [];
  const strangers = [...books.strangers, ...others];
  return { books: { ...books, strangers }, journal: { unwritable: null, lost } };
}

/** Whether the books know of the orders of a date. */
function isOfDate(status: JournalStanding['status'], date: string): boolean {
  return status !== null && status.atMs !== null && istDate(status.atMs) === date;
}

function unreadable({ problems: [problem] }: RunRefusal): Books {
  const detail = problem?.message ?? 'the journal cannot be read';
  const unwritable = { detail, next: problem?.next ?? 'sauda journal FILE' };
  return { books: null, journal: { unwritable, lost: null } };
}

const NO_BOOKS: BooksSight = { unresolved: [], unknownStarts: [], strangers: [] };

/** From a copy where a program is writing it. */
function readStatus(
  journalPath: string | null,
  knowledge: MarketKnowledge,
): Result<JournalStanding, RunRefusal> {
  if (journalPath === null) return ok({ status: null, lost: null });
  const source = { journalPath, knowledge };
  if (!isJournalInUse(journalPath)) return statusOfJournal(source);
  const read = statusOfCopy(source);
  return read.ok ? ok({ status: read.value, lost: null }) : read;
}

async function ordersOfOurs(reader: PlatformReader): Promise<readonly string[]> {
  const outcome = await reader.orders.today();
  if (outcome.kind !== 'accepted') return [];
  return outcome.value.orders
    .filter(
      ({ tag, status, filledUnits }) => isOurTag(tag) && (filledUnits > 0 || !isTerminal(status)),
    )
    .map(
      ({ orderId, symbol, filledUnits }) =>
        `order ${orderId}: ${symbol}, ${String(filledUnits)} units`,
    );
}
