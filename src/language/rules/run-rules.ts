import { EMPTY, filter, map, merge, type Observable, takeUntil, tap } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { askedBy } from '../asked-by.ts';
import { exitsOfDay, type LegDesk } from '../legs/leg-desk.ts';
import { type LegsParams, resolveLegs } from '../legs/legs-params.ts';
import { followLegs, noted, openDesk, protectLegs } from '../legs/run-legs.ts';
import { type RulesForm } from '../schema/rules.ts';
import { UNTRACED } from '../tracing/rule-trace.ts';
import { RulesTracer, type Tracing } from '../tracing/rules-tracer.ts';
import { Actions } from './actions.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import { FactBoard, feedsFor } from './fact-board.ts';
import { paced } from './pace.ts';
import { parameterTypes, parameterValues } from './parameters.ts';
import { readVariables, variableTypes } from './variables.ts';
import { type TriggerParts, triggersOf } from './triggers.ts';

type Context = StrategyContext<unknown>;

/** What the rules of one run act by. */
interface RulesRun extends LegDesk {
  readonly form: RulesForm;
  readonly tracing: Tracing | null;
}

/** Runs the rules of a file until its exit time, protects what they enter, and is out at the exit time. */
export function runRules(
  form: RulesForm,
  context: Context,
  tracing: Tracing | null = null,
): Observable<Command> {
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params);
  const { underlying, exit } = params;
  const opened = openDesk(form, legs, { context, underlying, exit });
  const desk: RulesRun = { ...opened, form, tracing };
  const { closes, ends } = exitsOfDay(desk);
  return merge(
    followLegs(desk, ends),
    rulesUntilExit(desk).pipe(takeUntil(ends)),
    protectLegs(desk),
    closes.pipe(
      map(() => squareOff('exit time')),
      askedBy('exit'),
    ),
  ).pipe(noted(desk.books));
}

function rulesUntilExit(desk: RulesRun): Observable<Command> {
  const { form, underlying, legs, context, tracing } = desk;
  const variables = readVariables(form.variables ?? {});
  const { parameters = {} } = form;
  const names = {
    legs: legs.map(({ name }) => name),
    variables: variableTypes(variables),
    parameters: parameterTypes(parameters),
  };
  const rules = form.rules.map((rule, index) => compileRule(rule, index, names));
  const board = new FactBoard(context, underlying);
  for (const { name, value } of variables) board.set(name, Number(value));
  const given = context.params as Readonly<Record<string, unknown>>;
  for (const [name, { value }] of parameterValues(parameters, given)) board.set(name, value);
  const tracer = tracing === null ? null : new RulesTracer(rules, { ...tracing, names, board });
  const actions = new Actions({ ...desk, names, board });
  const running = rules.map((rule, index) => {
    const trace = tracer?.rules[index] ?? UNTRACED;
    return runRule(rule, { board, actions, context, trace }).pipe(askedBy('rules', index));
  });
  // Legs are up to date before a rule reads them, and rules listen before the first fact comes.
  return merge(
    tracer?.follow() ?? EMPTY,
    ...running,
    actions.follow(),
    board.follow(
      feedsFor(
        rules.flatMap(({ facts }) => facts),
        barsOf(rules),
      ),
    ),
  );
}

interface RuleParts extends TriggerParts {
  readonly actions: Actions;
}

function runRule(rule: CompiledRule, { actions, ...parts }: RuleParts): Observable<Command> {
  const { condition, form, title } = rule;
  const { board, trace } = parts;
  return triggersOf(rule, parts).pipe(
    filter(() => trace.evaluated('if', condition === null || condition.evaluate(board)) === true),
    paced(form, actions.run(form.then, { title, trace }), { title, trace }),
    tap((command) => {
      trace.emitted(command);
    }),
  );
}

function barsOf(rules: readonly CompiledRule[]): readonly number[] {
  return rules.flatMap(({ form: { when } }) => (when.bar === undefined ? [] : [when.bar]));
}
