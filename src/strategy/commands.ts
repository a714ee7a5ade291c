import { markMade } from '../base/author-line.ts';
import { type Json } from '../base/json.ts';
import {
  type Basket,
  type Command,
  isQuestionName,
  type LegOrder,
  type LegScope,
  type SignalTrade,
} from '../model/orders/command.ts';
import { type OrderTerms, type Role } from '../model/orders/order.ts';
import { type ClockTime, isClockTime } from '../model/time/ist.ts';

/**
 * Places orders, as one decision. The engine sends exits before entries and hedges before shorts.
 *
 * @throws {InvalidCommand} without an order
 */
export function place(...orders: readonly LegOrder[]): Command {
  if (orders.length === 0) throw new InvalidCommand('Cannot place: found no order, at least 1');
  return markMade({ kind: 'place', orders });
}

/**
 * Places orders as one decision, and says what happens to the entries when not all of them fill in time.
 *
 * @throws {InvalidCommand} without an order, or with a time that is not above 0
 */
export function placeBasket(basket: Basket, ...orders: readonly LegOrder[]): Command {
  if (orders.length === 0) throw new InvalidCommand('Cannot place: found no order, at least 1');
  const { withinMs, otherwise } = basket;
  if (!(withinMs > 0 && withinMs < Infinity)) {
    throw new InvalidCommand(`Cannot wait ${String(withinMs)} ms for a basket: more than 0`);
  }
  return markMade({ kind: 'place', orders, basket: { withinMs, otherwise } });
}

/** Changes the terms of the working orders of one leg and role. The quantity cannot change. */
export function modify(leg: string, role: Role, terms: OrderTerms): Command {
  return markMade({ kind: 'modify', leg, role, terms });
}

/**
 * Cancels working orders. Positions stay.
 *
 * @param legs which legs, default all of the run
 * @param role which orders of them, default every one
 */
export function cancel(legs: LegScope = 'all', role: Role | null = null): Command {
  return markMade({ kind: 'cancel', legs, role });
}

/**
 * Cancels working orders and then closes what is open.
 *
 * @param reason one line for people: why
 * @param legs which legs, default all of the run
 */
export function squareOff(reason: string, legs: LegScope = 'all'): Command {
  return markMade({ kind: 'squareOff', legs, reason });
}

/** A custom position of the platform. */
export interface PositionRequest {
  /** The author's name of it, unique in the run. */
  readonly position: string;
  /** Name that the platform shows. `@default` the name of the position */
  readonly alertName?: string;
  /** When the platform closes it by itself, IST. `@default` the platform's own rule */
  readonly exitTime?: ClockTime;
  readonly ticker: string;
  /** Leg objects in the platform's words. 1 to 10. */
  readonly legs: readonly Json[];
}

/**
 * Starts a custom position on the platform. Sent once, never repeated.
 *
 * @throws {InvalidCommand} with no leg, more than 10 legs, or an invalid exit time
 */
export function startPosition(request: PositionRequest): Command {
  const { position, alertName = position, exitTime = null, ticker, legs } = request;
  if (legs.length < 1 || legs.length > 10) {
    throw new InvalidCommand(
      `Cannot start position "${position}": legs must be 1 to 10, found ${String(legs.length)}`,
    );
  }
  if (exitTime !== null && !isClockTime(exitTime)) {
    throw new InvalidCommand(
      `Cannot start position "${position}": exitTime must be HH:MM or HH:MM:SS, found "${exitTime}"`,
    );
  }
  return markMade({ kind: 'startPosition', position, alertName, exitTime, ticker, legs });
}

/** Squares off a custom position that this run started. */
export function squareOffPosition(position: string): Command {
  return markMade({ kind: 'squareOffPosition', position });
}

/** A text trade signal. */
export interface SignalRequest {
  readonly trades: readonly SignalTrade[];
  /** The platform's identifier of the signal. */
  readonly signalTag: string;
  /** At least one. */
  readonly brokerIds: readonly string[];
}

/**
 * Sends a text trade signal. Always live: a paper run refuses it. Sent once, never repeated.
 *
 * @throws {InvalidCommand} without a trade or a broker, or with a quantity that is no whole number of at least 1
 */
export function signal(request: SignalRequest): Command {
  const { trades, signalTag, brokerIds } = request;
  if (trades.length === 0) throw new InvalidCommand('Cannot send a signal: found no trade');
  if (brokerIds.length === 0) throw new InvalidCommand('Cannot send a signal: found no broker');
  for (const { ticker, quantity } of trades) {
    if (Number.isSafeInteger(quantity) && quantity >= 1) continue;
    throw new InvalidCommand(
      `Cannot signal "${ticker}": quantity must be a whole number >= 1, found ${String(quantity)}`,
    );
  }
  return markMade({ kind: 'signal', trades, signalTag, brokerIds });
}

/** Tells people something. Trades nothing. */
export function alert(severity: 'info' | 'warning' | 'critical', message: string): Command {
  return markMade({ kind: 'alert', severity, message });
}

/**
 * Asks the operator something that is answered with yes or no: `context.answers` has the answer, if one comes. Trades nothing.
 *
 * @param question its name, 1 to 40 characters of a-z 0-9 and -: `sauda answer RUN NAME yes`
 * @param options `until`: from when on no answer is taken, IST; by default the end of the run
 * @throws {InvalidCommand} with another name, or a time of another form
 */
export function ask(
  question: string,
  message: string,
  { until = null }: { readonly until?: ClockTime | null } = {},
): Command {
  if (!isQuestionName(question)) {
    throw new InvalidCommand(
      `Cannot ask "${question}": its name must be 1 to 40 characters of a-z 0-9 and -`,
    );
  }
  if (until !== null && !isClockTime(until)) {
    throw new InvalidCommand(
      `Cannot ask "${question}": until must be HH:MM or HH:MM:SS, found "${until}"`,
    );
  }
  return markMade({ kind: 'ask', question, message, until });
}

/** A strategy asked for something that cannot be an order. Thrown while the strategy runs: the run fails and says why. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand';
}
