import { type Exchange } from '../../exchange/exchange.ts';
import { type PositionBook } from '../../exchange/positions/position-book.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type Clock } from '../../ports/clock.ts';
import { type SimulatedResponse } from './simulated-message.ts';

/** Credentials of the simulated account, obviously fake by default. */
export interface SimulatedCredentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly webhookToken: string;
  readonly accessToken: string;
}

/** The simulator's choices where the interface leaves one. */
export interface PlatformSwitches {
  /**
   * Whether it takes bodies that the interface does not describe: further properties, missing or null tags and reference
   * prices, any form of exit time. Else 422. @default false
   */
  readonly isLenient: boolean;
  /** Whether contract records carry fields beyond the interface, the instrument token among them. @default true */
  readonly hasContractExtras: boolean;
}

/** What a {@link SimulatedPlatform} needs. */
export interface PlatformParts {
  readonly clock: Clock;
  readonly exchange: Exchange;
  readonly positions: PositionBook;
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
  readonly credentials: SimulatedCredentials;
  /** Broker connections of the account, its own first. */
  readonly brokerIds: readonly string[];
  readonly seed: string;
  readonly switches: PlatformSwitches;
}

/** A request to the endpoint of its route. */
export interface Call {
  readonly nowMs: number;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What follows the route's path; empty where it takes no parameter. */
  readonly parameter: string;
  readonly asSeen: VisibleOrders;
}

/** The orders that an answer shows. */
export type VisibleOrders = (orders: readonly Order[]) => readonly Order[];

/** Answers calls of one route. */
export type Endpoint = (call: Call) => SimulatedResponse;
