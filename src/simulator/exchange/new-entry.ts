import { type Contract } from '../../model/contract.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { type BookEntry } from './book-entry.ts';
import { uuidOf } from './identities.ts';
import { STATUS_WORDS } from './status-words.ts';

/** What an order gets besides what was asked for. */
export interface EntryOrigin {
  readonly contract: Contract;
  readonly brokerId: string;
  readonly atMs: number;
  /** A text that no other order has: its id is made from it. */
  readonly orderKey: string;
  readonly brokerOrderId: string;
}

/** An order on its way to the exchange. */
export function newEntry(element: PlaceElement, origin: EntryOrigin): BookEntry {
  const { contract, brokerId, atMs } = origin;
  return {
    order: {
      orderId: uuidOf(origin.orderKey),
      createdAtMs: atMs,
      updatedAtMs: atMs,
      tag: element.tag,
      extraTags: element.extraTags,
      instrumentId: element.instrumentId,
      symbol: contract.symbol,
      underlying: contract.underlying,
      expiry: contract.expiry,
      strikePaise: contract.strikePaise,
      optionType: contract.optionType,
      product: element.product,
      side: element.side,
      quantityUnits: element.quantityUnits,
      lotSizeUnits: contract.lotSizeUnits,
      terms: element.terms,
      brokerId,
      brokerOrderId: origin.brokerOrderId,
      status: 'place-pending',
      statusWord: STATUS_WORDS['place-pending'],
      rejectionCode: '',
      rejectionReason: '',
      filledUnits: 0,
      filledValuePaise: 0,
    },
    past: [],
    contract,
    version: 0,
    isTriggered: element.terms.kind !== 'stop',
    askedAtMs: atMs,
    activeSinceMs: null,
    waitedFromMs: null,
    missedAtMs: null,
    passed: null,
    hasRested: false,
    limitPaise: null,
    pending: null,
    modifications: 0,
  };
}
