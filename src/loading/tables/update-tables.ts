import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { openJournalForReading } from '../../adapters/journal/sqlite-journal.ts';
import { InvariantViolation } from '../../base/invariant.ts';
import { isSameJson } from '../../base/json.ts';
import {
  type Checked,
  ConfigurationError,
  type Problem,
  problem,
  whyUnreadable,
} from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { syncFolder } from '../../base/write-files.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { keptTables, keptTablesDirectory } from '../../settings/market/kept-tables.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../settings/market/market-knowledge.ts';
import { readTablesUpdate, type ReadUpdate } from '../../settings/market/read-update.ts';
import { namesIn } from '../../settings/names-in.ts';
import { type Settings } from '../../settings/settings.ts';

/** A file to take. */
export interface UpdateRequest {
  /** Absolute. */
  readonly path: string;
  readonly shown: string;
  readonly changesTradedDays: boolean;
}

/** What became of it. */
export interface TakenTables {
  /** Where it is kept now; the earlier file where it had been taken already. */
  readonly path: string;
  readonly isNew: boolean;
  readonly before: MarketKnowledge;
  readonly after: MarketKnowledge;
  readonly brought: ReadUpdate;
  /** Traded days that are others now: of charges, or with the operator's word. */
  readonly changed: readonly ChangedDay[];
}

const DIGITS = 4;
const DAYS_SHOWN = 3;

/**
 * Takes a file of tables into the state directory, after everything about it was checked. A bad file changes nothing.
 *
 * @throws what is no mistake of the tables
 */
export function updateTables(
  settings: Pick<Settings, 'stateDirectory' | 'calendar'>,
  request: UpdateRequest,
): Checked<TakenTables> {
  try {
    return ok(takeTables(settings, request));
  } catch (error) {
    if (error instanceof ConfigurationError) return fail(error.problems);
    throw error;
  }
}

/** @throws {ConfigurationError} with what refuses the file */
function takeTables(
  { stateDirectory, calendar }: Pick<Settings, 'stateDirectory' | 'calendar'>,
  request: UpdateRequest,
): TakenTables {
  const text = readFile(request);
  const brought = valueOf(readTablesUpdate(text, request.shown));
  const kept = valueOf(keptTables(stateDirectory));
  const before = loadMarketKnowledge(calendar ?? undefined);
  const same = kept.at(-1);
  if (same?.text === text) {
    return { path: same.path, isNew: false, brought, before, after: before, changed: [] };
  }
  const updates = [...kept, brought].map(({ json }) => ({ json }));
  const after = knowledgeWith({ ...calendar, updates }, request);
  refuse(unknownIn(brought, before, request));
  const changed = changedDays(before, after, tradedDates(stateDirectory, request));
  const refused = changed.filter(({ bearsOnOrders }) => bearsOnOrders);
  if (!request.changesTradedDays) {
    refuse(refused.length === 0 ? [] : [contradiction(refused, request)]);
  }
  const path = keep(stateDirectory, request, text);
  return { path, isNew: true, brought, before, after, changed };
}

/** @throws {ConfigurationError} when there is one */
function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/** @throws {ConfigurationError} */
function valueOf<Value>(read: Checked<Value>): Value {
  if (!read.ok) throw new ConfigurationError(read.error);
  return read.value;
}

/** @throws {ConfigurationError} */
function readFile({ path, shown }: UpdateRequest): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refusal('Cannot read the tables', { file: shown, found: whyUnreadable(error) });
  }
}

function refusal(...of: Parameters<typeof problem>): ConfigurationError {
  return new ConfigurationError([problem(...of)]);
}

/** @throws {ConfigurationError} */
function knowledgeWith(additions: object, { shown }: UpdateRequest): MarketKnowledge {
  try {
    const knowledge = loadMarketKnowledge(additions);
    const { calendar, rules } = knowledge;
    for (const symbol of rules.underlyings) rules.expiries(symbol, calendar.verifiedThrough);
    return knowledge;
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    throw refusal('The tables cannot be used together', { file: shown, found: error.message });
  }
}

/** Underlyings of an update that no table has. */
function unknownIn(
  { update }: ReadUpdate,
  { rules }: MarketKnowledge,
  { shown }: UpdateRequest,
): readonly Problem[] {
  const { expiries, lots, strikes, freeze } = update.tables;
  const named = [
    ...Object.keys(expiries?.underlyings ?? {}),
    ...Object.keys(lots?.lots ?? {}),
    ...Object.keys(strikes?.strikes ?? {}),
    ...(freeze?.freeze ?? []).flatMap(({ units }) => Object.keys(units)),
  ];
  const unknown = new Set(named.filter((symbol) => !rules.underlyings.includes(symbol)));
  return [...unknown].map((symbol) =>
    problem('No such underlying: a new one comes with a release', {
      file: shown,
      found: symbol,
      allowed: rules.underlyings.join(', '),
    }),
  );
}

/**
 * The dates of all journals in a state directory, ascending.
 *
 * @throws {ConfigurationError}
 */
function tradedDates(stateDirectory: string, { shown }: UpdateRequest): readonly IstDate[] {
  const dates = new Set<IstDate>();
  for (const name of namesIn(stateDirectory).filter((one) => one.endsWith('.journal'))) {
    const path = join(stateDirectory, name);
    const opened = openJournalForReading(path);
    if (!opened.ok) {
      const { detail } = opened.error;
      const next = 'Update the tables while no program runs, and with journals that can be read';
      throw refusal('Cannot read which days were traded', { file: shown, found: detail, next });
    }
    for (const date of opened.value.journal.dates()) dates.add(date);
    opened.value.journal.close();
  }
  return [...dates].sort();
}

function contradiction(days: readonly ChangedDay[], { shown }: UpdateRequest): Problem {
  const some = days.slice(0, DAYS_SHOWN).map(({ date, what }) => `${date} (${what.join(', ')})`);
  const more = days.length > DAYS_SHOWN ? ` and ${String(days.length - DAYS_SHOWN)} days more` : '';
  return problem('The tables contradict days that were traded', {
    file: shown,
    found: `${some.join('; ')}${more}`,
    allowed: 'rows from a later date on',
    next: 'Look at the dates of its rows. Where they are right, add --change-traded-days: a replay of those days may then decide otherwise',
  });
}

/**
 * Under another name first: what is there is whole.
 *
 * @throws {ConfigurationError}
 */
function keep(stateDirectory: string, { shown }: UpdateRequest, text: string): string {
  const directory = keptTablesDirectory(stateDirectory);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const numbers = readdirSync(directory).map((name) => Number.parseInt(name, 10) || 0);
    const number = String(Math.max(0, ...numbers) + 1).padStart(DIGITS, '0');
    const name = basename(shown)
      .replace(/[^\w.-]/gu, '-')
      .replace(/(\.ya?ml)?$/u, '.yaml');
    const path = join(directory, `${number}-${name}`);
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    syncFolder(`${path}.new`);
    renameSync(`${path}.new`, path);
    syncFolder(directory);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const next = 'Nothing was changed: look at the rights and the room of the state directory';
    throw refusal('Cannot keep the tables', { file: directory, found: code ?? null, next });
  }
}

/** Index levels at which ticks of futures are compared, paise. */
const LEVELS_PAISE = [1_000_000, 2_000_000, 4_000_000];

interface ChangedDay {
  readonly date: IstDate;
  /** In the words of the tables: `hours`, `lots of NIFTY`. */
  readonly what: readonly string[];
  /** Whether strategies may have decided otherwise; of charges alone they would not. */
  readonly bearsOnOrders: boolean;
}

/** The days of some that are not what they were. */
function changedDays(
  before: MarketKnowledge,
  after: MarketKnowledge,
  dates: readonly IstDate[],
): readonly ChangedDay[] {
  return dates.flatMap((date): readonly ChangedDay[] => {
    const orders = differing(marketOn(before, date), marketOn(after, date));
    const charges = differing(chargesOn(before, date), chargesOn(after, date));
    if (orders.length + charges.length === 0) return [];
    return [{ date, what: [...orders, ...charges], bearsOnOrders: orders.length > 0 }];
  });
}

type Facts = Readonly<Record<string, unknown>>;

function differing(one: Facts, other: Facts): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSameJson(one[name], other[name]));
}

function marketOn({ calendar, rules }: MarketKnowledge, date: IstDate): Facts {
  const { sessions, isTradingDay, isMuhurat, window } = calendar.day(date);
  const facts: Record<string, unknown> = {
    hours: { sessions, isTradingDay, isMuhurat: isMuhurat === true, window },
    'ticks of futures': LEVELS_PAISE.map((level) => rules.futureTickPaise(level, date)),
  };
  for (const symbol of rules.underlyings) {
    const expiries = rules.expiries(symbol, date);
    facts[`expiries of ${symbol}`] = expiries;
    facts[`lots of ${symbol}`] = expiries.map((expiry) => rules.lotSizeUnits(symbol, expiry, date));
    facts[`freeze of ${symbol}`] = rules.freezeUnits(symbol, date);
    facts[`strikes of ${symbol}`] = [rules.strikeStepPaise(symbol), rules.tickSizePaise(symbol)];
  }
  return facts;
}

function chargesOn({ tables }: MarketKnowledge, date: IstDate): Facts {
  const { brokerage, stt, sttOnExercise, exchange, sebi, stamp, gst } = tables.costs;
  const lists = { brokerage, stt, sttOnExercise, exchange, sebi, stamp, gst };
  const of = Object.entries(lists).map(([name, rows]) => [name, inForce(rows, date)] as const);
  const margins = tables.margins.rates.filter(({ from }) => from <= date);
  const byIndex = new Map(margins.map((row) => [row.underlying ?? '', row]));
  return { ...Object.fromEntries(of), margins: [...byIndex.values()] };
}

interface Charge {
  readonly from: IstDate;
  readonly segment?: string | undefined;
  readonly exchange?: string;
}

/** The last row of each segment and exchange. */
function inForce(rows: readonly Charge[], date: IstDate): readonly Charge[] {
  const past = rows.filter(({ from }) => from <= date);
  return [
    ...new Map(past.map((row) => [`${row.segment ?? ''} ${row.exchange ?? ''}`, row])).values(),
  ];
}
