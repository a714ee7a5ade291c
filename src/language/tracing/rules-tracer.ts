import { asyncScheduler, defer, finalize, ignoreElements, NEVER, type Observable, tap } from 'rxjs';

import { istTimeOfDayMs } from '../../model/time/ist.ts';
import { type TracedPart } from '../../model/runs/trace.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { type Path, pathText, placeAt } from '../../text/finding.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type Facts, type NamesInFile } from '../expressions/names.ts';
import { conditionsIn } from '../rules/nested-actions.ts';
import { type CompiledRule } from '../rules/compile-rule.ts';
import { type FactBoard } from '../rules/fact-board.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import {
  type ConditionFile,
  explain,
  explainedCondition,
  type ExplainedCondition,
  type LastTrue,
  noteTrue,
  placesInYaml,
} from './explained-condition.ts';
import { type RuleTrace } from './rule-trace.ts';
import { type ExplainedRule, TracedRule } from './traced-rule.ts';
import { triggerText } from './trigger-text.ts';

/** Where a run's trace goes, and the file that it is about. */
export interface Tracing {
  readonly trace: RunTrace;
  readonly source: YamlSource;
}

/** What the rules of one run are traced with. */
export interface RulesTracing {
  readonly trace: RunTrace;
  readonly names: NamesInFile;
  readonly board: FactBoard;
}

/** A rule that is traced, with its conditions as a file would have them. */
export interface RuleToTrace {
  readonly part: TracedPart;
  readonly becomes: ConditionForm | undefined;
  readonly if: ConditionForm | undefined;
  readonly then: readonly ActionForm[];
  /** Of conditions, by their paths in the rule. */
  readonly placesAt: ConditionFile['placesAt'];
}

/** Traces the rules of one run. */
export class RulesTracer {
  readonly #tracing: RulesTracing;
  readonly #rules: { readonly part: number; readonly explained: ExplainedRule }[] = [];
  readonly #ofActions: ExplainedCondition[] = [];
  readonly #traced: TracedRule[] = [];
  readonly #lastTrue: LastTrue = new Map();
  #hasShown = false;

  constructor(tracing: RulesTracing) {
    this.#tracing = tracing;
  }

  /** Traces one more rule; gives what it reports to. */
  add({ part: about, placesAt, then, ...forms }: RuleToTrace): RuleTrace {
    const { trace, board, names } = this.#tracing;
    const file = { names, placesAt };
    const read = (form: ConditionForm | undefined, path: Path): ExplainedCondition | null =>
      form === undefined ? null : explainedCondition(form, path, file);
    const explained = {
      becomes: read(forms.becomes, ['when', 'becomes']),
      if: read(forms.if, ['if']),
    };
    const asked = conditionsIn(then, ['then']).map(
      ({ form, path }) => [pathText(path), explainedCondition(form, path, file)] as const,
    );
    const ofActions = new Map(asked);
    const part = trace.declare(about);
    this.#rules.push({ part, explained });
    this.#ofActions.push(...ofActions.values());
    const lastTrue = trace.moment === null ? null : this.#lastTrue;
    const traced = new TracedRule({ trace, part, explained, facts: board, lastTrue, ofActions });
    this.#traced.push(traced);
    return traced;
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
        for (const rule of this.#traced) rule.endStretch();
        trace.endedAtMs = asyncScheduler.now();
      }),
    );
  }

  #noteTrue(): void {
    const { trace, board } = this.#tracing;
    if (asyncScheduler.now() >= (trace.moment?.untilMs ?? -Infinity)) return;
    const ofRules = this.#rules.flatMap(({ explained }) => [explained.becomes, explained.if]);
    for (const condition of [...ofRules, ...this.#ofActions]) {
      if (condition !== null) noteTrue(condition, board, this.#lastTrue);
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
    for (const [index, { part, explained }] of this.#rules.entries()) {
      const sinceMs = this.#traced[index]?.underWaySinceMs(atMs) ?? null;
      if (sinceMs !== null) trace.add({ kind: 'rule-stood', part, atMs, sinceMs });
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
function factsAt(board: FactBoard, atMs: number): Facts {
  return {
    get: (key) => (key === 'time' ? istTimeOfDayMs(atMs) : board.get(key)),
    heardOf: (source) => board.heardOf(source),
  };
}

/** A rule of a file: its name or number, and its place. */
export function ruleOfFile({ form }: CompiledRule, index: number, source: YamlSource): RuleToTrace {
  const { name = String(index + 1), when, then } = form;
  const path = ['rules', index];
  return {
    part: { kind: 'rule', name, ...placeAt(source, path), trigger: triggerText(when) },
    becomes: when.becomes,
    if: form.if,
    then,
    placesAt: placesInYaml(source, path),
  };
}
