import { asyncScheduler } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type EvaluatedStep, type KeptBack } from '../../model/runs/trace.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { pathText } from '../../text/finding.ts';
import { type Value } from '../expressions/expression.ts';
import { type Facts } from '../expressions/names.ts';
import {
  explain,
  type ExplainedCondition,
  type LastTrue,
  noteTrue,
} from './explained-condition.ts';
import { type Branching, type RuleTrace } from './rule-trace.ts';

type Of = EvaluatedStep['of'];
type Writable<Step> = { -readonly [Key in keyof Step]: Step[Key] };

/** The conditions of one rule; null where it has none. */
export type ExplainedRule = Readonly<Record<Of, ExplainedCondition | null>>;

/** Actions of one start. */
interface UnderWay {
  readonly beganAtMs: number;
  /** Null while they are under way. */
  endedAtMs: number | null;
}

/** What the steps of a traced rule are taken down with. */
export interface TracedRuleParts {
  readonly trace: RunTrace;
  /** Its place in the trace. */
  readonly part: number;
  readonly explained: ExplainedRule;
  readonly facts: Facts;
  /** The conditions of its actions, by their places in the rule. */
  readonly ofActions: ReadonlyMap<string, ExplainedCondition>;
  /** Of the run's conditions; null where it is not watched. */
  readonly lastTrue: LastTrue | null;
}

/**
 * Takes down what a rule does.
 *
 * Evaluations that decide the same as the one before, and do nothing, are counted and not explained: a rule may be evaluated
 * at every price of a day, and the tracing must cost next to nothing then.
 */
export class TracedRule implements RuleTrace {
  readonly #parts: TracedRuleParts;
  /** The last evaluation of each of its conditions; null after something was done. */
  #last: Record<Of, Writable<EvaluatedStep> | null> = { becomes: null, if: null };
  /** Its actions, as far as the moment that is asked about. */
  readonly #underWay: UnderWay[] = [];
  /** The one before a trigger that may turn out to be kept back for the same reason. */
  #before: Writable<EvaluatedStep> | null = null;

  constructor(parts: TracedRuleParts) {
    this.#parts = parts;
  }

  evaluated(of: Of, value: Value | null, isNews: boolean = value === true): Value | null {
    const last = this.#last[of];
    const isSame = !isNews && last?.result === value && this.#isOneWith(last);
    if (isSame) this.#again(last);
    else this.#add(of, value);
    return value;
  }

  keptBack(why: KeptBack): false {
    const step = this.#last.if;
    const before = this.#before;
    if (step?.keptBack !== null) return false;
    step.keptBack = why;
    if (before?.keptBack !== why || !this.#isOneWith(before)) return false;
    this.#parts.trace.takeBack(step);
    this.#again(before);
    this.#last.if = before;
    return false;
  }

  didNot(why: KeptBack, names: readonly string[]): void {
    const { trace, part } = this.#parts;
    trace.add({ kind: 'kept-back', part, atMs: asyncScheduler.now(), why, names });
    this.#forget();
  }

  branched({ action, taken, asked }: Branching): void {
    const { trace, part, facts, lastTrue, ofActions } = this.#parts;
    const conditions = asked.flatMap((path) => {
      const condition = ofActions.get(pathText(path));
      return condition === undefined ? [] : [explain(condition, facts, lastTrue)];
    });
    trace.add({ kind: 'branched', part, atMs: asyncScheduler.now(), action, taken, conditions });
  }

  emitted(command: Command): void {
    const { trace, part } = this.#parts;
    trace.add({ kind: 'command', part, atMs: asyncScheduler.now(), command });
    this.#forget();
  }

  begun(): () => void {
    const untilMs = this.#parts.trace.moment?.untilMs ?? -Infinity;
    const actions: UnderWay = { beganAtMs: asyncScheduler.now(), endedAtMs: null };
    if (actions.beganAtMs < untilMs) this.#underWay.push(actions);
    return () => {
      actions.endedAtMs = asyncScheduler.now();
    };
  }

  /** When the actions began that were under way at an instant; null where none were. */
  underWaySinceMs(atMs: number): number | null {
    const isOpen = ({ beganAtMs, endedAtMs }: UnderWay): boolean =>
      beganAtMs <= atMs && (endedAtMs ?? Infinity) > atMs;
    return this.#underWay.find(isOpen)?.beganAtMs ?? null;
  }

  /** The evaluations of what triggers it that were counted last went on until now. */
  endStretch(): void {
    const last = this.#last.becomes;
    const isOpen = last !== null && last.times > 1 && this.#parts.trace.moment === null;
    if (isOpen) last.lastAtMs = asyncScheduler.now();
  }

  #add(of: Of, value: Value | null): void {
    const { trace, part, explained, facts, lastTrue } = this.#parts;
    const condition = explained[of];
    if (condition !== null && lastTrue !== null) noteTrue(condition, facts, lastTrue);
    const atMs = asyncScheduler.now();
    const step: Writable<EvaluatedStep> = {
      ...{ kind: 'evaluated', part, atMs, of },
      result: typeof value === 'boolean' ? value : null,
      condition: condition === null ? null : explain(condition, facts, lastTrue),
      ...{ keptBack: null, times: 1, lastAtMs: atMs },
    };
    if (of === 'if') this.#before = this.#last.if;
    else this.endStretch();
    this.#last[of] = step;
    trace.add(step);
  }

  /** Whether what happens now may be counted with a step: what lies in the moment that is asked about is never summed up. */
  #isOneWith({ lastAtMs }: EvaluatedStep): boolean {
    const { moment } = this.#parts.trace;
    if (moment === null) return true;
    return lastAtMs >= moment.untilMs || asyncScheduler.now() < moment.fromMs;
  }

  #again(step: Writable<EvaluatedStep>): void {
    step.times += 1;
    // What a condition becomes is evaluated at every price, and asking for the time takes longer than counting.
    const isOften = step.of === 'becomes' && this.#parts.trace.moment === null;
    if (!isOften) step.lastAtMs = asyncScheduler.now();
  }

  /** What is evaluated from here on is a step of its own. */
  #forget(): void {
    this.#last = { becomes: this.#last.becomes, if: null };
    this.#before = null;
  }
}
