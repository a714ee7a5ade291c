import { filter, map, type Observable, of, Subject, take } from 'rxjs';

import { isSameJson } from '../base/same-json.ts';
import { type HistoryAnswer, type HistoryAsked } from '../model/history.ts';
import { type InputOf } from '../strategy/context.ts';
import { type Scope } from './scope.ts';

type Observed = InputOf<'history-observed'>;

/** Asks the price source for bars of the past, by a watch, and hands on its answers. */
export class HistoryFeed {
  readonly #scope: Scope;
  /** The run is shown each answer once, and may ask for the same again. */
  readonly #answered: Observed[] = [];
  readonly #observed = new Subject<Observed>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Takes an answer in. */
  observe(input: Observed): void {
    this.#answered.push(input);
    this.#observed.next(input);
  }

  /** The answer, once: at once where the run was shown it before. */
  ask(asked: HistoryAsked): Observable<HistoryAnswer> {
    const isOf = (input: Observed): boolean => isSameJson(input.asked, asked);
    const known = this.#answered.find(isOf);
    if (known !== undefined) return of(known.answer);
    return this.#scope.stream('bars of the past', {
      watches: [{ kind: 'history', ...asked }],
      open: () =>
        this.#observed.pipe(
          filter(isOf),
          map(({ answer }) => answer),
          take(1),
        ),
    });
  }
}
