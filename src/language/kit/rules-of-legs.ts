import { defer, type Observable } from 'rxjs';

import { type Json } from '../../base/json.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Role } from '../../model/orders/order.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { InvalidCommand } from '../../strategy/commands.ts';
import { type Source, type StrategyContext } from '../../strategy/context.ts';
import { traceUnderWay } from '../../strategy/run-trace.ts';
import { compileParsed, type CompiledExpression } from '../expressions/compile-expression.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { printExpression } from '../expressions/print-expression.ts';
import { factsInActions } from '../rules/compile-rule.ts';
import { sourceFeed, whenChanged } from '../rules/fact-board.ts';
import { barFeed } from '../rules/followed-bars.ts';
import { type Pace } from '../rules/pace.ts';
import { RuleRunner, type RunnableRule } from '../rules/rule-runner.ts';
import { whenOrders, whenTrue } from '../rules/triggers.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type FieldType, STALE_AFTER_MS } from '../schema/sources.ts';
import { type FieldsBySource, type OwnSource, sourceNames } from '../sources/own-sources.ts';
import { type OrderTrigger, type OrderTriggerName } from '../schema/order-triggers.ts';
import { partOfCode } from '../tracing/part-of-code.ts';
import { UNTRACED } from '../tracing/rule-trace.ts';
import { type RuleToTrace } from '../tracing/rules-tracer.ts';
import { triggerText } from '../tracing/trigger-text.ts';
import { type DeskOfLegs } from './desk-of-legs.ts';
import { asFormula, type Formula, type Operand } from './formulas.ts';
import { formsOf, type RuleAction } from './rule-actions.ts';
import { type RuleParameters } from './rule-parameters.ts';

type ParameterValues = ReturnType<RuleParameters['of']>;

/** A source that rules read, by the name that formulas give it: it is in `sources` of the strategy as well. */
export interface RuleSource {
  readonly source: Source<Json>;
  /** What rules read of its values, which are plain objects: each field, and what it is. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** How long a value counts, ms. After that its fields are not known. `@default` 600000 */
  readonly staleAfter?: number;
}

/** What rules read that is not in their strategy. */
export interface RuleInputs {
  /** Values that a configuration gives: see `ruleParameters`. `@default` none */
  readonly parameters?: ParameterValues;
  /** Inputs of the author's own: see `fact.source`. `@default` none */
  readonly sources?: Readonly<Record<string, RuleSource>>;
}

/** A rule: what sets it off, what must be true then, and what it does. */
export interface LegRule {
  /** Its moments: one of the triggers of `legRules`, or any other stream, such as `context.every(60_000)`. */
  readonly when: Observable<unknown>;
  /** What must be true at such a moment. `@default` nothing */
  readonly if?: Formula;
  /** What a trigger does while actions of an earlier one are under way. `@default` 'single', which ignores it */
  readonly mode?: Pace['mode'];
  /** Least time from one start to the next, ms. `@default` none */
  readonly cooldown?: number;
  /** How often the actions start at most in a day. `@default` any number */
  readonly times?: number;
  /** What it does, one after another. */
  readonly then: readonly RuleAction[];
}

/**
 * The parts of rules. Merge the rules, and `follow()` after them. Formulas that mean nothing are refused with `InvalidCommand`.
 * `sauda why-not NAME` explains each rule, as it does those of a file.
 */
export interface LegRules {
  /** Once, at a time of day, IST. A rule whose time was missed by more than two minutes warns of it; by `context.at` it is silent. */
  readonly at: (time: ClockTime) => Observable<unknown>;
  /** Each time a condition becomes true that was false before; with `rearm`, once that has been true since the last time. */
  readonly becomes: (
    condition: Formula,
    options?: { readonly rearm?: Formula },
  ) => Observable<unknown>;
  /** At the end of each bar of so many minutes of the underlying. */
  readonly bar: (minutes: number) => Observable<unknown>;
  /** At each new value of a source that fits its fields. */
  readonly source: (source: string) => Observable<unknown>;
  /** Each time an order of a leg is completely filled. `@default` role `entry` */
  readonly filled: (leg: string, role?: Role) => Observable<unknown>;
  /** Each time a poll shows that a part of an order of a leg is filled. `@default` role `entry` */
  readonly partlyFilled: (leg: string, role?: Role) => Observable<unknown>;
  /** Each time the platform or the exchange rejects an order of a leg. `@default` role `entry` */
  readonly rejected: (leg: string, role?: Role) => Observable<unknown>;
  /** Each time an order of a leg is cancelled, by whomever. `@default` role `entry` */
  readonly cancelled: (leg: string, role?: Role) => Observable<unknown>;
  /** Each time a poll shows an order of a leg for the first time. `@default` role `entry` */
  readonly placed: (leg: string, role?: Role) => Observable<unknown>;
  /** What a rule orders. `name` is for messages and questions: a name, or the rule's number. */
  readonly rule: (name: string | number, rule: LegRule) => Observable<Command>;
  /** Keeps up to date what the rules read, until it is unsubscribed; emits an alert where a source's value does not fit its fields. */
  readonly follow: () => Observable<Command>;
}

/**
 * Rules that enter and exit the legs of a desk, as those of a YAML file do: they run on the same parts.
 *
 * @param variables values that the rules keep for the day, as they are first; default none
 * @param given values that a configuration gives (see `ruleParameters`), or these and sources; default none
 * @throws {InvalidCommand} for a first value that is not known from the start
 */
export function legRules(
  desk: DeskOfLegs,
  variables: Readonly<Record<string, Operand>> = {},
  given: ParameterValues | RuleInputs = {},
): LegRules {
  const book = new RuleBook(desk, variables, isValues(given) ? { parameters: given } : given);
  const onOrders =
    (what: OrderTriggerName) =>
    (leg: string, role: Role = 'entry') =>
      book.onOrders({ what, leg, role });
  return {
    at: (time) => book.timeOf(time),
    becomes: (condition, { rearm } = {}) => book.becomes(condition, rearm),
    bar: (minutes) => book.barsOf(minutes),
    source: (source) => book.valuesOf(source),
    filled: onOrders('fill'),
    partlyFilled: onOrders('partial-fill'),
    rejected: onOrders('rejection'),
    cancelled: onOrders('cancellation'),
    placed: onOrders('placement'),
    rule: (name, rule) => book.rule(name, rule),
    follow: () => defer(() => book.follow()),
  };
}

/** A trigger that can tell what it goes by. */
interface KnownTrigger {
  readonly text: string;
  /** Absent for one that no condition sets off. */
  readonly becomes?: string;
  /** Absent for one that is no time of day. */
  readonly time?: ClockTime;
  readonly traced: RunnableRule['trigger'];
}

const UNKNOWN_TRIGGER = { text: 'by what reaches it', becomes: undefined };

/** What the rules of one run read and do. */
class RuleBook {
  readonly #runner: RuleRunner;
  readonly #context: StrategyContext<unknown>;
  readonly #names: NamesInFile;
  /** By the stream that a trigger is: a rule made of it is traced with it. */
  readonly #triggers = new WeakMap<Observable<unknown>, KnownTrigger>();

  constructor(
    { legs: desk }: DeskOfLegs,
    variables: Readonly<Record<string, Operand>>,
    { parameters = new Map(), sources = {} }: RuleInputs,
  ) {
    const first = Object.entries(variables).map(([name, operand]) => {
      const { type, evaluate } = compiled(asFormula(operand), { legs: [] });
      return { name, type, value: evaluate({ get: () => undefined }) };
    });
    this.#names = {
      legs: desk.legs.map(({ name }) => name),
      variables: new Map(first.map(({ name, type }) => [name, type])),
      parameters: new Map([...parameters].map(([name, { type }]) => [name, type])),
      sources: sourceNames(fieldsIn(sources)),
    };
    this.#context = desk.context;
    this.#runner = new RuleRunner(desk, {
      names: this.#names,
      sources: ownIn(sources),
      trace: traceUnderWay(),
    });
    const { board } = this.#runner;
    for (const { name, value } of first) board.set(name, Number(value));
    for (const [name, { value }] of parameters) board.set(name, value);
  }

  timeOf(time: ClockTime): Observable<unknown> {
    const traced = (): Observable<unknown> => this.#context.at(time);
    return this.#known({ text: triggerText({ at: time }), time, traced });
  }

  becomes(condition: Formula, rearm: Formula | undefined): Observable<unknown> {
    const { board } = this.#runner;
    const crossing = {
      becomes: this.#read(condition),
      rearm: rearm === undefined ? null : this.#read(rearm),
    };
    const becomes = printExpression(condition);
    const again = rearm === undefined ? {} : { rearm: printExpression(rearm) };
    return this.#known({
      text: triggerText({ becomes, ...again }),
      becomes,
      traced: (trace) => whenTrue(board, crossing, trace),
    });
  }

  barsOf(minutes: number): Observable<unknown> {
    const { board } = this.#runner;
    this.#runner.reads([], [minutes]);
    const traced = (): Observable<unknown> => whenChanged(board, [barFeed(minutes)]);
    return this.#known({ text: triggerText({ bar: minutes }), traced });
  }

  valuesOf(source: string): Observable<unknown> {
    const { board } = this.#runner;
    if (this.#names.sources?.has(source) !== true) {
      throw new InvalidCommand(
        `Cannot wait for the source "${source}": legRules has no such source`,
      );
    }
    const traced = (): Observable<unknown> => whenChanged(board, [sourceFeed(source)]);
    return this.#known({ text: triggerText({ source }), traced });
  }

  onOrders(trigger: OrderTrigger): Observable<unknown> {
    const { what, leg, role } = trigger;
    const text = triggerText({ [what]: leg, role });
    const traced = (): Observable<unknown> => whenOrders(this.#context, trigger);
    return this.#known({ text, traced });
  }

  rule(...[name, rule]: Parameters<LegRules['rule']>): ReturnType<LegRules['rule']> {
    const { when, if: condition = null, mode = 'single', cooldown, times } = rule;
    const read = condition === null ? null : this.#read(condition);
    const then = formsOf(rule.then, (formula) => this.#written(formula));
    const trigger = this.#triggers.get(when);
    return this.#runner.run({
      title: typeof name === 'number' ? `rule ${String(name)}` : `rule "${name}"`,
      trigger: trigger?.traced ?? (() => when),
      time: trigger?.time ?? null,
      condition: read,
      pace: { mode, cooldown, times },
      then,
      facts: factsInActions(then, this.#names),
      traced: traceUnderWay() === null ? null : this.#traced(String(name), rule, then),
    });
  }

  #traced(
    name: string,
    { when, if: condition }: LegRule,
    then: readonly ActionForm[],
  ): RuleToTrace {
    const { text, becomes } = this.#triggers.get(when) ?? UNKNOWN_TRIGGER;
    const part = partOfCode('rule', name, text);
    const { line, column } = part;
    return {
      part,
      becomes,
      if: condition === undefined ? undefined : printExpression(condition),
      then,
      placesAt: () => () => ({ line, column }),
    };
  }

  follow(): Observable<Command> {
    return this.#runner.follow();
  }

  #known(trigger: KnownTrigger): Observable<unknown> {
    const stream = defer(() => trigger.traced(UNTRACED));
    this.#triggers.set(stream, trigger);
    return stream;
  }

  /** A formula that can be evaluated, and whose facts are followed. */
  #read(formula: Formula): CompiledExpression {
    const expression = compiled(formula, this.#names);
    this.#runner.reads(expression.facts);
    return expression;
  }

  #written(formula: Formula): string {
    compiled(formula, this.#names);
    return printExpression(formula);
  }
}

function isValues(given: ParameterValues | RuleInputs): given is ParameterValues {
  return given instanceof Map;
}

function fieldsIn(sources: NonNullable<RuleInputs['sources']>): FieldsBySource {
  const fields = Object.entries(sources).map(([name, { fields: own }]) => [name, own] as const);
  return Object.fromEntries(fields);
}

function ownIn(sources: NonNullable<RuleInputs['sources']>): readonly OwnSource[] {
  return Object.entries(sources).map(([name, { source, fields, staleAfter }]) => {
    return { name, source, fields, staleAfterMs: staleAfter ?? STALE_AFTER_MS };
  });
}

function compiled(formula: Formula, names: NamesInFile): CompiledExpression {
  const read = compileParsed(formula, names);
  if (read.ok) return read.value;
  const { message, allowed } = read.error;
  const wanted = allowed === null ? '' : `: wanted ${allowed}`;
  throw new InvalidCommand(`Cannot use ${printExpression(formula)}: ${message}${wanted}`);
}
