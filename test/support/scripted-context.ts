import { asyncScheduler, BehaviorSubject, Observable, Subject } from 'rxjs';

import { type Contract } from '../../src/model/market/contract.ts';
import { type Command } from '../../src/model/orders/command.ts';
import { type Order, type Role, type Seen, type Side } from '../../src/model/orders/order.ts';
import { KeyedSubject } from '../../src/streams/keyed-subject.ts';
import { type Fill, type LegPosition, type PricePoint } from '../../src/streams/observations.ts';

const SEEN: Seen = { observedAtMs: 1_000, ageMsMax: 0 };

/** An option with a tick of 0.05 and a lot of 65. */
export function optionNamed(symbol: string): Contract {
  return {
    instrumentId: symbol,
    symbol,
    exchange: 'NFO',
    kind: 'option',
    underlying: 'NIFTY',
    expiry: '2026-11-24',
    strikePaise: 2_400_000,
    optionType: 'CE',
    lotSizeUnits: 65,
    tickSizePaise: 5,
    freezeUnits: null,
  };
}

/** What an operator sees, told by the test step by step. */
export class ScriptedContext {
  readonly commands: Command[] = [];
  readonly #positions = new BehaviorSubject<readonly LegPosition[]>([]);
  readonly #fills = new Subject<Fill>();
  readonly #prices = new KeyedSubject<string, PricePoint>();
  readonly #latest = new Map<string, PricePoint>();
  readonly positions = this.#positions.asObservable();
  readonly fills = this.#fills.asObservable();

  /** Prices of a contract; replays the latest. */
  prices = (target: Contract | string): Observable<PricePoint> => {
    const symbol = typeof target === 'string' ? target : target.symbol;
    return new Observable((subscriber) => {
      const latest = this.#latest.get(symbol);
      if (latest !== undefined) subscriber.next(latest);
      return this.#prices.of(symbol).subscribe(subscriber);
    });
  };

  /** Keeps what an operator emits. */
  run(commands: Observable<Command>): this {
    commands.subscribe({
      next: (command) => this.commands.push(command),
      error: (error: unknown) => {
        throw error;
      },
    });
    return this;
  }

  /** Positions as they are now: leg, contract, net units, average in rupees, cash in rupees. */
  hold(...all: readonly (readonly [string, Contract, number, number, number?])[]): this {
    this.#positions.next(
      all.map(([leg, contract, netUnits, entryPrice, cash]) => ({
        leg,
        contract,
        netUnits,
        averagePricePaise: Math.round(entryPrice * 100),
        cashPaise: Math.round((cash ?? -netUnits * entryPrice) * 100),
      })),
    );
    return this;
  }

  /** A price in rupees, seen so many milliseconds ago. */
  price(contract: Contract, last: number, agoMs = 0): this {
    const { symbol } = contract;
    const lastPaise = Math.round(last * 100);
    const seen = { observedAtMs: asyncScheduler.now() - agoMs, ageMsMax: 0 };
    const point = { symbol, bidPaise: null, askPaise: null, lastPaise, atMs: 0, seen };
    this.#latest.set(symbol, point);
    this.#prices.publish(symbol, point);
    return this;
  }

  /** A fill, price in rupees. */
  fill(fill: {
    leg: string;
    contract: Contract;
    side: Side;
    units: number;
    price: number;
    role?: Role;
  }): this {
    const { leg, contract, side, units, price, role = 'entry' } = fill;
    const pricePaise = Math.round(price * 100);
    this.#fills.next({
      legRef: { runId: 'run', leg, role },
      order: { side, product: 'carry-forward' } as Order,
      contract,
      units,
      pricePaise,
      valuePaise: pricePaise * units,
      isComplete: true,
      seen: SEEN,
    });
    return this;
  }

  /** Contracts whose price somebody listens to. */
  get listened(): number {
    return this.#prices.size;
  }
}
