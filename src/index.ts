/** What a strategy imports. The only file that re-exports. */
export { type Json } from './base/json.ts';
export {
  type Basket,
  type Command,
  type LegOrder,
  type LegScope,
  type SignalTrade,
  type TermsRequest,
} from './model/orders/command.ts';
export { type Contract, type OptionType } from './model/market/contract.ts';
export { type ClockTime, type IstDate } from './model/time/ist.ts';
export { formatPaise, paiseFromRupees } from './model/money/money.ts';
export { type OrderStatus } from './model/orders/order-machine.ts';
export { type Order, type OrderTerms, type Product, type Side } from './model/orders/order.ts';
export { type LegRef, type OrderEvent, type Role, type Seen } from './model/orders/order.ts';
export { type Quote } from './model/market/quote.ts';
export {
  type SurfaceFacts,
  type VolatilitySurface,
} from './market/option-pricing/volatility-surface.ts';
export { type Mode, type RunHeader } from './model/runs/run.ts';
export {
  alert,
  ask,
  cancel,
  modify,
  place,
  placeBasket,
  type PositionRequest,
  signal,
  type SignalRequest,
  squareOff,
  squareOffPosition,
  startPosition,
} from './strategy/commands.ts';
export {
  type InputOf,
  type LatePolicy,
  type Moment,
  type StrategyContext,
} from './strategy/context.ts';
export {
  defineStrategy,
  InvalidStrategy,
  type Strategy,
  type StrategyDefinition,
} from './strategy/define-strategy.ts';
export { type StrategyProtections } from './strategy/strategy-protections.ts';
export { type Distance, legRupees, percent, points } from './strategy/distance.ts';
export { InvalidCommand } from './strategy/commands.ts';
export {
  buy,
  type LegOptions,
  sell,
  stopOrder,
  type StopOrderOptions,
} from './strategy/leg-order.ts';
export { clockTime, lots, percentNumber, z } from './strategy/parameters.ts';
export {
  type LegAtPrice,
  lotsForPremium,
  lotsForRisk,
  type LotsAllowed,
  type LotsLimit,
} from './strategy/lots-for-risk.ts';
export { protect, type ProtectOptions } from './strategy/protect.ts';
export { protectHeld } from './strategy/protect.ts';
export { type RunProfit, runProfit } from './strategy/run-profit.ts';
export { selectNow, type SelectOptions } from './strategy/select-now.ts';
export { defineSource, type Source } from './strategy/context.ts';
export { limit, marketable } from './strategy/leg-order.ts';
export { stopToCost, type StopToCostOptions } from './strategy/move-stop.ts';
export { trail, type TrailOptions } from './strategy/move-stop.ts';
export {
  watchIndexStop,
  watchIndexTarget,
  type WatchIndexOptions,
} from './strategy/watch-index.ts';
export { watchStop, type WatchStopOptions } from './strategy/watch-stop-target.ts';
export { type ConditionValues, when } from './strategy/when.ts';
export { watchTarget, type WatchTargetOptions } from './strategy/watch-stop-target.ts';
export {
  rupees,
  type RupeesLimit,
  stopWhole,
  targetWhole,
  trailWhole,
  type TrailWholeOptions,
  type WholeLimit,
} from './strategy/whole.ts';
export { type Bar } from './model/market/bar.ts';
export {
  type Chain,
  type ChainOptions,
  type ExpiryRule,
  type FutureRule,
  type PremiumBounds,
  type StrikePair,
} from './streams/chain.ts';
export { type Fill } from './streams/observations.ts';
export { type OptionGreeks } from './streams/option-greeks.ts';
export { type LegPosition } from './streams/observations.ts';
export { type PricePoint } from './streams/observations.ts';
export { SelectionError } from './streams/chain.ts';
export { type Warmup } from './streams/warmup.ts';
export { ema, sma, wma } from './streams/indicators/averages.ts';
export { adx, type AdxValue } from './streams/indicators/directional.ts';
export { highest, lowest } from './streams/indicators/extremes.ts';
export { type Indicator, type Reading } from './streams/indicators/indicator.ts';
export { InvalidIndicator } from './streams/indicators/indicator-limits.ts';
export { macd, type MacdValue, rsi } from './streams/indicators/momentum.ts';
export { cci, stochastic, type StochasticValue } from './streams/indicators/oscillators.ts';
export { type IndicatorGroup, readings, type Readings } from './streams/indicators/readings.ts';
export {
  atr,
  bollinger,
  type BollingerValue,
  supertrend,
  type SupertrendValue,
} from './streams/indicators/volatility.ts';
export { vwap } from './streams/indicators/vwap.ts';
export {
  type BreakoutOptions,
  type DeskOfLegs,
  legDesk,
  type LegDeskOptions,
} from './language/kit/desk-of-legs.ts';
export {
  allOf,
  anyOf,
  calculate,
  compare,
  type ComparisonSign,
  fact,
  type Formula,
  negative,
  not,
  type Operand,
  value,
} from './language/kit/formulas.ts';
export { distance, legSizing, minutes, strike } from './language/kit/leg-values.ts';
export { onWeekdays } from './language/kit/on-weekdays.ts';
export { type RepeatedActions, type RuleAction } from './language/kit/rule-actions.ts';
export {
  type LegRule,
  type LegRules,
  legRules,
  type RuleInputs,
  type RuleSource,
} from './language/kit/rules-of-legs.ts';
export {
  type RuleParameter,
  type RuleParameters,
  ruleParameters,
} from './language/kit/rule-parameters.ts';
export { type Sizing, type SizingWords } from './language/legs/leg-size.ts';
export { type LegDefaults, legParameters } from './language/legs/leg-parameters.ts';
export { fall, rise } from './language/schema/momentum.ts';
