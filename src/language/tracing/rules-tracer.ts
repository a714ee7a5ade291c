import { asyncScheduler, defer, finalize, ignoreElements, NEVER, type Observable, tap } from 'rxjs';

import { istTimeOfDayMs } from '../../model/time/ist.ts';
import { type TracedPart } from '../../model/runs/trace.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { pathText, placeAt } from '../../text/finding.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type Facts, type NamesInFile } from '../expressions/names.ts';
import { conditionsIn } from '../rules/nested-actions.ts';
import { type CompiledRule } from '../rules/compile-rule.ts';
import { type FactBoard } from '../rules/fact-board.ts';
import {
  explain,
  explainedCondition,
  type ExplainedCondition,
  type LastTrue,
  noteTrue,
} from './explained-condition.ts';
import { type ExplainedRule, TracedRule } from './traced-rule.ts';
import { triggerText } from './trigger-text.ts';

/** Where a run's trace goes, and the file that it is about. */
export interface Tracing {
  readonly trace: RunTrace;
  readonly source: YamlSource;
}

/** What the rules of one run are traced with. */
export interface RulesTracing extends Tracing {
  readonly names: NamesInFile;
  readonly board: FactBoard;
}

/** Traces the rules of one run. */
export class RulesTracer {
  /** One for each rule, in the order of the file. */
  readonly rules: readonly TracedRule[];
  readonly #tracing: RulesTracing;
  readonly #explained: readonly ExplainedRule[];
  readonly #ofActions: readonly ReadonlyMap<string, ExplainedCondition>[];
  /** Places of the rules in the trace. */
  readonly #parts: readonly number[];
  readonly #lastTrue: LastTrue = new Map();
  #hasShown = false;

  constructor(rules: readonly CompiledRule[], tracing: RulesTracing) {
    const { trace, board } = tracing;
    this.#tracing = tracing;
    this.#explained = rules.map((rule, index) => explainedRule(rule, index, tracing));
    this.#ofActions = rules.map((rule, index) => explainedActions(rule, index, tracing));
    const lastTrue = trace.moment === null ? null : this.#lastTrue;
    this.#parts = rules.map((_, index) => trace.declare(partOf(rules, index, tracing)));
    this.rules = this.#explained.map((explained, index) => {
      const part = this.#parts[index] ?? 0;
      const ofActions = this.#ofActions[index] ?? new Map<string, ExplainedCondition>();
      return new TracedRule({ trace, part, explained, facts: board, lastTrue, ofActions });
    });
  }

  /** Notes when the rules start and end, and shows how they stand at the moment that was asked about; emits nothing. */
  follow(): Observable<never> {
    const { trace, board } = this.#tracing;
    trace.whenRead.push(() => {
      this.#showMoment(Infinity);
    });
    return defer(() => {
      trace.startedAtMs ??= asyncScheduler.now();
      if (trace.moment === null) return NEVER;
      board.beforeChange = () => {
        this.#showMoment(asyncScheduler.now());
      };
      return board.changes.pipe(
        tap(() => {
          this.#noteTrue();
        }),
        ignoreElements(),
      );
    }).pipe(
      finalize(() => {
        board.beforeChange = null;
        this.#showMoment(asyncScheduler.now());
        for (const rule of this.rules) rule.endStretch();
        trace.endedAtMs = asyncScheduler.now();
      }),
    );
  }

  #noteTrue(): void {
    const { trace, board } = this.#tracing;
    if (asyncScheduler.now() >= (trace.moment?.untilMs ?? -Infinity)) return;
    for (const { becomes, if: condition } of this.#explained) {
      if (becomes !== null) noteTrue(becomes, board, this.#lastTrue);
      if (condition !== null) noteTrue(condition, board, this.#lastTrue);
    }
    for (const condition of this.#ofActions.flatMap((all) => [...all.values()])) {
      noteTrue(condition, board, this.#lastTrue);
    }
  }

  /** Once, when the moment has passed: everything that came by then was taken in. */
  #showMoment(nowMs: number): void {
    const { trace, board } = this.#tracing;
    const { moment } = trace;
    if (moment === null || nowMs < moment.untilMs || this.#hasShown) return;
    this.#hasShown = true;
    const atMs = moment.untilMs - 1;
    const facts = factsAt(board, atMs);
    for (const [index, explained] of this.#explained.entries()) {
      const part = this.#parts[index] ?? 0;
      for (const key of ['becomes', 'if'] as const) {
        const condition = explained[key];
        if (condition === null) continue;
        const shown = explain(condition, facts, this.#lastTrue);
        trace.add({ kind: 'stood', part, atMs, of: key, condition: shown });
      }
    }
  }
}

/** Values that stood at an instant: the time of day is that of the instant. */
function factsAt(board: Facts, atMs: number): Facts {
  return { get: (key) => (key === 'time' ? istTimeOfDayMs(atMs) : board.get(key)) };
}

function explainedRule(
  { form }: CompiledRule,
  index: number,
  { source, names }: RulesTracing,
): ExplainedRule {
  const file = { source, names };
  const path = ['rules', index];
  const { becomes } = form.when;
  const condition = form.if;
  return {
    becomes:
      becomes === undefined
        ? null
        : explainedCondition(becomes, [...path, 'when', 'becomes'], file),
    if: condition === undefined ? null : explainedCondition(condition, [...path, 'if'], file),
  };
}

function explainedActions(
  { form }: CompiledRule,
  index: number,
  { source, names }: RulesTracing,
): ReadonlyMap<string, ExplainedCondition> {
  const conditions = conditionsIn(form.then, ['then']).map((asked) => {
    const path = ['rules', index, ...asked.path];
    const explained = explainedCondition(asked.form, path, { source, names });
    return [pathText(asked.path), explained] as const;
  });
  return new Map(conditions);
}

function partOf(
  rules: readonly CompiledRule[],
  index: number,
  { source }: Pick<RulesTracing, 'source'>,
): TracedPart {
  const { name = String(index + 1), when } = rules[index]?.form ?? {};
  const place = placeAt(source, ['rules', index]);
  const trigger = when === undefined ? '' : triggerText(when);
  return { kind: 'rule', name, ...place, trigger };
}
