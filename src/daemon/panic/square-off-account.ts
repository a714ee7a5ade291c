import { wait } from '../../adapters/system/machine-time.ts';
import { type Attempt } from '../../engine/effect.ts';
import { marketablePricePaise } from '../../engine/judging/order-terms.ts';
import { type AttemptResult } from '../../engine/event.ts';
import { type WithoutId } from '../../engine/outbox.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { isWorking } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { describeFailure } from '../../ports/outcome.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type PanicRecord, type SentExit } from './panic-record.ts';
import { type HeldUnits, type PanicPlan, planPanic, type UnitsCarried } from './plan-panic.ts';

/** What squaring off needs. */
export interface SquareOffOptions {
  readonly venue: DayVenue;
  readonly carried: readonly UnitsCarried[];
  readonly record: PanicRecord;
  /** What earlier panics sent, by tag; asked once this process is alone. @default nothing */
  readonly earlier?: () => ReadonlyMap<string, SentExit>;
  readonly buffers: Parameters<typeof marketablePricePaise>[1];
  /** Called with each step, for people. */
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Times that what is left is priced anew; each time it is priced further beyond the market. */
const ROUNDS_MAX = 5;
const LOOKS_MAX = 10;
const LOOK_EVERY_MS = 500;
/** A platform may take an order so long after it was sent, and shows it then; what it does not show after that never arrived. */
const ARRIVES_WITHIN_MS = 60_000;
const EARLIER_LOOKS_MAX = ARRIVES_WITHIN_MS / LOOK_EVERY_MS;
/** As many messages a second as one batch has, below the exchange's ten. */
const BATCH_MAX = 8;
const BATCH_EVERY_MS = 1_000;

/**
 * Cancels every order of an account and squares off what is open, from what the platform shows alone. What it places is
 * exactly what a poll shows to be open once nothing of the contract works, and every earlier exit of it has been seen at its
 * end: an exit without a certain end blocks its contract, so none can be doubled. So does one of an earlier panic that was killed,
 * for a minute after it was sent.
 */
export class AccountSquareOff {
  readonly #options: SquareOffOptions;
  /** Exits that may be at the platform and were not seen at their end, with their contract. */
  readonly #unseen = new Map<string, string>();
  #sent = 0;

  constructor(options: SquareOffOptions) {
    this.#options = options;
  }

  /** What is to be done now; null where the platform does not show its orders. */
  async plan(): Promise<PanicPlan | null> {
    const { venue, carried, tell } = this.#options;
    const polled = await venue.venue.poll({ subject: 'orders' }, venue.time.clock.nowMs());
    if (polled.subject !== 'orders') return null;
    if (polled.outcome.kind !== 'accepted') {
      tell(`Cannot list the orders: ${describeFailure(polled.outcome)}`);
      return null;
    }
    const { orders, malformed } = polled.outcome.value;
    for (const { tag, status } of orders) if (!isWorking({ status })) this.#unseen.delete(tag);
    const plan = planPanic(orders, carried);
    const unreadable = malformed
      .filter(({ isCopy }) => isCopy !== true)
      .map(({ index, problem }) => `record ${String(index)} cannot be read: ${problem}`);
    return { ...plan, leftOut: [...plan.leftOut, ...unreadable] };
  }

  /** Squares off custom positions, by the identifiers that the journal has: asking twice is safe. */
  async squareOffPositions(positionIds: readonly string[]): Promise<void> {
    for (const positionId of positionIds) {
      this.#options.tell(`Squaring off position ${positionId}`);
      await this.#attempt({ kind: 'square-off-position', positionId });
    }
  }

  /** Does it. Returns what is left; null where that is not known. */
  async carryOut(): Promise<PanicPlan | null> {
    await this.#untilEarlierSeen();
    let plan = await this.#cancelAll();
    for (let round = 1; round <= ROUNDS_MAX && plan !== null; round += 1) {
      const exits = this.#safeExits(plan);
      if (exits.length === 0 || this.#options.signal.aborted) return plan;
      await this.#place(exits, round);
      await this.#untilSeen();
      plan = await this.#cancelAll();
    }
    return plan;
  }

  /** Those of contracts in which nothing works and nothing is uncertain. */
  #safeExits({ exits, cancels }: PanicPlan): readonly HeldUnits[] {
    const busy = new Set([...cancels.map(({ symbol }) => symbol), ...this.#unseen.values()]);
    return exits.filter(({ symbol }) => !busy.has(symbol));
  }

  /** Cancels what works until nothing does, or it has been asked often enough. */
  async #cancelAll(): Promise<PanicPlan | null> {
    let plan = await this.plan();
    for (let look = 0; look < LOOKS_MAX && plan !== null; look += 1) {
      const { cancels } = plan;
      if (cancels.length === 0 || this.#options.signal.aborted) return plan;
      for (const batch of batches(cancels)) {
        this.#options.tell(`Cancelling ${batch.map(orderLine).join(', ')}`);
        await this.#attempt({ kind: 'cancel', orderIds: batch.map(({ orderId }) => orderId) });
        await this.#pass(BATCH_EVERY_MS);
      }
      plan = await this.plan();
    }
    return plan;
  }

  async #place(exits: readonly HeldUnits[], round: number): Promise<void> {
    const priced = await this.#priced(exits, round);
    for (const brokerId of new Set(exits.map((of) => of.brokerId))) {
      await this.#placeAt(
        brokerId,
        priced.filter((_, at) => exits[at]?.brokerId === brokerId).flat(),
      );
    }
  }

  async #placeAt(brokerId: string, elements: readonly PlaceElement[]): Promise<void> {
    for (const batch of batches(elements)) {
      if (this.#options.signal.aborted) return;
      for (const { tag, symbol } of batch) this.#unseen.set(tag, symbol);
      this.#options.tell(`Placing ${batch.map(exitLine).join(', ')}`);
      const request = { brokerId, elements: batch };
      const answer = await this.#attempt({ kind: 'place', request });
      for (const tag of refusedTags(answer, batch)) this.#unseen.delete(tag);
      await this.#pass(BATCH_EVERY_MS);
    }
  }

  /** Exits in orders that the exchange takes, priced to fill. */
  async #priced(
    exits: readonly HeldUnits[],
    round: number,
  ): Promise<readonly (readonly PlaceElement[])[]> {
    const quotes = await this.#quotes(exits);
    const contracts = await this.#contracts(exits);
    return exits.map((held) => {
      const contract = contracts.get(held.symbol) ?? contractOf(held);
      const quote = quotes.get(held.symbol) ?? null;
      return this.#elementsOf(held, { contract, quote, round });
    });
  }

  #elementsOf(
    held: HeldUnits,
    { contract, quote, round }: { contract: Contract; quote: Quote | null; round: number },
  ): readonly PlaceElement[] {
    const { buffers } = this.#options;
    const side = held.netUnits > 0 ? 'sell' : 'buy';
    const usual =
      contract.kind === 'option' ? buffers.optionBufferPercent : buffers.otherBufferPercent;
    const bufferPercent = Math.min(50, usual * round);
    const fallbackPaise = held.lastFillPaise;
    const pricing = { side, contract, bufferPercent, quote, fallbackPaise } as const;
    const pricePaise = marketablePricePaise(pricing, buffers);
    const terms =
      pricePaise === null
        ? ({ kind: 'market', referencePricePaise: 0 } as const)
        : ({ kind: 'limit', pricePaise } as const);
    const { instrumentId, symbol, product } = held;
    return slices(Math.abs(held.netUnits), contract).map((quantityUnits) => {
      const about = { instrumentId, symbol, side, quantityUnits, product, terms } as const;
      return { tag: this.#nextTag(), extraTags: {}, ...about };
    });
  }

  /** No form of ours: to a program that starts later it is an order of a person, which it takes as such. */
  #nextTag(): string {
    this.#sent += 1;
    const atMs = this.#options.venue.time.clock.nowMs();
    return `panic${atMs.toString(36)}${String(this.#sent)}`;
  }

  async #quotes(exits: readonly HeldUnits[]): Promise<ReadonlyMap<string, Quote>> {
    const { venue } = this.#options;
    const symbols = exits.map(({ symbol }) => symbol);
    const polled = await venue.venue.poll({ subject: 'quotes', symbols }, venue.time.clock.nowMs());
    const found =
      polled.subject === 'quotes' && polled.outcome.kind === 'accepted' ? polled.outcome.value : [];
    return new Map(found.map((quote) => [quote.symbol, quote]));
  }

  async #contracts(exits: readonly HeldUnits[]): Promise<ReadonlyMap<string, Contract>> {
    const { venue } = this.#options;
    const found = new Map<string, Contract>();
    for (const underlying of new Set(exits.map((of) => of.underlying))) {
      const nowMs = venue.time.clock.nowMs();
      const polled = await venue.venue.poll({ subject: 'contracts', underlying }, nowMs);
      if (polled.subject !== 'contracts' || polled.outcome.kind !== 'accepted') continue;
      for (const contract of polled.outcome.value.contracts) found.set(contract.symbol, contract);
    }
    return found;
  }

  /** Waits until what earlier panics sent is seen at its end, or can no longer arrive. */
  async #untilEarlierSeen(): Promise<void> {
    const { earlier, venue, tell, signal } = this.#options;
    const sinceMs = venue.time.clock.nowMs() - ARRIVES_WITHIN_MS;
    const exits = [...(earlier?.() ?? [])].filter(([, { sentAtMs }]) => sentAtMs > sinceMs);
    if (exits.length === 0) return;
    for (const [tag, { symbol }] of exits) this.#unseen.set(tag, symbol);
    await this.#cancelAll();
    const symbols = [...new Set(this.#unseen.values())];
    if (symbols.length > 0) tell(`Waiting for exits of an earlier panic: ${symbols.join(', ')}`);
    for (let look = 0; look < EARLIER_LOOKS_MAX && !signal.aborted; look += 1) {
      if (this.#unseen.size === 0) return;
      await this.#pass(LOOK_EVERY_MS);
      await this.#cancelAll();
    }
    this.#unseen.clear();
  }

  async #untilSeen(): Promise<void> {
    for (let look = 0; look < LOOKS_MAX && this.#unseen.size > 0; look += 1) {
      await this.#pass(LOOK_EVERY_MS);
      await this.plan();
    }
  }

  /** Writes what is sent before it is, and what came of it. */
  async #attempt(what: WithoutId<Attempt>): Promise<AttemptResult> {
    const { venue, record, tell } = this.#options;
    this.#sent += 1;
    const attempt = { attemptId: `panic-${String(this.#sent)}`, ...what } as Attempt;
    record.write({ atMs: venue.time.clock.nowMs(), sent: attempt });
    const answer = await venue.venue.attempt(attempt, venue.time.clock.nowMs());
    const { outcome } = answer;
    if (outcome.kind !== 'accepted') tell(`Not accepted: ${describeFailure(outcome)}`);
    const elements = attempt.kind === 'place' ? attempt.request.elements : [];
    record.write({
      atMs: venue.time.clock.nowMs(),
      attemptId: attempt.attemptId,
      outcome: outcome.kind,
      refused: refusedTags(answer, elements),
    });
    return answer;
  }

  /** Lets time of the platform pass. */
  #pass(forMs: number): Promise<void> {
    const { venue, signal } = this.#options;
    const speed = venue.time.kind === 'wall' ? venue.time.speed : 1;
    return wait(forMs / speed, signal);
  }
}

/** Those of a request that are provably not at the platform. */
function refusedTags(answer: AttemptResult, elements: readonly PlaceElement[]): readonly string[] {
  if (answer.kind !== 'place') return [];
  const { outcome } = answer;
  const isRefused = ({ tag }: PlaceElement): boolean =>
    outcome.kind === 'rejected' ||
    (outcome.kind === 'accepted' && outcome.value.get(tag)?.kind === 'rejected');
  return elements.filter(isRefused).map(({ tag }) => tag);
}

/** An exit as it would be, for people. */
export function heldLine({ netUnits, symbol, product }: HeldUnits): string {
  return `${netUnits > 0 ? 'sell' : 'buy'} ${String(Math.abs(netUnits))} ${symbol} (${product})`;
}

/** An order that is cancelled, for people. */
export function orderLine({ side, quantityUnits, filledUnits, symbol, orderId }: Order): string {
  return `${side} ${String(quantityUnits - filledUnits)} ${symbol} (order ${orderId})`;
}

function exitLine({ side, quantityUnits, symbol, terms }: PlaceElement): string {
  const price = terms.kind === 'limit' ? ` at ${(terms.pricePaise / 100).toFixed(2)}` : '';
  return `${side} ${String(quantityUnits)} ${symbol}${price}`;
}

function batches<Of>(all: readonly Of[]): readonly (readonly Of[])[] {
  return Array.from({ length: Math.ceil(all.length / BATCH_MAX) }, (_, index) =>
    all.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
}

/** Orders of whole lots, none above what the exchange takes in one. */
function slices(
  units: number,
  { freezeUnits, lotSizeUnits }: Pick<Contract, 'freezeUnits' | 'lotSizeUnits'>,
): readonly number[] {
  const lots = Math.floor((freezeUnits ?? units) / lotSizeUnits);
  const most = lots < 1 ? units : Math.min(units, lots * lotSizeUnits);
  return Array.from({ length: Math.ceil(units / most) }, (_, index) =>
    Math.min(most, units - index * most),
  );
}

/** Where the platform does not list it: the usual tick. */
function contractOf(held: HeldUnits): Contract {
  const { instrumentId, symbol, underlying, optionType, lotSizeUnits } = held;
  const kind = optionType === null ? 'future' : 'option';
  const about = { instrumentId, symbol, underlying, optionType, lotSizeUnits, kind } as const;
  const unknown = { exchange: '', expiry: held.expiry ?? '', strikePaise: null, freezeUnits: null };
  return { ...about, ...unknown, tickSizePaise: 5 };
}
