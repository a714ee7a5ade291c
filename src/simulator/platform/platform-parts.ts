import { type Exchange } from '../../exchange/exchange.ts';
import { type PositionBook } from '../../exchange/positions/position-book.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type Clock } from '../../ports/clock.ts';
import { type SimulatedResponse } from './simulated-message.ts';
import { type Vocabulary } from './vocabulary.ts';

/** What opens the simulated account. Obviously fake unless somebody chose others. */
export interface SimulatedCredentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly webhookToken: string;
  readonly accessToken: string;
}

/** Where the interface leaves a choice, which way the simulator goes. */
export interface PlatformSwitches {
  /** Whether a login needs a cookie and a CSRF header too, as the interface says and real clients do not. @default false */
  readonly isLoginStrict: boolean;
  /**
   * Whether bodies are taken that the interface does not describe: further properties, tags and reference prices that
   * are missing or null, an exit time in any form. Else they are answered by 422. @default false
   */
  readonly isLenient: boolean;
  /** Whether cancel refuses more than 10 ids. @default true */
  readonly isCancelLimited: boolean;
  /** Whether contract records carry fields beyond the interface, the instrument token among them. @default true */
  readonly hasContractExtras: boolean;
}

/** What the simulated platform is made of. */
export interface PlatformParts {
  readonly clock: Clock;
  readonly exchange: Exchange;
  readonly positions: PositionBook;
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
  readonly vocabulary: Vocabulary;
  readonly credentials: SimulatedCredentials;
  readonly brokerId: string;
  readonly seed: string;
  readonly switches: PlatformSwitches;
}

/** A request on its way to the endpoint of its route. */
export interface Call {
  readonly nowMs: number;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What follows the route's path, where a route takes a parameter; else empty. */
  readonly parameter: string;
  /** Which orders the answer shows, and how. */
  readonly asSeen: VisibleOrders;
}

/** The orders of an answer as somebody gets to see them. */
export type VisibleOrders = (orders: readonly Order[]) => readonly Order[];

/** Answers calls of one route. */
export type Endpoint = (call: Call) => SimulatedResponse;
