import { type ContractRules } from '../../../model/calendar.ts';
import { type IstDate } from '../../../model/ist.ts';

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
