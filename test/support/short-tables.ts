import { type Calendar, type ContractRules, type Session } from '../../src/model/time/calendar.ts';
import { addDays, instantAt, type IstDate, weekday } from '../../src/model/time/ist.ts';

/** Hours of a date, `['09:15', '15:30']` each; none on a closed day. */
export type Hours = readonly (readonly [start: string, end: string])[];

const ORDINARY: Hours = [['09:15', '15:30']];

/** A calendar for tests: weekdays 09:15 to 15:30, weekends closed, and what `special` says; `muhurat` days are open. */
export function shortCalendar(
  special: Readonly<Record<IstDate, Hours>> = {},
  muhurat: readonly IstDate[] = [],
): Calendar {
  const hoursOf = (date: IstDate): Hours =>
    special[date] ?? (weekday(date) >= 1 && weekday(date) <= 5 ? ORDINARY : []);
  const near = (date: IstDate, step: number): IstDate => {
    const next = addDays(date, step);
    return hoursOf(next).length > 0 ? next : near(next, step);
  };
  return {
    verifiedFrom: '2024-01-01',
    verifiedThrough: '2026-12-31',
    day: (date) => {
      const sessions = hoursOf(date).map(([start, end]): Session => ({
        startMs: instantAt(date, start),
        endMs: instantAt(date, end),
      }));
      const isMuhurat = muhurat.includes(date);
      const isTradingDay = isMuhurat || sessions.length > 0;
      return {
        date,
        isTradingDay,
        ...(isMuhurat ? { isMuhurat } : {}),
        occasion: isTradingDay ? null : 'Closed',
        sessions,
        window: null,
        isVerified: true,
      };
    },
    nextTradingDay: (date) => near(date, 1),
    previousTradingDay: (date) => near(date, -1),
  };
}

const EXPIRIES = [
  '2026-11-24',
  '2026-12-01',
  '2026-12-08',
  '2026-12-29',
  '2027-01-26',
  '2027-02-23',
  '2027-03-30',
];
const MONTHLY = new Set(['2026-11-24', '2026-12-29', '2027-01-26', '2027-02-23', '2027-03-30']);
const LOTS: Readonly<Record<string, number>> = { NIFTY: 65, SENSEX: 20 };

/** Rules for tests: NIFTY and SENSEX with the same expiries, all on Tuesdays. */
export const shortRules: ContractRules = {
  underlyings: ['NIFTY', 'SENSEX'],
  exchange: (underlying) => (underlying === 'SENSEX' ? 'BSE' : 'NSE'),
  expiries: (_underlying, date: IstDate) => EXPIRIES.filter((expiry) => expiry >= date),
  isMonthlyExpiry: (_underlying, expiry) => MONTHLY.has(expiry),
  lotSizeUnits: (underlying, expiry) => (expiry >= '2027-03-01' ? 75 : (LOTS[underlying] ?? 1)),
  freezeUnits: (_underlying, date) => (date >= '2026-12-01' ? 1200 : 1800),
  strikeStepPaise: (underlying) => (underlying === 'SENSEX' ? 10_000 : 5000),
  tickSizePaise: () => 5,
  futureTickPaise: (levelPaise) => (levelPaise >= 5_000_000 ? 20 : 10),
};
