import { type Effect } from '../../src/engine/effect.ts';
import { type EngineLimits } from '../../src/engine/engine-limits.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { type LegOrder } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type RunPolicies } from '../../src/model/runs/run-policies.ts';
import { type Mode } from '../../src/model/runs/run.ts';
import { type ElementOutcome, type PlaceElement } from '../../src/ports/orders.ts';
import { aLeg, aRun, each, EngineRig, pollsOf, RigProblem, TIMEOUT } from './engine-rig.ts';

/** How the look-up by tag answers: with what the book holds, with nothing at all, or not. */
export type TagLookUp = 'works' | 'fails';

/** A rig for orders that polls do not show. */
export class UnseenRig extends EngineRig {
  tagLookUp: TagLookUp = 'works';
  /** Tags that were looked up. */
  readonly tagsAsked: string[] = [];
  /** All that the engine was told. */
  readonly events: EngineEvent[] = [];

  constructor(
    policies: Partial<RunPolicies> = {},
    mode: Mode = 'paper',
    limits: Partial<EngineLimits> = {},
  ) {
    super({ mode, limits });
    this.step({ kind: 'run-started', run: aRun({ mode }), policies });
  }

  /**
   * Places an order whose answer is `outcome`.
   *
   * @throws {RigProblem} when the engine placed nothing
   */
  send(outcome: 'lost' | ElementOutcome, order: LegOrder = aLeg()): PlaceElement {
    this.sent('place');
    this.place(order);
    this.fresh(...this.book.values());
    return this.answerLast(outcome);
  }

  /**
   * Places an entry and leaves it without an answer.
   *
   * @throws {RigProblem} when the engine placed nothing
   */
  begin(): PlaceElement {
    this.sent('place');
    this.fresh(...this.book.values());
    this.place(aLeg());
    const element = this.sent('place').at(-1)?.request.elements[0];
    if (element === undefined) throw new RigProblem('nothing was placed');
    return element;
  }

  /**
   * Answers what was placed last.
   *
   * @throws {RigProblem} when the engine placed nothing
   */
  answerLast(outcome: 'lost' | ElementOutcome): PlaceElement {
    const attempt = this.sent('place').at(-1);
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    this.answer(attempt, outcome === 'lost' ? TIMEOUT : each([element.tag], outcome));
    return element;
  }

  /** Lets seconds pass, each with a poll of the orders that shows the book (or what `list` makes of it). */
  look(seconds: number, list: (book: readonly Order[]) => readonly Order[] = (book) => book): void {
    for (let second = 0; second < seconds; second += 1) {
      const asked = pollsOf(this.pass(1_000));
      const effects = this.orders(...list([...this.book.values()]));
      for (const poll of [...asked, ...pollsOf(effects)]) {
        if (poll.subject === 'orders-of-tag') this.#lookUp(poll.tag);
      }
    }
  }

  /** The process dies and begins anew: nothing that was under way is ever answered. */
  restart(downMs: number, neverSent: readonly string[] = []): void {
    const lastAtMs = this.nowMs;
    this.nowMs += downMs;
    this.step({ kind: 'restarted', lastAtMs, neverSent });
  }

  override step(event: Parameters<EngineRig['step']>[0]): readonly Effect[] {
    this.events.push({ ...event, atMs: this.nowMs });
    const effects = super.step(event);
    // Whatever becomes of an order, the comparator's own count must agree with the books.
    const { halt } = this.engine.view();
    if (halt.state !== 'active') {
      throw new RigProblem(`The account is ${halt.state}: ${halt.reason}`);
    }
    return effects;
  }

  resolve(tag: string, as: 'absent' | 'resend'): void {
    const request = { action: 'resolve', tag, as, reason: 'looked at the platform' } as const;
    this.step({ kind: 'operator-asked', request });
  }

  stateOf(tag: string): string | undefined {
    return this.engine.view().intents.find((intent) => intent.tag === tag)?.state;
  }

  #lookUp(tag: string): void {
    this.tagsAsked.push(tag);
    const found = [...this.book.values()].filter((order) => order.tag === tag);
    const outcome =
      this.tagLookUp === 'works' ? ({ kind: 'accepted', value: found } as const) : TIMEOUT;
    const startedAtMs = this.nowMs;
    this.step({ kind: 'poll-ended', subject: 'orders-of-tag', tag, startedAtMs, outcome });
  }
}
