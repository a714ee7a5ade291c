import { kept } from '../../base/kept.ts';
import { type Exchange } from '../../exchange/exchange.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { type HaltState } from '../../model/orders/halt-and-lock.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type Role, type Side } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type SentOrder, type SentWrite } from './sent-order.ts';

/** An intent that the disk holds. */
export type DurableIntent = Extract<JournalEntry, { kind: 'intent' }>;

/** What was sent under a tag. */
interface SentTag {
  readonly count: number;
  readonly lastAtMs: number;
  /** How far the process's clock was ahead then. */
  readonly offsetMs: number;
  /** Of the first time. */
  readonly quantityUnits: number;
}

/** What a leg holds at the exchange by its own orders. */
export interface TrueHolding {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  netUnits: number;
}

/** A fill at the exchange of an order of ours, and what the leg held before it. */
export interface TrueFill {
  readonly order: Order;
  readonly role: Role;
  readonly runId: string;
  readonly leg: string;
  readonly signedUnits: number;
  readonly heldBefore: number;
  readonly atMs: number;
}

/**
 * What really happened, gathered from the disk, the bytes and the exchange, and from nothing that the runtime believes.
 */
export class Truth {
  readonly #exchange: Exchange;
  readonly durableIntents = new Map<string, DurableIntent>();
  readonly durableAttempts = new Map<string, number>();
  readonly sentAttempts = new Map<string, number>();
  readonly sentTags = new Map<string, SentTag>();
  readonly forgedOrderIds = new Set<string>();
  readonly meddledSymbols = new Set<string>();
  /** Runs that were started at stage `one-lot`. */
  readonly oneLotRuns = new Set<string>();
  readonly ordersByTag = new Map<string, Map<string, Order>>();
  readonly holdings = new Map<string, TrueHolding>();
  readonly #commands = new Map<string, Map<number, Command>>();
  durableHalt: HaltState = 'active';
  #version = 0;
  #fillsSeen = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Takes what has become durable. Returns what became of an intent that was durable before; null for nothing. */
  takeDurable(entries: readonly JournalEntry[]): string | null {
    let changed: string | null = null;
    for (const entry of entries) {
      if (entry.kind === 'intent') {
        const before = this.durableIntents.get(entry.tag)?.parametersHash;
        if (before !== undefined && before !== entry.parametersHash) {
          changed = `${entry.tag} stands for something else than it did`;
        }
        this.durableIntents.set(entry.tag, entry);
      }
      if (entry.kind === 'attempt') {
        const { kind } = entry.attempt as { readonly kind: string };
        this.durableAttempts.set(kind, (this.durableAttempts.get(kind) ?? 0) + 1);
      }
      if (entry.kind === 'halt') this.durableHalt = entry.halt.state;
    }
    return changed;
  }

  /** Orders of a write with their durable intents, but for those that have none. */
  intentsOf(write: SentWrite | null): readonly (readonly [SentOrder, DurableIntent])[] {
    if (write?.kind !== 'place') return [];
    return write.orders.flatMap((order) => {
      const intent = this.durableIntents.get(order.tag);
      return intent === undefined ? [] : [[order, intent] as const];
    });
  }

  /** The same of entries alone. */
  entriesOf(write: SentWrite | null): readonly (readonly [SentOrder, DurableIntent])[] {
    return this.intentsOf(write).filter(([, { role }]) => role === 'entry');
  }

  /** Takes a command as a life of the process decided it; the same number of a later life stands in its place. */
  takeCommand(runId: string, index: number, command: Command): void {
    kept(this.#commands, runId, () => new Map<number, Command>()).set(index, command);
  }

  commandedUnits(runId: string, leg: string): number {
    const ofLeg = this.#entriesOf(runId).filter((order) => order.leg === leg);
    return ofLeg.reduce((units, { quantityUnits }) => units + quantityUnits, 0);
  }

  /** Whether an entry buys an option of a kind in which its run was short, or may come to be, at the exchange. */
  buysCover(
    runId: string,
    { leg, symbol }: { readonly leg: string; readonly symbol: string },
  ): boolean {
    const entries = this.#entriesOf(runId);
    const bought = entries.find((order) => order.leg === leg && order.contract.symbol === symbol);
    if (bought?.side !== 'buy' || bought.contract.optionType === null) return false;
    const { underlying, expiry, optionType } = bought.contract;
    const alike = entries.filter(
      ({ contract }) =>
        contract.underlying === underlying &&
        contract.expiry === expiry &&
        contract.optionType === optionType,
    );
    return alike.some(
      ({ side, leg: ofLeg, contract }) =>
        (side === 'sell' && this.enteredUnits(runId, ofLeg) > 0) ||
        this.#shownUnits(runId, ofLeg, contract.symbol) < 0,
    );
  }

  /** What all orders under a leg's tags filled: a second one under the tag of an exit leaves short what was bought. */
  #shownUnits(runId: string, leg: string, symbol: string): number {
    let units = 0;
    for (const [tag, orders] of this.ordersByTag) {
      const intent = this.durableIntents.get(tag);
      if (intent?.runId !== runId || intent.leg !== leg) continue;
      for (const order of orders.values()) {
        if (order.symbol !== symbol) continue;
        units += order.side === 'buy' ? order.filledUnits : -order.filledUnits;
      }
    }
    return units;
  }

  #entriesOf(runId: string): readonly LegOrder[] {
    return [...(this.#commands.get(runId)?.values() ?? [])].flatMap((command) =>
      command.kind === 'place' ? command.orders.filter(({ role }) => role === 'entry') : [],
    );
  }

  /** Units of a leg's entries that are filled or may still fill at the exchange. */
  enteredUnits(runId: string, leg: string): number {
    let units = 0;
    for (const [tag, orders] of this.ordersByTag) {
      const intent = this.durableIntents.get(tag);
      if (intent?.runId !== runId || intent.leg !== leg || intent.role !== 'entry') continue;
      for (const order of orders.values()) {
        if (this.forgedOrderIds.has(order.orderId)) continue;
        units += isTerminal(order.status) ? order.filledUnits : order.quantityUnits;
      }
    }
    return units;
  }

  /** Orders of ours that changed at the exchange since the last look. */
  takeOrders(): readonly Order[] {
    const version = this.#exchange.version;
    if (version === this.#version) return [];
    const changed = this.#exchange.changedSince(this.#version);
    this.#version = version;
    for (const order of changed) {
      const { orderId, symbol, tag } = order;
      // The platform trades its own positions under no tag, those that a run started among them.
      if (tag === '') this.meddledSymbols.add(symbol);
      else kept(this.ordersByTag, tag, () => new Map<string, Order>()).set(orderId, order);
    }
    return changed;
  }

  takeFills(): readonly TrueFill[] {
    const fills = this.#exchange.fills();
    const fresh: TrueFill[] = [];
    for (; this.#fillsSeen < fills.length; this.#fillsSeen += 1) {
      const fill = fills[this.#fillsSeen];
      const order = fill === undefined ? undefined : this.#exchange.order(fill.orderId);
      const intent = order === undefined ? undefined : this.durableIntents.get(order.tag);
      if (fill === undefined || order === undefined || intent === undefined) continue;
      if (this.forgedOrderIds.has(order.orderId)) continue;
      const { runId, leg } = intent;
      const { symbol } = order;
      const held = kept(this.holdings, `${runId}\n${leg}\n${symbol}`, () => {
        return { runId, leg, symbol, netUnits: 0 };
      });
      const signedUnits = order.side === 'buy' ? fill.units : -fill.units;
      const role = intent.role as Role;
      const { atMs } = fill;
      fresh.push({ order, role, runId, leg, signedUnits, heldBefore: held.netUnits, atMs });
      held.netUnits += signedUnits;
    }
    return fresh;
  }

  /** What legs hold in contracts in which no one else trades. */
  open(): readonly TrueHolding[] {
    return [...this.holdings.values()].filter(({ netUnits, symbol }) => {
      return netUnits !== 0 && !this.meddledSymbols.has(symbol);
    });
  }

  heldBy(runId: string, leg: string): readonly TrueHolding[] {
    return [...this.holdings.values()].filter((held) => held.runId === runId && held.leg === leg);
  }

  /** Whether an order of ours in a contract is one that is kept overnight. */
  isCarriedForward(symbol: string): boolean {
    return this.#exchange
      .orders()
      .some((order) => order.symbol === symbol && order.product === 'carry-forward');
  }

  /** What the account holds of a contract at a broker. */
  accountUnits(symbol: string, brokerId: string | null): number {
    let units = 0;
    for (const order of this.#exchange.orders()) {
      if (order.symbol !== symbol || order.brokerId !== brokerId) continue;
      units += order.side === 'buy' ? order.filledUnits : -order.filledUnits;
    }
    return units;
  }

  /** When a contract last traded for the account at a broker: on one side by orders without a tag, which are others', and by those with one. */
  lastTradesMs(
    { symbol, brokerId }: { readonly symbol: string; readonly brokerId: string | null },
    othersSide: Side,
  ): { readonly othersMs: number; readonly oursMs: number } {
    let othersMs = -Infinity;
    let oursMs = -Infinity;
    for (const order of this.#exchange.orders()) {
      if (order.symbol !== symbol || order.brokerId !== brokerId) continue;
      if (order.tag === '') {
        if (order.side === othersSide) othersMs = Math.max(othersMs, order.updatedAtMs);
      } else oursMs = Math.max(oursMs, order.updatedAtMs);
    }
    return { othersMs, oursMs };
  }

  ordersAt(atMs: number): number {
    return this.#exchange.orders().filter(({ createdAtMs }) => createdAtMs < atMs).length;
  }

  orderOf(orderId: string): Order | undefined {
    return this.#exchange.order(orderId);
  }

  genuine(tag: string): readonly Order[] {
    const orders = this.ordersByTag.get(tag);
    if (orders === undefined) return [];
    return [...orders.values()].filter(({ orderId }) => !this.forgedOrderIds.has(orderId));
  }
}
