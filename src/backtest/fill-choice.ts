import { type ExchangeRules } from '../exchange/exchange-rules.ts';
import { FILL_ASSUMPTIONS } from '../exchange/fills/fill-assumption.ts';
import { type FillsAt, USUAL_LATENCY } from '../exchange/fills/fill-models.ts';

/** How orders of a backtest fill. */
export interface FillChoice {
  /** Where an order fills that meets the other side. @default 'central-of-bar' */
  readonly at?: Exclude<FillsAt, 'touch'>;
  /** So many ticks worse than that, past limits too. @default 0 */
  readonly ticksWorse?: number;
  /** So much later after each decision of a strategy, milliseconds. @default 0 */
  readonly decidedLaterMs?: number;
}

/** Where orders fill where nothing else is said: at the price to expect. */
export const USUAL_FILLS = 'central-of-bar';

const NAMES = {
  'central-of-bar': ['first-of-bar', 'stop-at-its-trigger', 'stop-gapped-open', 'traded-through'],
  'worse-side-of-bar': ['worse-side-of-bar', 'stop-worse-side', 'stop-gapped', 'traded-through'],
  'touch-in-bar': ['took-the-touch', 'traded-through'],
} as const;

/** The models that a choice stands for. Everybody at the price of a resting order is served before it. */
export function exchangeRulesFor(choice: FillChoice): Partial<ExchangeRules> {
  const { at = USUAL_FILLS, ticksWorse = 0 } = choice;
  return { ...USUAL_LATENCY, queue: 'all-before-us', slippage: { at, ticks: ticksWorse } };
}

/** What a choice takes for granted, one sentence each, with the names that fills carry. */
export function fillAssumptions(choice: FillChoice): readonly string[] {
  const { at = USUAL_FILLS, ticksWorse = 0, decidedLaterMs = 0 } = choice;
  const names = NAMES[at];
  const { minMs, maxMs } = USUAL_LATENCY.placing;
  return [
    ...names.map((name) => `${name}: ${FILL_ASSUMPTIONS[name]}`),
    at === 'touch-in-bar'
      ? 'In a minute in which a contract has no price of its own, orders fill at the price that is held from before'
      : 'In a minute in which a contract has no price of its own, no order fills: it waits for the next price',
    ...(ticksWorse === 0
      ? []
      : [`Fills are ${String(ticksWorse)} ticks worse than that, past limits too`]),
    ...(decidedLaterMs === 0
      ? []
      : [`Each decision of a strategy takes effect ${String(decidedLaterMs / 1000)} s after it`]),
    `Orders reach the modelled book after ${String(minMs)} to ${String(maxMs)} ms; large ones fill in parts`,
    'Scenarios take the same fills at the best and at the worst price of their minute, with costs reckoned anew; orders, decisions and settlement stay as they are',
  ];
}
