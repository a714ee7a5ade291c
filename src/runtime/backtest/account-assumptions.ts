import { SETTLEMENT_ASSUMPTIONS } from './settlement.ts';

/** How the account of a backtest is kept, for people: the same in every result. */
export const ACCOUNT_ASSUMPTIONS: readonly string[] = [
  'Costs are those of the rate table on each date, rounded as on a contract note; margin is an approximation and not checked',
  'Strategies share one account; a position that is carried forward counts at its last price when a day ends, and from there on the next day',
  'What was for the day only and is open at its end counts as closed at its last price, without costs',
  ...SETTLEMENT_ASSUMPTIONS,
  'Custom positions of the platform are simulated, and not part of the profit',
];
