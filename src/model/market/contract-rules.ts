import { invariant } from '../../base/invariant.ts';
import { kept } from '../../base/kept.ts';
import { type Calendar, type CalendarDay, type ContractRules } from '../time/calendar.ts';
import { addDays, type IstDate, weekday } from '../time/ist.ts';
import { type ExpiryRow, type MarketTables, type UnderlyingExpiries } from './market-tables.ts';

/** A monthly rule that ended still lists nothing: how far ahead expiries are looked for. */
const MONTHS_AHEAD_MAX = 12;
const WEEKS_AHEAD_MAX = 60;
const SHIFT_DAYS_MAX = 30;

type Nominal = (date: IstDate) => IstDate;

/**
 * Makes the rules of contracts from their tables. Every method throws an {@link InvariantViolation} for an underlying
 * that is not in `underlyings`, so check that first.
 */
export function createContractRules(tables: MarketTables, calendar: Calendar): ContractRules {
  const settled = settlementDay(calendar);
  const expiriesOf = (underlying: string): UnderlyingExpiries =>
    known(tables.expiries.underlyings, underlying);
  const isMonthlyExpiry = memoized((underlying, expiry) => {
    const nominal = monthlyNominal(expiriesOf(underlying).monthly, expiry.slice(0, 7), expiry);
    return nominal !== null && settled(nominal) === expiry;
  });
  return {
    underlyings: Object.keys(tables.expiries.underlyings),
    exchange: (underlying) => expiriesOf(underlying).exchange,
    expiries: memoized((underlying, date) => listed(expiriesOf(underlying), date, settled)),
    isMonthlyExpiry,
    lotSizeUnits: (underlying, expiry, date) => {
      const cycle = isMonthlyExpiry(underlying, expiry) ? 'monthly' : 'weekly';
      const rows = known(tables.lots.lots, underlying);
      const row =
        rows.findLast(
          (candidate) =>
            candidate.fromExpiry <= expiry &&
            (candidate.on ?? '') <= date &&
            (candidate.cycle ?? cycle) === cycle,
        ) ?? rows[0];
      invariant(row !== undefined, `No lot size of "${underlying}"`);
      return row.units;
    },
    freezeUnits: memoized((underlying, date) => {
      const rows = tables.freeze.freeze.filter(({ units }) => Object.hasOwn(units, underlying));
      const row = rows.findLast(({ from }) => from <= date) ?? rows[0];
      return known(row?.units ?? {}, underlying);
    }),
    strikeStepPaise: (underlying) => known(tables.strikes.strikes, underlying).strikeStepPaise,
    tickSizePaise: (underlying) => known(tables.strikes.strikes, underlying).optionTickPaise,
    futureTickPaise: (levelPaise, date) => futureTick(tables, levelPaise, date),
  };
}

function futureTick({ strikes }: MarketTables, levelPaise: number, date: IstDate): number {
  const rows = strikes.futureTicks;
  const row =
    rows.findLast(({ from, fromLevelPaise }) => from <= date && fromLevelPaise <= levelPaise) ??
    rows[0];
  invariant(row !== undefined, 'No tick of futures');
  return row.tickPaise;
}

/** The day on which a nominal expiry falls: itself, or the last day before it on which contracts expire. */
function settlementDay(calendar: Calendar): Nominal {
  return (nominal) => {
    let date = nominal;
    for (let tried = 0; tried < SHIFT_DAYS_MAX; tried += 1) {
      if (canExpireOn(calendar.day(date))) return date;
      date = addDays(date, -1);
    }
    invariant(false, `No trading day within ${String(SHIFT_DAYS_MAX)} days before ${nominal}`);
  };
}

/** Not on a Muhurat day, nor on a Saturday that is split: tests of the recovery site, added when expiries were fixed. */
function canExpireOn({ date, isTradingDay, isMuhurat, sessions }: CalendarDay): boolean {
  const isRecoveryTest = sessions.length > 1 && weekday(date) % 6 === 0;
  return isTradingDay && isMuhurat !== true && !isRecoveryTest;
}

function listed(rules: UnderlyingExpiries, date: IstDate, settled: Nominal): readonly IstDate[] {
  const monthlies: IstDate[] = [];
  const monthlyWeeks = new Set<IstDate>();
  const firstMonday = monday(date);
  let month = firstMonday.slice(0, 7);
  for (let ahead = 0; ahead < MONTHS_AHEAD_MAX; ahead += 1) {
    const nominal = monthlyNominal(rules.monthly, month, date);
    if (nominal !== null) {
      monthlyWeeks.add(monday(nominal));
      if (settled(nominal) >= date) monthlies.push(settled(nominal));
    }
    month = monthAfter(month);
  }
  const weeklies: IstDate[] = [];
  for (let ahead = 0; ahead < WEEKS_AHEAD_MAX; ahead += 1) {
    if (weeklies.length === rules.listed.weeklies) break;
    const week = addDays(firstMonday, 7 * ahead);
    // The contract of the week in which a monthly one expires is the monthly one.
    if (monthlyWeeks.has(week)) continue;
    const nominal = weeklyNominal(rules.weekly, week, date);
    if (nominal !== null && settled(nominal) >= date) weeklies.push(settled(nominal));
  }
  const all = [...weeklies, ...monthlies.slice(0, rules.listed.monthlies)];
  return Object.freeze([...new Set(all)].sort());
}

/**
 * The nominal weekly expiry of the week that begins on `week` (a Monday), or null when no rule that is listed on `date`
 * holds in it.
 */
function weeklyNominal(rows: readonly ExpiryRow[], week: IstDate, date: IstDate): IstDate | null {
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const expiry = addDays(week, ahead);
    if (rowOf(rows, expiry, date)?.weekday === weekday(expiry)) return expiry;
  }
  return null;
}

/** The nominal monthly expiry of a month `YYYY-MM`: its last such weekday, or null when no rule listed on `date` holds. */
function monthlyNominal(rows: readonly ExpiryRow[], month: string, date: IstDate): IstDate | null {
  const lastDay = addDays(`${monthAfter(month)}-01`, -1);
  const row = rowOf(rows, lastDay, date);
  if (row === undefined) return null;
  return addDays(lastDay, -((weekday(lastDay) - row.weekday + 7) % 7));
}

/** The rule of a nominal expiry, of those whose contracts are listed on `date`; before the first row, none. */
function rowOf(rows: readonly ExpiryRow[], expiry: IstDate, date: IstDate): ExpiryRow | undefined {
  return rows.findLast(
    ({ from, until, on }) => from <= expiry && expiry <= (until ?? expiry) && (on ?? '') <= date,
  );
}

function monday(date: IstDate): IstDate {
  return addDays(date, -((weekday(date) + 6) % 7));
}

function monthAfter(month: string): string {
  return addDays(`${month}-28`, 7).slice(0, 7);
}

function known<Row>(rows: Readonly<Record<string, Row>>, underlying: string): Row {
  const row = Object.hasOwn(rows, underlying) ? rows[underlying] : undefined;
  invariant(row !== undefined, `Unknown underlying "${underlying}"`);
  return row;
}

/** Keeps answers: the tables never change, and the same few dates are asked again and again. */
function memoized<Answer>(
  of: (underlying: string, date: IstDate) => Answer,
): (underlying: string, date: IstDate) => Answer {
  const answers = new Map<string, Answer>();
  return (underlying, date) => kept(answers, `${underlying} ${date}`, () => of(underlying, date));
}
