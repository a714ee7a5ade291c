import { BehaviorSubject, type Observable, Subject } from 'rxjs';

import { type Contract } from '../../model/market/contract.ts';
import { type CarriedPosition, positionOf } from '../../model/orders/carried-over.ts';
import { type Command } from '../../model/orders/command.ts';
import { type LegRef, type Order, type OrderEvent } from '../../model/orders/order.ts';
import { applyFill, averagePricePaise, FLAT, type Position } from '../../model/orders/position.ts';
import { type InputOf } from '../../strategy/context.ts';
import { type Fill, type LegPosition } from '../../streams/observations.ts';

/** Tick of contracts that no listing and no command of the run has named: the exchanges' smallest. */
const TICK_UNKNOWN_PAISE = 5;

/** Finds a contract that was listed. */
type Listed = (underlying: string, instrumentId: string) => Contract | undefined;

interface Held {
  readonly leg: string;
  readonly contract: Contract;
  position: Position;
}

/** The orders, fills and positions of one run. */
export class OrderFeed {
  readonly #orders = new Subject<OrderEvent>();
  readonly #fills = new Subject<Fill>();
  readonly #positions: BehaviorSubject<readonly LegPosition[]>;
  /** What polls showed of the run's orders. */
  readonly orders = this.#orders.asObservable();
  /** What polls showed as newly filled. */
  readonly fills = this.#fills.asObservable();
  /** Positions by leg; replays the latest. */
  readonly positions: Observable<readonly LegPosition[]>;
  readonly #placed = new Map<string, Contract>();
  readonly #held = new Map<string, Held>();
  readonly #listed: Listed;

  /** `carried` is what the run holds from earlier days. */
  constructor(listed: Listed, carried: readonly CarriedPosition[] = []) {
    this.#listed = listed;
    for (const { leg, contract, ...held } of carried) {
      this.#placed.set(contract.instrumentId, contract);
      this.#held.set(keyOf(leg, contract), { leg, contract, position: positionOf(held) });
    }
    this.#positions = new BehaviorSubject(this.#legs());
    this.positions = this.#positions.asObservable();
  }

  /** Remembers what contracts the run trades: orders name them by id only. */
  remember(command: Command): void {
    if (command.kind !== 'place') return;
    for (const { contract } of command.orders) this.#placed.set(contract.instrumentId, contract);
  }

  /** Takes an input in, event by event; a position is up to date before its fill is emitted. */
  observe({ events }: InputOf<'orders-observed'>): void {
    for (const event of events) {
      this.#orders.next(event);
      const { legRef, fillUnits, fillValuePaise } = event;
      if (legRef === null || (fillUnits === 0 && fillValuePaise === 0)) continue;
      const contract = this.#contractOf(event.order);
      this.#applyFill(event, legRef.leg, contract);
      if (fillUnits > 0) this.#fills.next(fillOf(event, legRef, contract));
    }
  }

  #applyFill(
    { order, fillUnits, fillValuePaise }: OrderEvent,
    leg: string,
    contract: Contract,
  ): void {
    const key = keyOf(leg, contract);
    const held = this.#held.get(key) ?? { leg, contract, position: FLAT };
    held.position = applyFill(held.position, {
      side: order.side,
      units: fillUnits,
      valuePaise: fillValuePaise,
    });
    this.#held.set(key, held);
    this.#positions.next(this.#legs());
  }

  #legs(): readonly LegPosition[] {
    return Object.freeze([...this.#held.values()].map(legPosition));
  }

  #contractOf(order: Order): Contract {
    return (
      this.#placed.get(order.instrumentId) ??
      this.#listed(order.underlying, order.instrumentId) ??
      contractFromOrder(order)
    );
  }
}

function fillOf(event: OrderEvent, legRef: LegRef, contract: Contract): Fill {
  const { order, fillUnits, fillValuePaise, seen } = event;
  return Object.freeze({
    legRef,
    order,
    contract,
    units: fillUnits,
    pricePaise: Math.round(fillValuePaise / fillUnits),
    valuePaise: fillValuePaise,
    isComplete: order.filledUnits >= order.quantityUnits,
    seen,
  });
}

function keyOf(leg: string, { instrumentId }: Contract): string {
  return `${leg}\n${instrumentId}`;
}

function legPosition({ leg, contract, position }: Held): LegPosition {
  return Object.freeze({
    leg,
    contract,
    netUnits: position.netUnits,
    averagePricePaise: averagePricePaise(position),
    cashPaise: position.cashPaise,
  });
}

/** What an order itself says about its contract. */
function contractFromOrder(order: Order): Contract {
  const { instrumentId, symbol, underlying, expiry, strikePaise, optionType, lotSizeUnits } = order;
  return Object.freeze({
    instrumentId,
    symbol,
    exchange: '',
    kind: optionType !== null ? 'option' : expiry !== null ? 'future' : 'other',
    underlying,
    expiry: expiry ?? '',
    strikePaise,
    optionType,
    lotSizeUnits,
    tickSizePaise: TICK_UNKNOWN_PAISE,
    freezeUnits: null,
  });
}
