import {
  defer,
  filter,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  type OperatorFunction,
} from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type Role } from '../../model/orders/order.ts';
import { InvalidCommand } from '../../strategy/commands.ts';
import { compileParsed, type CompiledExpression } from '../expressions/compile-expression.ts';
import { type Fact } from '../expressions/names.ts';
import { printExpression } from '../expressions/print-expression.ts';
import { Actions, type RuleDesk } from '../rules/actions.ts';
import { factsInActions } from '../rules/compile-rule.ts';
import { FactBoard, feedsFor, whenChanged } from '../rules/fact-board.ts';
import { barFeed } from '../rules/followed-bars.ts';
import { type Pace, paced } from '../rules/pace.ts';
import { whenOrders, whenTrue } from '../rules/triggers.ts';
import { UNTRACED } from '../tracing/rule-trace.ts';
import { type DeskOfLegs } from './desk-of-legs.ts';
import { asFormula, type Formula, type Operand } from './formulas.ts';
import { formsOf, type RuleAction } from './rule-actions.ts';
import { type RuleParameters } from './rule-parameters.ts';

type ParameterValues = ReturnType<RuleParameters['of']>;

/** How often the actions of a rule start, and what they do when they are triggered again. */
export interface RulePace {
  /** What a trigger does while actions of an earlier one are under way. `@default` 'single', which ignores it */
  readonly mode?: Pace['mode'];
  /** Least time from one start to the next, ms. `@default` none */
  readonly cooldown?: number;
  /** How often the actions start at most in a day. `@default` any number */
  readonly times?: number;
}

/**
 * The parts of rules. A rule is a trigger, piped through `where` and `start`. Merge the rules, and `follow()` after them.
 * Formulas that mean nothing are refused with `InvalidCommand`.
 */
export interface LegRules {
  /** Each time a condition becomes true that was false before; with `rearm`, once that has been true since the last time. */
  readonly becomes: (
    condition: Formula,
    options?: { readonly rearm?: Formula },
  ) => Observable<unknown>;
  /** At the end of each bar of so many minutes of the underlying. */
  readonly bar: (minutes: number) => Observable<unknown>;
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
  /** Lets a trigger pass while a condition is true. */
  readonly where: (condition: Formula) => MonoTypeOperatorFunction<unknown>;
  /** Carries out actions, one after another, at each trigger, no oftener than the pace says. `name` is for messages: a name, or the rule's number. */
  readonly start: (
    name: string | number,
    pace: RulePace,
    actions: readonly RuleAction[],
  ) => OperatorFunction<unknown, Command>;
  /** Keeps up to date what the rules read, until it is unsubscribed; emits nothing. */
  readonly follow: () => Observable<never>;
}

/**
 * Rules that enter and exit the legs of a desk, as those of a YAML file do: they run on the same parts.
 *
 * @param variables values that the rules keep for the day, as they are first; default none
 * @param parameters values that a configuration gives: see `ruleParameters`; default none
 * @throws {InvalidCommand} for a first value that is not known from the start
 */
export function legRules(
  desk: DeskOfLegs,
  variables: Readonly<Record<string, Operand>> = {},
  parameters: ParameterValues = new Map(),
): LegRules {
  const book = new RuleBook(desk, variables, parameters);
  const { board, context } = book;
  return {
    becomes: (condition, { rearm } = {}) => {
      const crossing = { becomes: book.read(condition) };
      const rearmed = rearm === undefined ? null : book.read(rearm);
      return whenTrue(board, { ...crossing, rearm: rearmed }, UNTRACED);
    },
    bar: (minutes) => book.barsOf(minutes),
    filled: (leg, role = 'entry') => whenOrders(context, { what: 'fill', leg, role }),
    partlyFilled: (leg, role = 'entry') => whenOrders(context, { what: 'partial-fill', leg, role }),
    rejected: (leg, role = 'entry') => whenOrders(context, { what: 'rejection', leg, role }),
    cancelled: (leg, role = 'entry') => whenOrders(context, { what: 'cancellation', leg, role }),
    placed: (leg, role = 'entry') => whenOrders(context, { what: 'placement', leg, role }),
    where: (condition) => {
      const { evaluate } = book.read(condition);
      return filter(() => evaluate(board) === true);
    },
    start: (name, pace, actions) => book.start(name, pace, actions),
    follow: () => defer(() => book.follow()),
  };
}

/** What the rules of one run read and do. */
class RuleBook {
  readonly board: FactBoard;
  readonly context: RuleDesk['context'];
  readonly #actions: Actions;
  readonly #names: RuleDesk['names'];
  readonly #facts: Fact[] = [];
  readonly #barMinutes: number[] = [];

  constructor(
    { legs: desk }: DeskOfLegs,
    variables: Readonly<Record<string, Operand>>,
    parameters: ParameterValues,
  ) {
    const first = Object.entries(variables).map(([name, operand]) => {
      const { type, evaluate } = compiled(asFormula(operand), { legs: [] });
      return { name, type, value: evaluate({ get: () => undefined }) };
    });
    this.context = desk.context;
    this.board = new FactBoard(desk.context, desk.underlying);
    for (const { name, value } of first) this.board.set(name, Number(value));
    for (const [name, { value }] of parameters) this.board.set(name, value);
    this.#names = {
      legs: desk.legs.map(({ name }) => name),
      variables: new Map(first.map(({ name, type }) => [name, type])),
      parameters: new Map([...parameters].map(([name, { type }]) => [name, type])),
    };
    this.#actions = new Actions({ ...desk, names: this.#names, board: this.board });
  }

  /** A formula that can be evaluated, and whose facts are followed. */
  read(formula: Formula): CompiledExpression {
    const expression = compiled(formula, this.#names);
    this.#facts.push(...expression.facts);
    return expression;
  }

  barsOf(minutes: number): Observable<unknown> {
    this.#barMinutes.push(minutes);
    return whenChanged(this.board, [barFeed(minutes)]);
  }

  start(...[name, pace, actions]: Parameters<LegRules['start']>): ReturnType<LegRules['start']> {
    const title = typeof name === 'number' ? `rule ${String(name)}` : `rule "${name}"`;
    const rule = { title, trace: UNTRACED };
    const { mode = 'single', cooldown, times } = pace;
    const forms = formsOf(actions);
    this.#facts.push(...factsInActions(forms, this.#names));
    return paced({ mode, cooldown, times }, this.#actions.run(forms, rule), rule);
  }

  follow(): Observable<never> {
    const feeds = feedsFor(this.#facts, this.#barMinutes);
    return merge(this.#actions.follow(), this.board.follow(feeds));
  }
}

function compiled(formula: Formula, names: RuleDesk['names']): CompiledExpression {
  const read = compileParsed(formula, names);
  if (read.ok) return read.value;
  const { message, allowed } = read.error;
  const wanted = allowed === null ? '' : `: wanted ${allowed}`;
  throw new InvalidCommand(`Cannot use ${printExpression(formula)}: ${message}${wanted}`);
}
