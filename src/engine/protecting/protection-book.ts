import { invariant } from '../../base/invariant.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Role } from '../../model/orders/order.ts';
import { filledUnits, hasArrived, type Intent, isLive, openUnits } from '../intents/intent.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';

/**
 * An exit that a run asked for, as a goal: what it was to close is closed by it, or an order for that stands.
 *
 * It begins with the command. An order of it that fails (rejected, refused by our gate, cancelled by others,
 * proven absent) is placed again, under another tag and for no more than is held and uncovered. It ends when the units
 * are filled, the leg is flat, the run cancels it or the leg is squared off; a stop also by closing its leg, when its
 * trigger has been passed, too many orders failed, or its order triggered and rests behind the market.
 */
export interface StandingExit {
  readonly runId: string;
  readonly commandIndex: number;
  /** As asked for last; its quantity is that of the command. */
  order: LegOrder;
  /** All orders of it, oldest first. */
  readonly intents: Intent[];
  /** Those of them whose end was not looked at yet. */
  open: Intent[];
  /** Its failed orders in a row; one that stood for a minute ends the row. */
  failures: number;
  /** Of those, how many were refused for what they were: the limit is drawn in by it. */
  rejections: number;
  /** What became of the last one, for people; empty while none failed. */
  problem: string;
  /** Not placed again before. */
  notBeforeMs: number;
  /** Whether people were told that the trigger was passed while an order of it has no certain outcome. */
  isPassedTold: boolean;
  /** Since when a triggered stop order rests unfilled with the price through its trigger; null while none does. */
  restsSinceMs: number | null;
  /** Since when fresh polls show a stop order waiting with the price through its trigger; null while none does. */
  waitsSinceMs: number | null;
  /** Whether that was so for longer than a list of orders may be late: it counts as no stop. */
  isPassed: boolean;
}

/**
 * The clock of a leg in a contract for which its run asked for a stop.
 *
 * It runs from when units are held that no stop stands for until one does, or the leg is flat; nothing else ends it. A
 * stop stands from the answer that took it, if a poll then shows it to work; if not, the clock never stopped. One that rests
 * behind the market, or waits though its trigger was passed, stands for nothing. A square-off does not start it, unless no
 * exit of it works for as long as a square-off may take.
 */
export interface LegClock {
  readonly runId: string;
  readonly leg: string;
  readonly contract: Contract;
  /** Its open units; null until looked up with success. Cached, since every check asks for it. */
  line: LedgerLine | null;
  /** Since when it is unprotected; null while it is protected or flat. */
  sinceMs: number | null;
  /** While it is squared off: since when no exit works; null while one does, or no square-off is under way. */
  bareSinceMs: number | null;
  /** While what protects it was answered as taken and is not seen: the stretch that this ended. */
  unseen: { readonly fromMs: number; readonly toMs: number } | null;
  /** Longest stretch that is over. */
  longestMs: number;
  /** Whether a stretch was ever longer than the bound. */
  isBeyondBound: boolean;
  /** Whether the current stretch was reported. */
  isTold: boolean;
  /** Why its last order failed, for people; empty when none did. */
  problem: string;
}

/** What a run asked for. */
export type AskedExit = Pick<StandingExit, 'runId' | 'commandIndex' | 'order'>;

/** Failed orders in a row after which a stop closes its leg and another exit is given up. */
export const FAILURES_MAX = 3;

/** Exits that runs asked for and that are to stand, and the clocks of the legs with stops. */
export class ProtectionBook {
  #exits: StandingExit[] = [];
  readonly #clocks = new Map<string, LegClock>();
  /** Whether a price decides about a stop. */
  isPriceAwaited = false;

  /** Takes an exit in, with the orders that were planned for it. */
  add(asked: AskedExit, intents: readonly Intent[]): StandingExit {
    invariant(asked.order.role !== 'entry', 'An entry is to stand as an exit');
    const exit = {
      ...asked,
      intents: [...intents],
      open: [...intents],
      failures: 0,
      rejections: 0,
      problem: '',
      notBeforeMs: -Infinity,
      isPassedTold: false,
      restsSinceMs: null,
      waitsSinceMs: null,
      isPassed: false,
    };
    this.#exits.push(exit);
    if (asked.order.role === 'stop') this.#addClock(asked.runId, asked.order);
    return exit;
  }

  /** Takes a stop in that our gate refused. One of which no order can be made (`isHopeless`) closes its leg. */
  addRefused(asked: AskedExit, problem: string, isHopeless: boolean): void {
    const exit = this.add(asked, []);
    exit.failures = isHopeless ? FAILURES_MAX : 1;
    this.noteProblem(exit, problem);
  }

  /** Records why an order failed. */
  noteProblem(exit: StandingExit, problem: string): void {
    exit.problem = problem;
    const clock = this.#clockOf(exit);
    if (exit.order.role === 'stop' && clock !== undefined) clock.problem = problem;
  }

  /** All of them, oldest first. */
  all(): readonly StandingExit[] {
    return this.#exits;
  }

  /** Those of a leg. */
  ofLeg(runId: string, leg: string): readonly StandingExit[] {
    return this.#exits.filter((exit) => exit.runId === runId && exit.order.leg === leg);
  }

  /** The one that an order belongs to. */
  of(intent: Intent): StandingExit | undefined {
    return this.#exits.find(({ intents }) => intents.includes(intent));
  }

  /** Ends those that somebody no longer wants. */
  end(isOver: (exit: StandingExit) => boolean): void {
    if (this.#exits.some(isOver)) this.#exits = this.#exits.filter((exit) => !isOver(exit));
  }

  /** Ends those of a run whose leg and role are meant; null means every role. */
  give(runId: string, isMeant: (leg: string) => boolean, role: Role | null): void {
    this.end(({ runId: of, order }) => {
      return of === runId && isMeant(order.leg) && (role === null || role === order.role);
    });
  }

  /** Ends a stop whose orders protect nothing though they work: from now on its leg is without it. */
  lose(exit: StandingExit, nowMs: number): void {
    this.end((other) => other === exit);
    this.doubt(exit, nowMs);
  }

  /** The leg of a stop counts as without it since a time. */
  doubt(exit: StandingExit, sinceMs: number): void {
    const clock = this.#clockOf(exit);
    if (clock !== undefined) clock.sinceMs ??= sinceMs;
  }

  /** The clocks of all legs that ever had a stop. */
  clocks(): Iterable<LegClock> {
    return this.#clocks.values();
  }

  #clockOf({ runId, order: { leg, contract, role } }: StandingExit): LegClock | undefined {
    const clock = this.#clocks.get(keyOf(runId, leg, contract));
    invariant(
      role !== 'stop' || clock !== undefined,
      'A stop has no clock, and would be missed by none',
    );
    return clock;
  }

  #addClock(runId: string, { leg, contract }: LegOrder): void {
    const key = keyOf(runId, leg, contract);
    if (this.#clocks.has(key)) return;
    const nothing = { line: null, sinceMs: null, bareSinceMs: null, unseen: null, longestMs: 0 };
    const untold = { isBeyondBound: false, isTold: false, problem: '' };
    this.#clocks.set(key, { runId, leg, contract, ...nothing, ...untold });
  }
}

function keyOf(runId: string, leg: string, { symbol }: Contract): string {
  return `${runId}\n${leg}\n${symbol}`;
}

/** Units that it is still to close. */
export function wantedUnits({ order, intents }: StandingExit): number {
  let units = order.quantityUnits;
  for (const intent of intents) units -= filledUnits(intent);
  return Math.max(0, units);
}

/** Units that its orders may still close. */
export function coveredUnits({ intents }: StandingExit): number {
  let units = 0;
  for (const intent of intents) units += openUnits(intent);
  return units;
}

/** Units of its orders that stand at the platform: taken by its answer, or (`isSeen`) shown by a poll to work. */
export function standingUnits({ intents, isPassed }: StandingExit, isSeen: boolean): number {
  if (isPassed) return 0;
  let units = 0;
  for (const intent of intents) {
    const isShown = hasArrived(intent);
    if (!isLive(intent) || (isSeen ? !isShown : intent.state !== 'accepted' && !isShown)) continue;
    units += openUnits(intent);
  }
  return units;
}
