import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { isIstDate } from '../../model/time/ist.ts';

/*
 * What `--json` of a backtest must be, part by part. `backtest-result.ts` gives each part its type, so a property is
 * declared here alone. Absent properties are those of results that an older program wrote, or say why.
 */

const text = z.string();
const whole = z.int();
const count = z.int().min(0);
const number = z.number();
const atMs = whole;
const date = z
  .string()
  .refine(isIstDate, { error: 'Not a date', params: { allowed: 'a date, YYYY-MM-DD' } });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');
const json: z.ZodType<Json> = z.json();
const side = z.enum(['buy', 'sell']);
const role = z.enum(['entry', 'exit', 'stop', 'target']);

/** Money before and after costs, paise. */
export const money = z.object({ grossPaise: whole, costsPaise: whole, netPaise: whole });
/** The same; null where no day ran, for then nothing was earned, lost or measured. */
export const moneyIfRun = z.object({
  grossPaise: z.nullable(whole),
  costsPaise: z.nullable(whole),
  netPaise: z.nullable(whole),
});
const ofRun = z.object({ strategy: text, runId: text, leg: text, symbol: text });

/** One of the strategies that shared the account. */
export const strategy = z.object({
  name: text,
  /** SHA-256 of its source. */
  sourceHash: text,
  params: json,
  /** Whether it is a module, whose code may read more than its inputs. */
  isCode: z.boolean().exactOptional(),
});

/** A file that a strategy opened, or a program or connection that it started, outside of its inputs. */
export const read = z.object({
  /** The strategy's file, or one that it imports. */
  by: text,
  /** Path, address or program, as requested. */
  what: text,
  /** The first time within a run, epoch milliseconds; null while the strategy was loaded. */
  atMs: z.nullable(atMs),
});

/** The edge of their minute at which bars are stamped. */
export const stamp = z.object({
  edge: z.enum(['start', 'end']),
  /** Given by the user, shown by the file's own rows, taken from the other files, or assumed. */
  from: z.enum(['given', 'detected', 'others', 'assumed']),
});

/** Where prices came from. */
export const prices = z.object({
  /** A file's whole path, or `generated` with its seed. */
  source: text,
  /** Of the file's bytes; of the generator's seed and parameters otherwise. */
  sha256: text,
  underlyings: z.array(text),
  /** Contracts whose own prices it has. */
  contracts: count,
  rows: count,
  /** Absent where it has no bars. */
  stamp: stamp.exactOptional(),
});

/** A problem with a row of prices; `line` from 1. */
export const priceProblem = z.object({
  file: text,
  line: count,
  date: z.nullable(date),
  kind: text,
  detail: text,
});

const costs = z.object({
  brokeragePaise: whole,
  sttPaise: whole,
  exchangePaise: whole,
  sebiPaise: whole,
  gstPaise: whole,
  stampPaise: whole,
  totalPaise: whole,
});

/** One fill, the rule that priced it, and the range of prices at which it could have happened. */
export const fill = ofRun.extend({
  atMs,
  role,
  side,
  units: count,
  pricePaise: whole,
  /** Name of the rule; `assumptions` of the result has its sentence. */
  assumption: text,
  /** The best price for us; `pricePaise` lies between this and `worstPaise`. */
  bestPaise: whole,
  worstPaise: whole,
});

/** A remark about a day. */
export const note = z.object({
  /**
   * `prices`: rows are missing or wrong; `strategy-failed`: a strategy threw or broke its contract, and was squared off;
   * `trouble`: anything else that makes it a day with problems. The status does not change for the others: `warning`;
   * `alert`: from a strategy; `limit`: a configured limit was reached; `no-data`: a strategy had no data to act on.
   */
  kind: z.enum(['prices', 'strategy-failed', 'trouble', 'warning', 'alert', 'limit', 'no-data']),
  /** Null for the day or the account. */
  strategy: z.nullable(text),
  /** The first time, epoch milliseconds; null for the whole day. */
  atMs: z.nullable(atMs),
  message: text,
  times: count,
  /** Of the notice, one of `docs/notices.md`. */
  code: text.exactOptional(),
  /** Of the notice, by its code. */
  facts: json.exactOptional(),
});

/** What a part of a run decided or did, and by what. */
export const moment = z.object({
  /** Name of the run. */
  run: text,
  /** A rule, a leg, a condition or an order, with its name: `rule breakout`, `order ce entry`. */
  part: text,
  /** First and last evaluation that it stands for, or when the order was let in and last seen; epoch milliseconds. */
  fromMs: atMs,
  untilMs: atMs,
  /** In words, with the values. */
  text,
  /** `file:line:column`; null where that is not known. */
  place: z.nullable(text),
});

/** Net profit of a day so far, paise. */
export const equityPoint = z.object({ atMs, netPaise: whole });
/** The close of an index in a minute, paise. */
export const indexPoint = z.object({ atMs, closePaise: whole });
/** The index of one underlying, minute by minute. */
export const indexLine = z.object({ underlying: text, points: z.array(indexPoint) });
/** One leg of one run on one day. */
export const legDay = ofRun.extend(money.shape);

/** One date of the data or of the calendar. */
export const day = money.extend({
  date,
  /**
   * `ok`; `ran-with-problems`, see `reason`; `missing`, a trading day without data; `skipped`, for `reason`; `failed`, not
   * run to its end.
   */
  status: z.enum(['ok', 'ran-with-problems', 'missing', 'skipped', 'failed']),
  reason: text.exactOptional(),
  /** What `reason` is made of, and warnings. Absent where there is nothing to say. */
  notes: z.array(note).exactOptional(),
  /** When the exchange traded, in time order; empty where that is unknown. Exposure is a share of it. */
  sessions: z.array(z.object({ startMs: whole, endMs: whole })),
  bars: count,
  orders: count,
  /** How often a leg went from flat to open. */
  trades: count,
  /** Its net with every fill at its worst; absent where it did not run. */
  worstFillsNetPaise: whole.exactOptional(),
  costs,
  fills: z.array(fill),
  /** Ascending in time; ends with the day's net. */
  equity: z.array(equityPoint),
  /** The index of the first underlying, for the chart. */
  index: z.array(indexPoint),
  /** The same of others in whose contracts orders filled; absent where there are none. */
  otherIndexes: z.array(indexLine).exactOptional(),
  /** Highest margin of the open positions by the documented approximation, paise. */
  marginPaiseMax: whole,
  legs: z.array(legDay),
  /** Ascending in time; absent where nothing was to be explained. */
  moments: z.array(moment).exactOptional(),
  /** How many there were besides. */
  momentsLeftOut: count.exactOptional(),
  commandLogSha256: sha256,
});

/** How far a trade went one way, before costs: at most 0 for `mae`, at least 0 for `mfe`. Formulas: `docs/results.md`. */
export const excursion = z.object({
  /** Of the whole trade, closed units at their own prices; paise. */
  grossPaise: whole,
  /** From the average entry so far, paise a unit: points times 100. */
  perUnitPaise: whole,
});

/** One leg in one contract, from flat to flat. */
export const trade = ofRun.extend(money.shape).extend({
  underlying: text,
  expiry: date,
  /** Null for a future. */
  optionType: z.nullable(z.enum(['CE', 'PE'])),
  product: z.enum(['intraday', 'carry-forward']),
  /** Of its entry. */
  side,
  /** Most that were open at once. */
  units: count,
  openedAtMs: whole,
  /** Null while it is open. */
  closedAtMs: z.nullable(whole),
  /** Average prices, nearest paisa; an open trade exits at the last known price. */
  entryPaise: whole,
  exitPaise: whole,
  /** `settlement` when it expired. */
  closedBy: z.enum([...role.options, 'settlement', 'open']),
  /** Calendar days from its first fill to its expiry. */
  daysToExpiry: whole,
  /** Maximum adverse excursion, by minute closes and its own fills; moves within a minute are not seen. */
  mae: excursion.exactOptional(),
  /** Maximum favourable excursion, by the same prices. */
  mfe: excursion.exactOptional(),
});

/** A date and its net. */
export const dayNet = z.object({ date, netPaise: whole });

/** Sums over all days. */
export const totals = moneyIfRun.extend({
  days: count,
  daysRun: count,
  daysSkipped: count,
  daysWithProblems: count,
  trades: count,
  orders: count,
  winningDays: count,
  losingDays: count,
  /** Both null where no day ran, or nothing was traded. */
  worstDay: z.nullable(dayNet),
  bestDay: z.nullable(dayNet),
  /** Value of everything bought and sold, paise. */
  turnoverPaise: count,
});

/** Days that ran without an outside value: a volatility at the open or the close, a source before the close. */
export const withoutValue = z.object({
  /** Ascending. */
  dates: z.array(text),
  /** Days that ran in all. */
  ofDays: count,
});

/** Where the volatility of modelled prices came from. */
export const pricingSource = z.object({
  /** `given` from outside, `own-days` estimated from the index's earlier days, `generated` with the index. */
  kind: z.enum(['given', 'own-days', 'generated']),
  /** What was given: `India VIX (vix.csv, one value a day)`; null for the others. */
  source: z.nullable(text),
  /** File name of the user's own volatility model; absent where there is none. */
  model: text.exactOptional(),
  /** Days on which the index's own days were used instead. Absent where there are none. */
  withoutValue: withoutValue.exactOptional(),
});

/** The same, with the number of fills at modelled and at recorded prices. */
export const pricing = pricingSource.extend({ modelledFills: count, recordedFills: count });

/** A source of the strategies that was played from a file. */
export const sourcePlayed = z.object({
  name: text,
  path: text,
  /** In the file, of all dates. */
  values: count,
  /** Days without a value before the close. Absent where there are none. */
  withoutValue: withoutValue.exactOptional(),
});

/** An underlying whose lot size changed between the traded contracts. */
export const lotsTraded = z.object({
  underlying: text,
  /** At least two, ascending by expiry; neighbours differ. */
  sizes: z.array(z.object({ units: count, fromExpiry: date, toExpiry: date })),
});

const runAgain = money.extend({ trades: count });

/** The same days under one changed assumption. */
export const sensitivityRun = runAgain.extend({
  name: z.enum(['one-minute-later', 'one-tick-worse']),
});

/** The days at another volatility; the worst fills are absent in results of older programs. */
export const volatilityRun = runAgain.extend({ worstFillsNetPaise: whole.exactOptional() });

/** The same days run again at other volatilities: two more runs, between which the net need not lie. */
export const volatilityBand = z.object({
  /** How far the volatilities were lowered and raised: 0.2 is a fifth. */
  share: z.number().min(0).max(1),
  lower: volatilityRun,
  higher: volatilityRun,
});

/** The capital put into an index at its first price: fractions of it, no costs, dividends or interest. */
export const heldIndex = z.object({
  /** The open of the index's first minute. */
  fromPaise: count,
  /** On each day that ran and has prices of it, ascending; at least one. */
  closes: z.array(z.object({ date, closePaise: whole })),
  /** `C · (last close / first price − 1)`, nearest paisa. */
  netPaise: whole,
  returnOnCapital: number,
  annualReturn: z.nullable(number),
  sharpe: z.nullable(number),
  /** Max drawdown on daily closes, at least 0. */
  drawdownPaise: count,
  /** Over the worth at the peak, capital included; null without one. */
  drawdownOfPeak: z.nullable(number),
});

/** Buy and hold of one index over the days of a result; `reason` says why there is none. */
export const benchmark = z.object({
  underlying: text,
  reason: z.nullable(text),
  held: z.nullable(heldIndex),
});

/** The net of a year, paise: twelve months from January, null where no day of the month ran. */
export const yearNet = z.object({
  year: text,
  months: z.array(z.nullable(whole)),
  netPaise: whole,
});

/** The result of a backtest. `--json` prints it as it is; other programs may rely on `schemaVersion`. */
export const resultSchema = z.object({
  schemaVersion: z.literal(2),
  strategies: z.array(strategy),
  underlyings: z.array(text),
  prices: z.array(prices),
  seed: text,
  /** What returns are relative to. */
  capitalPaise: count,
  /** Who gave it: `asked` for, of the `strategies`, or the `default`. Absent in results of earlier programs. */
  capitalFrom: z.enum(['asked', 'strategies', 'default']).exactOptional(),
  /** Every date between the first and the last, ascending: run, skipped or missing. */
  days: z.array(day),
  /** In closing order; those still open come last. */
  trades: z.array(trade),
  totals,
  /** The same fills at the best, the assumed and the worst price of their ranges. */
  scenarios: z.object({ optimistic: moneyIfRun, default: moneyIfRun, pessimistic: moneyIfRun }),
  /** Null where it was not requested. */
  sensitivity: z.nullable(z.array(sensitivityRun)),
  /** Every assumption that shaped the numbers, one sentence each. */
  assumptions: z.array(text),
  /** Problems of whole files first, then by file and line; at most 1,000, shared by the kinds. */
  problems: z.array(priceProblem),
  /** Rows of each kind of problem, all of them. */
  problemCounts: z.record(z.string(), count),
  /** Days that were not run because the backtest was stopped. */
  daysNotReached: count,
  years: z.array(yearNet).exactOptional(),
  /** Of each index that was traded, or of each with prices where nothing was. */
  benchmarks: z.array(benchmark).exactOptional(),
  reads: z.array(read).exactOptional(),
  sources: z.array(sourcePlayed).exactOptional(),
  lots: z.array(lotsTraded).exactOptional(),
  /** Absent where no contract without its own prices traded. */
  pricing: pricing.exactOptional(),
  /** Absent where it was not run. */
  volatilityBand: volatilityBand.exactOptional(),
});
