import {
  defer,
  EMPTY,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
} from 'rxjs';

import { type Command, type LegScope } from '../../model/orders/command.ts';
import { alert, cancel, squareOff } from '../../strategy/commands.ts';
import { choosing, SQUARED_OFF } from '../legs/choosing.ts';
import { type LegContracts, legContracts } from '../legs/enter-legs.ts';
import { entering } from '../legs/entering.ts';
import { areTaken, type LegDesk, takenLegs } from '../legs/leg-desk.ts';
import { type NamesInFile } from '../expressions/names.ts';
import { type Leg, shownUnderlyings } from '../legs/legs-params.ts';
import { type ActionForm } from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { actionFlow } from './action-flow.ts';
import { type Condition, conditionOf } from './compile-rule.ts';
import { type FactBoard } from './fact-board.ts';
import { eachAction } from './nested-actions.ts';
import { type PacedRule } from './pace.ts';
import { setVariables } from './set-variables.ts';

type Contracts = ReturnType<typeof legContracts>;

/** What the rules of one run act on. */
export interface RuleDesk extends LegDesk {
  readonly names: NamesInFile;
  readonly board: FactBoard;
}

interface OnKnown {
  readonly make: (legs: LegScope) => Command;
  readonly rule: PacedRule;
}

/** The actions of the rules of one run. */
export class Actions {
  readonly #desk: RuleDesk;
  /** By the names of the legs that are entered together. */
  readonly #contracts = new Map<string, Contracts>();

  readonly #questionsOpen = new Set<string>();
  readonly #conditions = new Map<ConditionForm, Condition>();

  constructor(desk: RuleDesk) {
    this.#desk = desk;
  }

  /** Each is read once: it may be asked for in every round of a day. */
  readonly #conditionOf = (form: ConditionForm): Condition => {
    const known = this.#conditions.get(form) ?? conditionOf(form, this.#desk.names);
    this.#conditions.set(form, known);
    return known;
  };

  /** Carries actions out, one after another. */
  run(actions: readonly ActionForm[], rule: PacedRule): Observable<Command> {
    for (const { enter } of eachAction(actions)) {
      if (enter !== undefined) void this.#contractsOf(this.#legsOf(enter));
    }
    const conditionOf = this.#conditionOf;
    const simple = (action: ActionForm): Observable<Command> => this.#action(action, rule);
    const { exit, carried } = this.#desk;
    const answersUntil = carried === null ? exit : null;
    return actionFlow(actions, {
      ...this.#desk,
      answersUntil,
      questionsOpen: this.#questionsOpen,
      rule,
      conditionOf,
      simple,
    });
  }

  /** Follows the contracts that entries will need, so that they are known when the moment comes; emits nothing. */
  follow(): Observable<never> {
    return merge(...this.#contracts.values()).pipe(ignoreElements());
  }

  #action(form: ActionForm, rule: PacedRule): Observable<Command> {
    const { enter, exit, cancel: cancelled, alert: message, severity = 'info', set } = form;
    const { names, board } = this.#desk;
    if (enter !== undefined) return this.#enter(this.#legsOf(enter), rule);
    if (exit !== undefined) return this.#exit(exit, rule);
    if (cancelled !== undefined) {
      return this.#onKnown(cancelled, { make: (legs) => cancel(legs), rule });
    }
    if (message !== undefined) return of(alert(severity, message));
    return set === undefined ? EMPTY : setVariables(set, { names, board, ...rule });
  }

  /** A leg that was never entered may wait for its momentum. */
  #exit(scope: LegScope, rule: PacedRule): Observable<Command> {
    const known = this.#onKnown(scope, { make: (legs) => squareOff(rule.title, legs), rule });
    return defer(() => {
      this.#desk.books.closings.endWaits(scope);
      return known;
    });
  }

  #legsOf(scope: LegScope): readonly Leg[] {
    const { legs } = this.#desk;
    return scope === 'all' ? legs : legs.filter(({ name }) => scope.includes(name));
  }

  /** Legs that were never entered are left out: there is nothing to close, and the engine would refuse the others with them. */
  #onKnown(scope: LegScope, { make, rule }: OnKnown): Observable<Command> {
    return defer(() => {
      if (scope === 'all') return of(make('all'));
      const known = scope.filter((leg) => this.#desk.books.states.isKnown(leg));
      if (known.length > 0) return of(make(known));
      rule.trace.didNot('not-entered', scope);
      return EMPTY;
    });
  }

  #enter(legs: readonly Leg[], rule: PacedRule): Observable<Command> {
    const underlying = shownUnderlyings(legs);
    const { title, trace } = rule;
    const waits = { legs, contracts: this.#contractsOf(legs), until: NEVER };
    const noChain = `No entry by ${title}: no fresh chain of ${underlying} within two minutes`;
    return choosing(of(title), waits, this.#desk).pipe(
      switchMap((chosen) => {
        if (typeof chosen !== 'string') return this.#entry(legs, chosen, rule);
        trace.didNot(chosen, chosen === 'no-chain' ? [underlying] : legs.map(({ name }) => name));
        if (chosen === 'no-chain') return of(alert('warning', noChain));
        return of(alert('info', `No entry by ${title}: ${SQUARED_OFF}`));
      }),
    );
  }

  #entry(
    legs: readonly Leg[],
    contracts: LegContracts,
    { title, trace }: PacedRule,
  ): Observable<Command> {
    const taken = takenLegs({ ...this.#desk, legs });
    if (taken.length === 0) {
      const didNot: LegDesk['didNot'] = (why, names) => {
        trace.didNot(why, names);
      };
      return entering(legs, contracts, { ...this.#desk, didNot });
    }
    trace.didNot('legs-taken', taken);
    return of(alert('info', `No entry by ${title}: ${areTaken(taken)}`));
  }

  #contractsOf(legs: readonly Leg[]): Contracts {
    const { context } = this.#desk;
    const key = legs.map(({ name }) => name).join('\n');
    const shared =
      this.#contracts.get(key) ??
      legContracts(legs, context).pipe(share({ connector: () => new ReplaySubject(1) }));
    this.#contracts.set(key, shared);
    return shared;
  }
}
