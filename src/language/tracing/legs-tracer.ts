import { asyncScheduler, defer, finalize, merge, Observable, tap } from 'rxjs';

import { type Contract } from '../../model/market/contract.ts';
import { type Command, isInScope } from '../../model/orders/command.ts';
import { ORDER_STATUSES } from '../../model/orders/order-machine.ts';
import { type Order, type OrderEvent } from '../../model/orders/order.ts';
import { type LegStep } from '../../model/runs/trace.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { type Fill, type LegPosition } from '../../streams/observations.ts';
import { type ExitRules, legExits } from './leg-exits.ts';

type Context = StrategyContext<unknown>;

/** What is known of one leg. */
interface LegSeen extends TracedLeg {
  position: LegPosition | null;
  /** As it was open last. */
  was: LegPosition | null;
  /** Symbols whose prices were seen since it was opened. */
  readonly priced: Set<string>;
  /** The level of the index that its distances are counted from. */
  indexFromPaise: number | null;
  /** Trigger of its stop order, as it was placed or moved last. */
  triggerPaise: number | null;
  /** Triggers of its stop orders that polls show at work, by order. */
  readonly standing: Map<string, number>;
}

/** A leg with its place in the trace. */
export interface TracedLeg {
  readonly leg: ExitRules;
  /** What enters it while it is flat: see `awaitedPrice`. */
  readonly awaited: (was: LegPosition | null, watched: readonly Contract[]) => string | null;
  readonly part: number;
  /** Symbol of the index. */
  readonly underlying: string;
}

/**
 * Takes down what happens to the legs of a run: by its commands, and by what the run is shown. It subscribes to what polls show
 * of orders, which every run is shown, and hears of prices only where the run itself watches them.
 */
export class LegsTracer {
  readonly #trace: RunTrace;
  readonly #context: Context;
  readonly #legs: LegSeen[];
  /** Adds a leg that is ordered and was not known; null where all are known. */
  readonly #newLeg: ((name: string) => TracedLeg) | null;
  /** Last prices by symbol. */
  readonly #prices = new Map<string, number>();
  /** Contracts whose prices the run watches now, once for each time that it does. */
  readonly #watching = new Map<symbol, Contract>();
  #hasShown = false;

  /** @param legs - all of them; or what adds one, where they are known as they are ordered */
  constructor(
    legs: readonly TracedLeg[] | ((name: string) => TracedLeg),
    context: Context,
    trace: RunTrace,
  ) {
    this.#trace = trace;
    this.#context = context;
    this.#newLeg = typeof legs === 'function' ? legs : null;
    this.#legs = typeof legs === 'function' ? [] : legs.map(seenFlat);
  }

  /** Adds a leg before it is ordered, of code that says more of it. */
  know(leg: TracedLeg): void {
    if (this.#legs.every((seen) => seen.leg.name !== leg.leg.name)) this.#legs.push(seenFlat(leg));
  }

  /** Runs what decides, and takes down what it does. Its commands are handed on as they are. */
  tracing(run: (context: Context) => Observable<Command>): Observable<Command> {
    return new Observable((subscriber) => {
      this.#trace.startedAtMs ??= asyncScheduler.now();
      const following = this.#follow().subscribe();
      const running = run(this.#watched())
        .pipe(
          tap((command) => {
            this.#noteCommand(command);
          }),
        )
        .subscribe(subscriber);
      return () => {
        this.#showPassed();
        this.#trace.endedAtMs ??= asyncScheduler.now();
        running.unsubscribe();
        following.unsubscribe();
      };
    });
  }

  /** How each leg stood when the moment ended, once. */
  showMoment(): void {
    const { moment } = this.#trace;
    if (moment === null || this.#hasShown) return;
    this.#hasShown = true;
    const atMs = moment.untilMs - 1;
    const held = new Set(this.#legs.map(({ position }) => position?.contract.symbol));
    const watched = [...this.#watching.values()].filter(({ symbol }) => !held.has(symbol));
    for (const seen of this.#legs) {
      const { awaited, part, position, was } = seen;
      const exits = this.#exitsOf(seen);
      const awaits = position === null ? awaited(was, watched) : null;
      const netUnits = position?.netUnits ?? 0;
      this.#trace.add({ kind: 'leg-stood', part, atMs, netUnits, exits, awaits });
    }
  }

  #exitsOf(seen: LegSeen): ReturnType<typeof legExits> {
    const { leg, position, triggerPaise, standing, underlying, indexFromPaise: fromPaise } = seen;
    if (position === null) return [];
    const lastPaise = this.#prices.get(position.contract.symbol) ?? null;
    const index = { fromPaise, lastPaise: this.#prices.get(underlying) ?? null };
    const standingPaise = [...standing.values()].at(-1) ?? null;
    return legExits(leg, { position, triggerPaise, standingPaise, lastPaise, index });
  }

  /** Before anything after the moment is taken in. */
  #showPassed(): void {
    const { moment } = this.#trace;
    if (moment !== null && asyncScheduler.now() >= moment.untilMs) this.showMoment();
  }

  #follow(): Observable<unknown> {
    const { positions, fills, orders, refusals } = this.#context;
    return merge(
      orders.pipe(
        tap((event) => {
          this.#noteOrder(event);
        }),
      ),
      fills.pipe(
        tap((fill) => {
          this.#noteFill(fill);
        }),
      ),
      positions.pipe(
        tap((all) => {
          this.#notePositions(all);
        }),
      ),
      refusals.pipe(
        tap(({ leg, reason }) => {
          this.#note(leg, { event: 'refused', detail: reason });
        }),
      ),
    );
  }

  /** The context, with what the run is shown of prices noted. */
  #watched(): Context {
    const context = this.#context;
    if (this.#trace.moment === null) return context;
    const prices = (of: Contract | string): ReturnType<Context['prices']> =>
      defer(() => {
        const watch = Symbol();
        this.#showPassed();
        if (typeof of !== 'string') this.#watching.set(watch, of);
        return context.prices(of).pipe(
          tap(({ symbol, lastPaise }) => {
            this.#notePrice(symbol, lastPaise);
          }),
          finalize(() => {
            this.#showPassed();
            this.#watching.delete(watch);
          }),
        );
      });
    return { ...context, prices };
  }

  #notePrice(symbol: string, lastPaise: number): void {
    this.#showPassed();
    this.#prices.set(symbol, lastPaise);
    for (const seen of this.#legs) {
      const { position, priced, underlying } = seen;
      if (position === null || seen.indexFromPaise !== null) continue;
      priced.add(symbol);
      const isSeen = priced.has(position.contract.symbol) && priced.has(underlying);
      if (isSeen) seen.indexFromPaise = this.#prices.get(underlying) ?? null;
    }
  }

  #noteCommand(command: Command): void {
    this.#showPassed();
    const atMs = asyncScheduler.now();
    this.#addLegsOf(command);
    for (const seen of this.#legs) {
      if (!isAbout(command, seen.leg.name)) continue;
      seen.triggerPaise = triggerIn(command, seen.leg.name) ?? seen.triggerPaise;
      this.#trace.add({ kind: 'command', part: seen.part, atMs, command });
    }
  }

  #addLegsOf(command: Command): void {
    if (this.#newLeg === null || command.kind !== 'place') return;
    for (const { leg } of command.orders) {
      if (this.#legs.some((seen) => seen.leg.name === leg)) continue;
      this.#legs.push(seenFlat(this.#newLeg(leg)));
    }
  }

  #noteOrder({ kind, order, legRef }: OrderEvent): void {
    if (legRef === null) return;
    const { leg, role } = legRef;
    if (role === 'stop') this.#noteStop(leg, order);
    if (kind !== 'rejected') return;
    const detail = order.rejectionReason === '' ? null : order.rejectionReason;
    this.#note(leg, { event: 'rejected', role, detail });
  }

  /** A stop works at the platform from the poll that shows it there to the one that shows it over. */
  #noteStop(leg: string, { orderId, status, terms }: Order): void {
    this.#showPassed();
    const { phase, hasArrived } = ORDER_STATUSES[status];
    for (const { leg: of, standing } of this.#legs) {
      if (of.name !== leg) continue;
      standing.delete(orderId);
      if (phase === 'over' || !hasArrived || terms.kind !== 'stop') continue;
      standing.set(orderId, terms.triggerPricePaise);
    }
  }

  #noteFill({ legRef: { leg, role }, pricePaise, isComplete }: Fill): void {
    if (isComplete) this.#note(leg, { event: 'filled', role, pricePaise });
  }

  #notePositions(all: readonly LegPosition[]): void {
    this.#showPassed();
    for (const seen of this.#legs) {
      const { name } = seen.leg;
      const open = all.findLast(({ leg, netUnits }) => leg === name && netUnits !== 0) ?? null;
      const wasOpen = seen.position !== null;
      seen.position = open;
      seen.was = open ?? seen.was;
      if (open !== null && !wasOpen) {
        this.#note(name, { event: 'opened', pricePaise: open.averagePricePaise });
      } else if (open === null && wasOpen) {
        seen.triggerPaise = null;
        seen.indexFromPaise = null;
        seen.priced.clear();
        this.#note(name, { event: 'closed' });
      }
    }
  }

  /** A step of a leg; of all legs where none is named. */
  #note(leg: string | null, of: Pick<LegStep, 'event'> & Partial<LegStep>): void {
    this.#showPassed();
    const atMs = asyncScheduler.now();
    for (const seen of this.#legs) {
      if (leg !== null && leg !== seen.leg.name) continue;
      const nothing = { role: null, pricePaise: null, detail: null };
      this.#trace.add({ kind: 'leg', part: seen.part, atMs, ...nothing, ...of });
    }
  }
}

function seenFlat(leg: TracedLeg): LegSeen {
  const flat = { position: null, was: null, triggerPaise: null, indexFromPaise: null };
  return { ...leg, ...flat, priced: new Set(), standing: new Map() };
}

function isAbout(command: Command, leg: string): boolean {
  const { kind } = command;
  if (kind === 'place') return command.orders.some((order) => order.leg === leg);
  if (kind === 'modify') return command.leg === leg;
  return (kind === 'cancel' || kind === 'squareOff') && isInScope(leg, command.legs);
}

/** The trigger that a command gives the stop order of a leg; null where it gives none. */
function triggerIn(command: Command, leg: string): number | null {
  const terms =
    command.kind === 'place'
      ? command.orders.find((order) => order.leg === leg && order.role === 'stop')?.terms
      : command.kind === 'modify' && command.role === 'stop'
        ? command.terms
        : undefined;
  return terms?.kind === 'stop' ? terms.triggerPricePaise : null;
}
