import { defer, EMPTY, filter, finalize, map, merge, type Observable, tap } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { alert } from '../../strategy/commands.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { type Value } from '../expressions/expression.ts';
import { type Fact, type NamesInFile } from '../expressions/names.ts';
import { type LegDesk } from '../legs/leg-desk.ts';
import { missedTime } from '../missed-time.ts';
import { followSources } from '../sources/follow-sources.ts';
import { type OwnSource } from '../sources/own-sources.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type RuleTrace, UNTRACED } from '../tracing/rule-trace.ts';
import { RulesTracer, type RuleToTrace } from '../tracing/rules-tracer.ts';
import { actionText } from './action-text.ts';
import { Actions } from './actions.ts';
import { type Condition } from './compile-rule.ts';
import { FactBoard, feedsFor } from './fact-board.ts';
import { type Pace, type PacedRule, paced } from './pace.ts';

/** A rule that can be run. */
export interface RunnableRule {
  /** As messages name it: its name in quotes, or its number. */
  readonly title: string;
  /** Emits at each of its moments, whatever its condition says. */
  readonly trigger: (trace: RuleTrace) => Observable<unknown>;
  /** The time of day that triggers it: one that is missed is reported. Null for every other trigger. */
  readonly time: ClockTime | null;
  /** Null for one that acts at every trigger. */
  readonly condition: Condition | null;
  readonly pace: Pace;
  readonly then: readonly ActionForm[];
  /** All that it reads. */
  readonly facts: readonly Fact[];
  /** Null where its run is not traced. */
  readonly traced: RuleToTrace | null;
}

/** What the rules of a run are written in. */
export interface RunnerParts {
  readonly names: NamesInFile;
  readonly sources: readonly OwnSource[];
  /** Null where the run is not traced. */
  readonly trace: RunTrace | null;
}

/** Runs the rules of one run: those of a file, and those of code. */
export class RuleRunner {
  readonly board: FactBoard;
  readonly #actions: Actions;
  readonly #tracer: RulesTracer | null;
  readonly #desk: LegDesk;
  readonly #sources: readonly OwnSource[];
  readonly #facts: Fact[] = [];
  readonly #barMinutes: number[] = [];

  constructor(desk: LegDesk, { names, sources, trace }: RunnerParts) {
    this.#desk = desk;
    this.#sources = sources;
    this.board = new FactBoard(desk.context, desk.underlying);
    this.#actions = new Actions({ ...desk, names, board: this.board });
    this.#tracer = trace === null ? null : new RulesTracer({ trace, names, board: this.board });
  }

  /** Emits what a rule orders. */
  run({
    title,
    trigger,
    time,
    condition,
    pace,
    then,
    facts,
    traced,
  }: RunnableRule): Observable<Command> {
    this.reads(facts);
    const tracer = this.#tracer;
    const trace = tracer === null || traced === null ? UNTRACED : tracer.add(traced);
    const isTrue = (): Value | null => condition === null || condition.evaluate(this.board);
    const actions = this.#actions.run(then, { title, trace });
    const noted = defer(() => actions.pipe(finalize(trace.begun())));
    const acting = trigger(trace).pipe(
      filter(() => trace.evaluated('if', isTrue()) === true),
      paced(pace, noted, { title, trace }),
    );
    const missed = time === null ? EMPTY : this.#missed(time, then, { title, trace });
    return merge(missed, acting).pipe(
      tap((command) => {
        trace.emitted(command);
      }),
    );
  }

  /** Reports a rule whose time came too late to count. From the exit on it would have done nothing anyway. */
  #missed(
    time: ClockTime,
    then: readonly ActionForm[],
    { title, trace }: PacedRule,
  ): Observable<Command> {
    const { context, carried, exit } = this.#desk;
    if (carried === null && time >= exit) return EMPTY;
    return missedTime(time, context).pipe(
      map((why) => {
        trace.didNot('time-missed', []);
        const message = `Skipped ${title}: ${why}; not done: ${then.map(actionText).join(', ')}`;
        return alert('warning', message);
      }),
    );
  }

  /** Has facts followed, and bars of so many minutes. */
  reads(facts: readonly Fact[], barMinutes: readonly number[] = []): void {
    this.#facts.push(...facts);
    this.#barMinutes.push(...barMinutes);
  }

  /**
   * Keeps up to date what the rules read. Merge it after them, so that they listen before the first fact comes. Emits alerts of
   * what sources bring that does not fit, and nothing else.
   */
  follow(): Observable<Command> {
    // Legs are up to date before a rule reads them.
    return merge(
      this.#tracer?.follow() ?? EMPTY,
      this.#actions.follow(),
      followSources(this.#sources, this.#desk.context, this.board),
      this.board.follow(feedsFor(this.#facts, this.#barMinutes)),
    );
  }
}
