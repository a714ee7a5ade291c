import { map, merge, type Observable, takeUntil } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { askedBy } from '../asked-by.ts';
import { exitsOfDay, type LegDesk } from '../legs/leg-desk.ts';
import { type LegsParams, resolveLegs, resolveSizing } from '../legs/legs-params.ts';
import { followLegs, noted, openDesk, protectLegs } from '../legs/run-legs.ts';
import { type RulesForm } from '../schema/rules.ts';
import { ruleOfFile, type Tracing } from '../tracing/rules-tracer.ts';
import { compileRule } from './compile-rule.ts';
import { parameterTypes, parameterValues } from './parameters.ts';
import { readVariables, variableTypes } from './variables.ts';
import { writtenFields } from '../sources/check-sources.ts';
import { type OwnSource, sourceNames } from '../sources/own-sources.ts';
import { RuleRunner, type RunnableRule } from './rule-runner.ts';
import { triggersOf } from './triggers.ts';

type Context = StrategyContext<unknown>;

/** What the rules of a file run in. */
export interface RulesWorld {
  readonly context: Context;
  readonly sources: readonly OwnSource[];
  /** Null where the run is not traced. */
  readonly tracing: Tracing | null;
}

/** What the rules of one run act by. */
interface RulesRun extends LegDesk {
  readonly form: RulesForm;
  readonly sources: readonly OwnSource[];
  readonly tracing: Tracing | null;
}

/** Runs the rules of a file until its exit time, protects what they enter, and is out at the exit time. */
export function runRules(
  form: RulesForm,
  { context, sources, tracing }: RulesWorld,
): Observable<Command> {
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params);
  const { underlying, exit } = params;
  const sizing = resolveSizing(form, params);
  const opened = openDesk(form, legs, { context, underlying, exit, sizing });
  const desk: RulesRun = { ...opened, form, sources, tracing };
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
  const { form, legs, context, sources, tracing } = desk;
  const variables = readVariables(form.variables ?? {});
  const { parameters = {} } = form;
  const names = {
    legs: legs.map(({ name }) => name),
    variables: variableTypes(variables),
    parameters: parameterTypes(parameters),
    sources: sourceNames(form.sources === undefined ? {} : writtenFields(form.sources)),
  };
  const runner = new RuleRunner(desk, { names, sources, trace: tracing?.trace ?? null });
  const { board } = runner;
  for (const { name, value } of variables) board.set(name, Number(value));
  const given = context.params as Readonly<Record<string, unknown>>;
  for (const [name, { value }] of parameterValues(parameters, given)) board.set(name, value);
  const running = form.rules.map((one, index) => {
    const rule = compileRule(one, index, names);
    const { title, condition, facts, form: pace } = rule;
    const { then, when } = pace;
    if (when.bar !== undefined) runner.reads([], [when.bar]);
    const run: RunnableRule = {
      ...{ title, condition, facts, pace, then },
      trigger: (trace) => triggersOf(rule, { board, context, trace }),
      time: when.at ?? null,
      traced: tracing === null ? null : ruleOfFile(rule, index, tracing.source),
    };
    return runner.run(run).pipe(askedBy('rules', index));
  });
  return merge(...running, runner.follow());
}
