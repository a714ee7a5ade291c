import { invariant } from '../../base/invariant.ts';
import { type Value } from '../expressions/expression.ts';
import { compileExpression, type CompiledExpression } from '../expressions/compile-expression.ts';
import { type Fact, type Facts, type NamesInFile } from '../expressions/names.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { type RuleForm } from '../schema/rules.ts';
import { conditionsIn, eachAction } from './nested-actions.ts';

/** A condition that can be evaluated, and what it reads. */
export interface Condition {
  /** Null while something that decides it has not been seen yet. */
  readonly evaluate: (facts: Facts) => Value | null;
  readonly facts: readonly Fact[];
}

/** A rule whose expressions have been read. */
export interface CompiledRule {
  /** As messages name it: its name in quotes, or its number. */
  readonly title: string;
  readonly form: RuleForm;
  /** Null without an `if`. */
  readonly condition: Condition | null;
  /** Null for every other trigger. */
  readonly becomes: Condition | null;
  /** What must be true before it becomes true once more; null where nothing must. */
  readonly rearm: Condition | null;
  /** All that it reads, what its variables are set from too. */
  readonly facts: readonly Fact[];
}

/** Reads the expressions of a rule that was checked. */
export function compileRule(form: RuleForm, index: number, names: NamesInFile): CompiledRule {
  const { name, when } = form;
  const read = (written: ConditionForm | undefined): Condition | null =>
    written === undefined ? null : conditionOf(written, names);
  const [condition, becomes, rearm] = [read(form.if), read(when.becomes), read(when.rearm)];
  return {
    title: name === undefined ? `rule ${String(index + 1)}` : `rule "${name}"`,
    form,
    condition,
    becomes,
    rearm,
    facts: [
      ...[becomes, rearm, condition].flatMap((one) => one?.facts ?? []),
      ...factsInActions(form.then, names),
    ],
  };
}

/** What actions read: what variables are set from, and the conditions that they ask for. */
export function factsInActions(
  actions: readonly ActionForm[],
  names: NamesInFile,
): readonly Fact[] {
  return [
    ...eachAction(actions).flatMap((action) => factsSetFrom(action, names)),
    ...conditionsIn(actions, []).flatMap(({ form }) => conditionOf(form, names).facts),
  ];
}

function factsSetFrom({ set = {} }: ActionForm, names: NamesInFile): readonly Fact[] {
  return Object.values(set).flatMap((text) => checkedExpression(text, names).facts);
}

/** An expression of a file that was checked. */
export function checkedExpression(text: string, names: NamesInFile): CompiledExpression {
  const compiled = compileExpression(text, names);
  invariant(compiled.ok, `An expression that was checked cannot be read: ${text}`);
  return compiled.value;
}

/** A condition of a file that was checked. */
export function conditionOf(form: ConditionForm, names: NamesInFile): Condition {
  if (typeof form === 'string') return checkedExpression(form, names);
  if (isList(form)) return allOf(form, names);
  if (form.not !== undefined) return negated(conditionOf(form.not, names));
  return form.or === undefined ? allOf(form.and ?? [], names) : anyOf(form.or, names);
}

function isList(form: ConditionForm): form is readonly ConditionForm[] {
  return Array.isArray(form);
}

function allOf(forms: readonly ConditionForm[], names: NamesInFile): Condition {
  return joined(forms, names, false);
}

function anyOf(forms: readonly ConditionForm[], names: NamesInFile): Condition {
  return joined(forms, names, true);
}

/** One that is `decisive` decides; else one that is not known leaves all unknown, as in an expression. */
function joined(forms: readonly ConditionForm[], names: NamesInFile, decisive: boolean): Condition {
  const conditions = forms.map((form) => conditionOf(form, names));
  const evaluate = (facts: Facts): Value | null => {
    const values = conditions.map((condition) => condition.evaluate(facts));
    if (values.includes(decisive)) return decisive;
    return values.includes(null) ? null : !decisive;
  };
  return { evaluate, facts: conditions.flatMap(({ facts }) => facts) };
}

function negated({ evaluate, facts }: Condition): Condition {
  const opposite = (now: Facts): Value | null => {
    const value = evaluate(now);
    return value === null ? null : value === false;
  };
  return { evaluate: opposite, facts };
}
