/** What a strategy imports. The only file that re-exports. */
export { type Json } from './base/json.ts';
export {
  type Basket,
  type Command,
  type LegOrder,
  type LegScope,
  type SignalTrade,
  type TermsRequest,
} from './model/command.ts';
export { type Contract, type OptionType } from './model/contract.ts';
export { type ClockTime, type IstDate } from './model/ist.ts';
export { formatPaise, paiseFromRupees } from './model/money.ts';
export {
  type Order,
  type OrderStatus,
  type OrderTerms,
  type Product,
  type Side,
} from './model/order.ts';
export { type LegRef, type OrderEvent, type Role, type Seen } from './model/order-event.ts';
export { type Quote } from './model/quote.ts';
export {
  type SurfaceFacts,
  type VolatilitySurface,
} from './simulator/market/pricing/volatility-surface.ts';
export { type Mode, type RunHeader } from './model/run.ts';
export {
  alert,
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
export { type Distance, percent, points } from './strategy/distance.ts';
export { InvalidCommand } from './strategy/invalid-command.ts';
export {
  buy,
  type LegOptions,
  sell,
  stopOrder,
  type StopOrderOptions,
} from './strategy/leg-order.ts';
export { clockTime, lots, percentNumber, z } from './strategy/parameters.ts';
export { protect, type ProtectOptions } from './strategy/protect.ts';
export { protectHeld } from './strategy/protect-held.ts';
export { type RunProfit, runProfit } from './strategy/run-profit.ts';
export { selectNow, type SelectOptions } from './strategy/select-now.ts';
export { defineSource, type Source } from './strategy/source.ts';
export { limit, marketable } from './strategy/terms.ts';
export { trail, type TrailOptions } from './strategy/trail.ts';
export { watchStop, type WatchStopOptions } from './strategy/watch-stop.ts';
export { watchTarget, type WatchTargetOptions } from './strategy/watch-target.ts';
export {
  rupees,
  stopWhole,
  targetWhole,
  trailWhole,
  type TrailWholeOptions,
  type WholeLimit,
} from './strategy/whole.ts';
export { type Bar } from './model/bar.ts';
export {
  type Chain,
  type ChainOptions,
  type ExpiryRule,
  type FutureRule,
  type StrikePair,
} from './streams/chain.ts';
export { type Fill } from './streams/fill.ts';
export { type OptionGreeks } from './streams/option-greeks.ts';
export { type LegPosition } from './streams/position.ts';
export { type PricePoint } from './streams/price-point.ts';
export { SelectionError } from './streams/selection-error.ts';
export { type Warmup } from './streams/warmup.ts';
