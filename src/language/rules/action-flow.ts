import {
  asyncScheduler,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  race,
  repeat,
  switchMap,
  take,
  tap,
} from 'rxjs';

import { type Command, QUESTION_NAME_MAX } from '../../model/orders/command.ts';
import { alert, ask } from '../../strategy/commands.ts';
import { type ClockTime, istClock } from '../../model/time/ist.ts';
import { type LatePolicy, type StrategyContext } from '../../strategy/context.ts';
import { type Path } from '../../text/finding.ts';
import {
  type ActionForm,
  type BranchForm,
  type OnRestart,
  type RepeatForm,
  type WaitForm,
} from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { actionText } from './action-text.ts';
import { type Condition } from './compile-rule.ts';
import { type FactBoard } from './fact-board.ts';
import { type PacedRule } from './pace.ts';

/** What the actions of one rule are carried out with. */
export interface FlowParts {
  readonly rule: PacedRule;
  readonly board: FactBoard;
  readonly context: Pick<StrategyContext<unknown>, 'after' | 'answers'>;
  /** From when on an answer of the operator is of no use; null for the end of the run. */
  readonly answersUntil: ClockTime | null;
  /** Names of questions that the rules of the run wait with; changed in place. */
  readonly questionsOpen: Set<string>;
  readonly conditionOf: (form: ConditionForm) => Condition;
  /** An action that neither waits, nor repeats, nor chooses. */
  readonly simple: (form: ActionForm) => Observable<Command>;
}

/** Carries out actions, one after another, each time that it is subscribed to. */
export function actionFlow(actions: readonly ActionForm[], parts: FlowParts): Observable<Command> {
  return defer(() => new Flow(parts).list(actions, { path: ['then'], rest: [] }));
}

/**
 * The actions of one start of a rule.
 *
 * - under way: carries them out.
 * - over: a wait ended while the process was down, and what follows it is not to come. Nothing more is carried out, on no level.
 */
class Flow {
  readonly #parts: FlowParts;
  #isOver = false;

  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  list(actions: readonly ActionForm[], { path, rest: outer }: Place): Observable<Command> {
    const each = actions.map((action, index) =>
      defer(() => {
        if (this.#isOver) return EMPTY;
        const rest = [...actions.slice(index + 1), ...outer];
        return this.#one(action, { path: [...path, index], rest });
      }),
    );
    return concat(...each);
  }

  #one(action: ActionForm, at: Place): Observable<Command> {
    const { repeat: rounds, choose, otherwise, wait, onRestart } = action;
    if (wait !== undefined) return this.#wait(wait, onRestart, at);
    if (rounds !== undefined) return this.#rounds(action, rounds, at);
    if (choose !== undefined) return this.#choice(choose, otherwise, at);
    return this.#parts.simple(action);
  }

  #isTrue(form: ConditionForm): boolean {
    const { board, conditionOf } = this.#parts;
    return conditionOf(form).evaluate(board) === true;
  }

  #choice(
    branches: readonly BranchForm[],
    otherwise: readonly ActionForm[] | undefined,
    { path, rest }: Place,
  ): Observable<Command> {
    const taken = branches.findIndex((branch) => this.#isTrue(branch.if));
    const asked = taken === -1 ? branches : branches.slice(0, taken + 1);
    this.#parts.rule.trace.branched({
      action: 'choose',
      taken: taken === -1 ? (otherwise === undefined ? null : 'otherwise') : taken + 1,
      asked: asked.map((_, index) => [...path, 'choose', index, 'if']),
    });
    const branch = branches[taken];
    if (branch !== undefined) {
      return this.list(branch.then, { path: [...path, 'choose', taken, 'then'], rest });
    }
    return this.list(otherwise ?? [], { path: [...path, 'otherwise'], rest });
  }

  #rounds(action: ActionForm, form: RepeatForm, at: Place): Observable<Command> {
    const { times, then } = form;
    const path = [...at.path, 'repeat'];
    let round = 0;
    let isLast = false;
    const one = defer(() => {
      round += 1;
      isLast = !this.#begins(form, round, path);
      const rest = round < times ? [action, ...at.rest] : at.rest;
      return isLast ? EMPTY : this.list(then, { path: [...path, 'then'], rest });
    });
    const again = (): Observable<unknown> =>
      isLast || this.#isOver || this.#ends(form, round, path) ? EMPTY : of(null);
    return one.pipe(repeat({ count: times, delay: again }));
  }

  #begins(form: RepeatForm, round: number, path: Path): boolean {
    if (form.while === undefined) return true;
    const isTrue = this.#isTrue(form.while);
    const asked = [[...path, 'while']];
    this.#parts.rule.trace.branched({ action: 'repeat', taken: isTrue ? round : null, asked });
    return isTrue;
  }

  #ends({ until }: RepeatForm, round: number, path: Path): boolean {
    if (until === undefined || !this.#isTrue(until)) return false;
    const asked = [[...path, 'until']];
    this.#parts.rule.trace.branched({ action: 'repeat', taken: round, asked });
    return true;
  }

  #wait(wait: WaitForm, onRestart: OnRestart = 'fire', at: Place): Observable<Command> {
    const atMost = typeof wait === 'number' ? wait : wait.atMost;
    const endMs = asyncScheduler.now() + atMost;
    const ended = this.#parts.context.after(atMost, { late: lateOf(onRestart) }).pipe(
      map(() => 'ended' as const),
      defaultIfEmpty('missed' as const),
    );
    const over = typeof wait === 'number' ? ended : race(this.#met(wait.until), ended);
    return over.pipe(
      switchMap((how) => {
        if (how === 'missed') return this.#missed(onRestart, at.rest, endMs);
        if (typeof wait === 'object') this.#traceWait(at.path, how === 'met');
        return EMPTY;
      }),
    );
  }

  #met(until: ConditionForm): Observable<'met'> {
    const { changes } = this.#parts.board;
    return defer(() =>
      this.#isTrue(until) ? of(null) : changes.pipe(filter(() => this.#isTrue(until))),
    ).pipe(
      take(1),
      map(() => 'met'),
    );
  }

  #traceWait(path: Path, isMet: boolean): void {
    const asked = [[...path, 'wait', 'until']];
    this.#parts.rule.trace.branched({ action: 'wait', taken: isMet ? 1 : null, asked });
  }

  #missed(onRestart: OnRestart, rest: readonly ActionForm[], endMs: number): Observable<Command> {
    const { title } = this.#parts.rule;
    const what = rest.map(actionText).join(', ');
    if (onRestart === 'ask' && rest.length > 0) return this.#asked(what, endMs);
    this.#end();
    const notDone = rest.length === 0 ? '' : `; not done: ${what}`;
    return of(alert('warning', `Stopped ${title}: its wait ended ${MISSED}${notDone}`));
  }

  /** Stands still until the operator has decided. */
  #asked(what: string, endMs: number): Observable<Command> {
    const { rule, context, answersUntil: until, questionsOpen } = this.#parts;
    const question = freeName(questionName(rule.title), questionsOpen);
    questionsOpen.add(question);
    const answered = context.answers.pipe(
      filter((one) => one.question === question),
      take(1),
      tap(({ answer }) => {
        if (answer === 'no') this.#end();
      }),
      ignoreElements(),
      finalize(() => questionsOpen.delete(question)),
    );
    const message = `Decide on ${rule.title}: its wait ended at ${istClock(endMs)} IST ${MISSED}. "yes" does now: ${what}; "no" skips it`;
    return merge(answered, of(ask(question, message, { until })));
  }

  #end(): void {
    this.#isOver = true;
    this.#parts.rule.trace.didNot('wait-missed', []);
  }
}

/** What a question of a rule is called: code may call its rules as it likes, and a command line has to name it. */
export function questionName(title: string): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.slice(0, QUESTION_NAME_MAX).replace(/-$/, '');
}

/** Starts that wait beside each other, or rules whose names differ in signs alone, ask beside each other: none replaces another. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return free;
    const end = `-${String(count)}`;
    free = name.slice(0, QUESTION_NAME_MAX - end.length) + end;
  }
}

const MISSED = 'while sauda was not running';

/** Where an action or a list stands, and what comes after it, on every level. */
interface Place {
  readonly path: Path;
  readonly rest: readonly ActionForm[];
}

function lateOf(onRestart: OnRestart): LatePolicy {
  if (typeof onRestart === 'object') return { runWithinMs: onRestart['fire-if-within'] };
  return onRestart === 'fire' ? 'run' : 'skip';
}
