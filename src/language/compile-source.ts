import { defaultIfEmpty, map, merge, type Observable, startWith, switchMap } from 'rxjs';
import { z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { type Checked, type Problem } from '../base/problem.ts';
import { ok } from '../base/result.ts';
import { type Command } from '../model/orders/command.ts';
import { alert, signal, squareOffPosition, startPosition } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { type AskedBroker, ownStrategy, type Strategy } from '../strategy/define-strategy.ts';
import { checkSchema } from '../text/check-schema.ts';
import { type Finding, type Path, placeAt } from '../text/finding.ts';
import { type FileWords } from '../text/issue-findings.ts';
import { mappingOf } from '../text/read-yaml.ts';
import { type YamlSource, type YamlTree } from '../text/yaml-source.ts';
import { type RunTrace } from '../strategy/run-trace.ts';
import { type Tracing } from './tracing/rules-tracer.ts';
import { askedBy, linesFrom } from './asked-by.ts';
import { tracingLegs } from './tracing/trace-legs.ts';
import { checkLegs, checkTimes, checkUnderlyings } from './check-consistency.ts';
import { type LegsParams, legsParams } from './legs/legs-params.ts';
import { ejectLegs } from './eject/eject-legs.ts';
import { ejectPosition, ejectSignals } from './eject/eject-orders.ts';
import { ejectRules } from './eject/eject-rules.ts';
import { type EjectForm, ejectedModule } from './eject/eject-strategy.ts';
import { fileDoubts } from './doubts/file-doubts.ts';
import { type MarketHours } from './doubts/market-hours.ts';
import { type LegInUnits } from './doubts/uneven-units.ts';
import {
  type Outline,
  outlineLegs,
  outlinePosition,
  outlineRules,
  outlineSignals,
} from './plan/outline.ts';
import { checkRules } from './rules/check-rules.ts';
import { onWeekdays } from './kit/on-weekdays.ts';
import { parameterSchemas } from './rules/parameters.ts';
import { runRules } from './rules/run-rules.ts';
import { runLegs } from './legs/run-legs.ts';
import { type OwnSource } from './sources/own-sources.ts';
import { ownSources } from './sources/source-modules.ts';
import { noModules, type ReadSource } from './sources/read-source.ts';
import { type Carry } from './schema/carry.ts';
import { type LegsForm, legsForm } from './schema/legs.ts';
import { type PositionForm, positionForm } from './schema/position.ts';
import { type protectionsRule, readProtections } from './schema/protections.ts';
import { type DaysRule } from './schema/shared-keys.ts';
import { type RulesForm, rulesForm } from './schema/rules.ts';
import { type SignalsForm, signalsForm } from './schema/signals.ts';
import { RULES_WORDS, STRATEGY_WORDS } from './strategy-words.ts';

interface ReadFile {
  readonly source: YamlSource;
  readonly refused: readonly Finding[];
  /** Paths of values that are not known yet. */
  readonly undecided: readonly Path[];
}

/** A strategy of a file. */
export interface YamlStrategy extends Strategy {
  /** What it can trade in a day at most. `params` must be an output of the schema `params`. */
  readonly outline: (params: unknown) => Outline;
  /** What the file says and its author hardly means, at its place, on a day with these hours and lots. */
  readonly doubts: (hours: MarketHours, inUnits?: readonly LegInUnits[]) => readonly Problem[];
  /** The same in sentences that no hours change. */
  readonly warnings: readonly string[];
  /** The TypeScript module that decides the same, or every word of the file that no TypeScript is known for. */
  readonly ejected: () => Checked<string>;
}

type Compiled = Checked<YamlStrategy>;
type Context = StrategyContext<unknown>;

/** What is known of the market that a strategy will meet, and of the code that it names. */
export interface CompileOptions {
  /** Underlyings that can be traded; another one is refused. @default any, by its form alone */
  readonly underlyings?: readonly string[];
  /** Finds the modules of the file's sources. @default none is loaded: they are silent */
  readonly readSource?: ReadSource;
}

/** What else is known of a file besides its text. */
interface SourceOptions extends CompileOptions {
  /** Paths of values that are not known yet: nothing is wrong with them. @default none */
  readonly undecided?: readonly Path[];
  /** What is wrong with the file already. @default nothing */
  readonly findings?: readonly Finding[];
}

/** A file that was read as a strategy, or everything that is wrong with it. */
export function compileSource(source: YamlSource, options: SourceOptions = {}): Compiled {
  const { name, refused } = chooseForm(source.tree);
  const { findings = [], undecided = [] } = options;
  const all = refused === null ? findings : [refused, ...findings];
  const read: ReadFile = { source, refused: all, undecided };
  switch (name) {
    case 'legs':
      return compileLegs(read, options);
    case 'rules':
      return compileRules(read, options);
    case 'position':
      return compilePosition(read);
    case 'signals':
      return compileSignals(read);
  }
}

function compileLegs(
  { source, refused, undecided }: ReadFile,
  { underlyings }: CompileOptions,
): Compiled {
  const written = mappingOf(source.value);
  const findings = [
    ...refused,
    ...checkUnderlyings(written, underlyings),
    ...(source.tree.parts.has('legs') || !refused.some(({ isForm }) => isForm === true)
      ? checkLegs(written)
      : []),
  ];
  const paramsOf = (form: LegsForm): z.ZodType => legsParams(form, written);
  const run: RunnableForm<LegsForm>['run'] = (form, context, tracing) =>
    tracingLegs(form, { context, tracing }, (watched) => runLegs(form, watched));
  const form = { schema: legsForm, run, outline: outlineLegs, eject: ejectLegs, paramsOf };
  return compileForm({ source, refused: findings, undecided }, form);
}

function compileRules(
  { source, refused, undecided }: ReadFile,
  { underlyings, readSource = noModules }: CompileOptions,
): Compiled {
  const written = mappingOf(source.value);
  const findings = [
    ...refused,
    ...checkUnderlyings(written, underlyings),
    ...checkLegs(written),
    ...checkRules(source, { underlyings, readSource }),
  ];
  const paramsOf = (form: RulesForm): z.ZodType =>
    legsParams(form, written, parameterSchemas(form.parameters ?? {}));
  const words = RULES_WORDS;
  const modules = { source, readSource };
  const sourcesOf = (form: RulesForm): readonly OwnSource[] => ownSources(form.sources, modules);
  const run: RunnableForm<RulesForm>['run'] = (form, context, tracing) =>
    tracingLegs(form, { context, tracing }, (watched) =>
      runRules(form, { context: watched, sources: sourcesOf(form), tracing }),
    );
  const form = {
    schema: rulesForm,
    run,
    outline: outlineRules,
    eject: ejectRules(modules),
    paramsOf,
    sourcesOf,
    words,
  };
  return compileForm({ source, refused: findings, undecided }, form);
}

function compilePosition({ source, refused, undecided }: ReadFile): Compiled {
  const position = mappingOf(mappingOf(source.value)['position']);
  const times = ['start', 'squareOff', 'exitTime'].map((key) => ({
    path: ['position', key],
    value: position[key],
  }));
  const findings = [...refused, ...checkTimes(times)];
  const how = { run: runPosition, outline: outlinePosition, eject: ejectPosition };
  const form = { schema: positionForm, ...how };
  return compileForm({ source, refused: findings, undecided }, form);
}

function compileSignals(read: ReadFile): Compiled {
  const how = { run: runSignals, outline: outlineSignals, eject: ejectSignals };
  return compileForm(read, { schema: signalsForm, ...how });
}

/** A form that a file may have, and how it is run. */
interface RunnableForm<Form> {
  readonly schema: z.ZodType<Form>;
  readonly run: (form: Form, context: Context, tracing: Tracing | null) => Observable<Command>;
  readonly outline: (form: Form, params: LegsParams) => Outline;
  readonly eject: EjectForm<Form>;
  /** @default no parameters */
  readonly paramsOf?: (form: Form) => z.ZodType;
  /** Inputs of the author's own. @default none */
  readonly sourcesOf?: (form: Form) => readonly OwnSource[];
  /** @default those of every form */
  readonly words?: FileWords;
}

/** What all forms have. */
interface AnyForm {
  readonly name: string;
  readonly days?: DaysRule | undefined;
  readonly carry?: Carry | undefined;
  readonly broker?: string | undefined;
  readonly protections?: z.output<typeof protectionsRule> | undefined;
}

/** The strategy of a file whose form fits its schema. It runs on the form's days; on another day it says so and ends. */
function compileForm<Form extends AnyForm>(
  { source, refused: findings, undecided }: ReadFile,
  {
    schema,
    run,
    outline,
    eject,
    paramsOf = () => z.strictObject({}),
    sourcesOf = () => [],
    words = STRATEGY_WORDS,
  }: RunnableForm<Form>,
): Compiled {
  const form = checkSchema(schema, source, { ...words, findings, undecided });
  if (!form.ok) return form;
  const { name, days, carry, broker, protections } = form.value;
  const runToday = (context: Context, trace: RunTrace | null): Observable<Command> => {
    const tracing = trace === null ? null : { trace, source };
    const trade = (): Observable<Command> =>
      run(form.value, context, tracing).pipe(linesFrom(source));
    // What is carried is protected and closed on days, too, on which nothing is entered.
    const isAnyDay = carry !== undefined || days === undefined || days === 'expiry';
    return isAnyDay ? trade() : onWeekdays(context, days, trade);
  };
  const params = paramsOf(form.value);
  const strategy = ownStrategy({
    name,
    params,
    sources: sourcesOf(form.value).map(({ source: own }) => own),
    ...(protections === undefined ? {} : { protections: readProtections(protections) }),
    run: (context) => runToday(context, null),
  });
  return ok({
    ...strategy,
    ...(broker === undefined ? {} : { broker: { name: broker, at: placeOfBroker(source) } }),
    runTraced: runToday,
    // As with `run`: the caller hands over an output of the schema that `paramsOf` made.
    outline: (given) => outline(form.value, given as LegsParams),
    doubts: (hours, inUnits = []) => fileDoubts(source, hours, inUnits),
    warnings: carriesNothing(source),
    ejected: () => ejectedModule(form.value, source, eject),
  });
}

function placeOfBroker(source: YamlSource): NonNullable<AskedBroker['at']> {
  const { file = source.file, line, column } = placeAt(source, ['broker']);
  return { file, line, column };
}

/** A file with legs and rules has the form of the rules. */
const FORMS = ['rules', 'legs', 'position', 'signals'] as const;
const ALLOWED = 'legs, rules, position or signals';

/** What kind of strategy a file holds: the key that says what is traded. */
export type FormName = (typeof FORMS)[number];

/** What a file is read as, and why it cannot be that. */
export interface ChosenForm {
  readonly name: FormName;
  /** Null for a form that can be run; else the file is read for what else is wrong with it. */
  readonly refused: Finding | null;
}

/** Which form a file has. One that names none is read as `legs`, or as the form whose name is nearly there. */
function chooseForm({ parts: keys }: YamlTree): ChosenForm {
  const held = FORMS.filter((name) => keys.has(name));
  const [form, other] = held.filter((name) => name !== 'legs' || !held.includes('rules'));
  const name = form ?? nearlyNamed([...keys.keys()]) ?? 'legs';
  if (other === undefined) return { name, refused: null };
  const message = `A file holds one form, and "${name}" stands in it already`;
  const parts = { allowed: `one of ${ALLOWED}`, next: 'Make a file of each' };
  return { name, refused: refusal(other, message, parts) };
}

function refusal(
  key: string,
  message: string,
  parts: { readonly allowed: string; readonly next: string },
): Finding {
  const said = { found: JSON.stringify(key), ...parts };
  return { path: [key], isKey: true, isForm: true, message, parts: said };
}

function nearlyNamed(keys: readonly string[]): FormName | null {
  const short = keys.filter((key) => key.length <= 16).slice(0, 100);
  const near = new Set(short.map((key) => nearestWord(key, FORMS)));
  return FORMS.find((form) => near.has(form)) ?? null;
}

/** What a product asks for that the file then does not do. */
function carriesNothing({ value }: YamlSource): readonly string[] {
  const { product, carry, exit } = mappingOf(value);
  if (product !== 'carry-forward' || carry !== undefined) return [];
  return [
    `product: carry-forward alone carries nothing overnight: everything is closed at ${String(exit)} the same day, and only what could not be closed is carried. Use intraday, or add carry: 1 day`,
  ];
}

/** Starts the custom position at its time and, once started, squares it off at its time. */
function runPosition({ name, position }: PositionForm, context: Context): Observable<Command> {
  const { ticker, alertName = name, legs, exitTime } = position;
  const start = startPosition({
    position: name,
    alertName,
    ticker,
    legs,
    ...(exitTime === undefined ? {} : { exitTime }),
  });
  const squareOff = context
    .at(position.squareOff, { late: 'run' })
    .pipe(map(() => squareOffPosition(name)));
  return context.at(position.start).pipe(
    switchMap(() => squareOff.pipe(askedBy('position', 'squareOff'), startWith(start))),
    defaultIfEmpty(alert('warning', `Not started: ${position.start} had passed`)),
    askedBy('position', 'start'),
  );
}

/** Sends each signal once, at its time. One whose time had long passed when the run started is not sent. */
function runSignals({ signals }: SignalsForm, context: Context): Observable<Command> {
  return merge(
    ...signals.map(({ at, trades, tag, brokers }, index) =>
      context.at(at).pipe(
        map(() => signal({ trades, signalTag: tag, brokerIds: brokers })),
        askedBy('signals', index),
      ),
    ),
  );
}
