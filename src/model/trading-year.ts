/**
 * Trading days that a year counts, wherever a year is made of days: statistics of results and the variance of modelled
 * prices. The exchanges open on 245 to 250 days a year.
 */
export const TRADING_DAYS_A_YEAR = 250;
