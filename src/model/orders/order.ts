import { type OptionType } from '../market/contract.ts';
import { type IstDate } from '../time/ist.ts';
import { type OrderStatus } from './order-machine.ts';

/** Buy or sell. */
export type Side = 'buy' | 'sell';
/** `intraday` is closed by the broker at the day's end, `carry-forward` is kept overnight. */
export type Product = 'intraday' | 'carry-forward';

/** What an order asks for. Prices are positive multiples of the contract's tick. */
export type OrderTerms =
  | {
      readonly kind: 'market';
      /** Base of the protective limit; 0 when none. */ readonly referencePricePaise: number;
    }
  | { readonly kind: 'limit'; readonly pricePaise: number }
  | { readonly kind: 'stop'; readonly triggerPricePaise: number; readonly limitPricePaise: number };

/** An order as the platform shows it: the truth about it. */
export interface Order {
  readonly orderId: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** The `user_tag` it was placed with; empty when none. */
  readonly tag: string;
  readonly extraTags: Readonly<Record<string, string>>;
  readonly instrumentId: string;
  readonly symbol: string;
  readonly underlying: string;
  readonly expiry: IstDate | null;
  readonly strikePaise: number | null;
  readonly optionType: OptionType | null;
  readonly product: Product | 'unrecognised';
  readonly side: Side;
  readonly quantityUnits: number;
  readonly lotSizeUnits: number;
  readonly terms: OrderTerms;
  readonly brokerId: string;
  readonly brokerOrderId: string;
  readonly status: OrderStatus;
  /** The platform's own word for the status. */
  readonly statusWord: string;
  readonly rejectionCode: string;
  readonly rejectionReason: string;
  readonly filledUnits: number;
  /** Filled units times their average price, rounded once to a whole paisa. */
  readonly filledValuePaise: number;
}

/** The other side. */
export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** When something was observed, and how old it may be. */
export interface Seen {
  /** When the answer had arrived, epoch milliseconds. */
  readonly observedAtMs: number;
  /** The fact held at some time no longer ago than this before `observedAtMs` (the poll's start). */
  readonly ageMsMax: number;
}

/** Why a run placed an order. */
export type Role = 'entry' | 'exit' | 'stop' | 'target';

/** Which leg of which run an order belongs to. */
export interface LegRef {
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
}

/** What a poll changed about one order. `changed` is any other difference (status, terms, words). */
export interface OrderEvent {
  readonly kind: 'appeared' | 'changed' | 'partly-filled' | 'filled' | 'cancelled' | 'rejected';
  readonly order: Order;
  /** Null for an order that is not ours. */
  readonly legRef: LegRef | null;
  /** What this event added to the fills; zero when nothing. */
  readonly fillUnits: number;
  /** Value of those units, paise. */
  readonly fillValuePaise: number;
  readonly seen: Seen;
}
