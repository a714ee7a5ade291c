import { type IstDate } from './ist.ts';
import { type OptionType } from './contract.ts';

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

/** Where an order stands. `unrecognised` is a word of the platform that we do not know: kept, shown, treated as working. */
export type OrderStatus =
  | 'place-pending'
  | 'open'
  | 'trigger-pending'
  | 'modify-pending'
  | 'cancel-pending'
  | 'cancelled'
  | 'rejected'
  | 'completed'
  | 'unrecognised';

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

/** Whether an order can no longer fill. */
export function isTerminal(status: OrderStatus): boolean {
  return status === 'completed' || status === 'rejected' || status === 'cancelled';
}

/** Whether an order may still fill; an unknown word counts as working, since the opposite could leave a position unseen. */
export function isWorking(order: Order): boolean {
  return !isTerminal(order.status);
}

/** The other side. */
export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}
