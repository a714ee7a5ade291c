import { type LegScope } from '../../model/orders/command.ts';
import { type ActionForm, type BranchForm, type OnRestart } from '../schema/actions.ts';
import { asFormula, type Formula, type Operand } from './formulas.ts';

/** One thing that a rule does, in the words of a YAML file (docs/yaml-rules.md): exactly one of them. Times are milliseconds. */
export interface RuleAction {
  /** Enters legs together. Where one of them is open or being entered, none is, and an alert says so. */
  readonly enter?: LegScope;
  /** Cancels working orders and closes what is open. */
  readonly exit?: LegScope;
  /** Cancels working orders; positions stay. */
  readonly cancel?: LegScope;
  /** Sends a message to people. */
  readonly alert?: string;
  /** Of the alert. `@default` 'info' */
  readonly severity?: 'info' | 'warning' | 'critical';
  /** Gives variables new values, one after another; an alert says where one is not known yet. */
  readonly set?: Readonly<Record<string, Operand>>;
  /** Waits before the next action: so long, or until a condition is true, but no longer than `atMost`. */
  readonly wait?: number | { readonly until: Formula; readonly atMost: number };
  /** What follows a wait that ended while the process was down. `@default` 'fire' */
  readonly onRestart?: OnRestart;
  /** Carries actions out several times: `while` is asked before each round, `until` after it. */
  readonly repeat?: RepeatedActions;
  /** Carries out the first of these lists whose condition is true. */
  readonly choose?: readonly { readonly if: Formula; readonly then: readonly RuleAction[] }[];
  /** What is done where none of them is. */
  readonly otherwise?: readonly RuleAction[];
}

/** Actions that are carried out at most so many times. */
export interface RepeatedActions {
  readonly times: number;
  readonly while?: Formula;
  readonly until?: Formula;
  readonly then: readonly RuleAction[];
}

/** Writes a formula down, and refuses one that means nothing. */
type WriteFormula = (formula: Formula) => string;

/** Actions as a file has them: formulas are written there, and mean the same. */
export function formsOf(
  actions: readonly RuleAction[],
  write: WriteFormula,
): readonly ActionForm[] {
  return actions.map(({ set, wait, repeat, choose, otherwise, ...plain }) => ({
    ...plain,
    ...(set === undefined ? {} : { set: writtenIn(set, write) }),
    ...(wait === undefined ? {} : { wait: waitForm(wait, write) }),
    ...(repeat === undefined ? {} : { repeat: repeatForm(repeat, write) }),
    ...(choose === undefined ? {} : { choose: choose.map((branch) => branchForm(branch, write)) }),
    ...(otherwise === undefined ? {} : { otherwise: formsOf(otherwise, write) }),
  }));
}

function writtenIn(
  set: Readonly<Record<string, Operand>>,
  write: WriteFormula,
): Readonly<Record<string, string>> {
  const written = Object.entries(set).map(([name, to]) => [name, write(asFormula(to))]);
  return Object.fromEntries(written) as Readonly<Record<string, string>>;
}

function waitForm(wait: NonNullable<RuleAction['wait']>, write: WriteFormula): ActionForm['wait'] {
  if (typeof wait === 'number') return wait;
  return { until: write(wait.until), atMost: wait.atMost };
}

function repeatForm(repeat: RepeatedActions, write: WriteFormula): ActionForm['repeat'] {
  const { times, then, until } = repeat;
  return {
    times,
    ...(repeat.while === undefined ? {} : { while: write(repeat.while) }),
    ...(until === undefined ? {} : { until: write(until) }),
    then: formsOf(then, write),
  };
}

function branchForm(
  { if: condition, then }: NonNullable<RuleAction['choose']>[number],
  write: WriteFormula,
): BranchForm {
  return { if: write(condition), then: formsOf(then, write) };
}
