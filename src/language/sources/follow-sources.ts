import {
  asyncScheduler,
  defer,
  EMPTY,
  ignoreElements,
  merge,
  type Observable,
  of,
  switchMap,
  tap,
  timer,
} from 'rxjs';

import { type Json } from '../../base/json.ts';
import { type Command } from '../../model/orders/command.ts';
import { alert } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { askedBy } from '../asked-by.ts';
import { type FactBoard, sourceFeed } from '../rules/fact-board.ts';
import { earlierFeed } from '../rules/followed-bars.ts';
import { noFields, type OwnSource, readFields } from './own-sources.ts';

type Context = Pick<StrategyContext<unknown>, 'from'>;

/**
 * Keeps the fields of sources up to date on a board. A value that does not fit, and one that has become stale, leaves them not
 * known and triggers nothing. Emits an alert at the first value of each source that does not fit.
 */
export function followSources(
  sources: readonly OwnSource[],
  context: Context,
  board: FactBoard,
): Observable<Command> {
  return merge(...sources.map((own) => followSource(own, context, board)));
}

function followSource(own: OwnSource, { from }: Context, board: FactBoard): Observable<Command> {
  const feed = sourceFeed(own.name);
  const forget = (state: 'unfit' | 'stale', heardAtMs: number): void => {
    board.hear(own.name, { state, heardAtMs });
    board.take(earlierFeed(feed), noFields(own));
  };
  return defer(() => {
    let isReported = false;
    return from(own.source).pipe(
      switchMap((value: Json) => {
        const read = readFields(own, value);
        const heardAtMs = asyncScheduler.now();
        if (read.ok) {
          board.hear(own.name, { state: 'fits', heardAtMs });
          board.take(feed, read.value);
          return timer(own.staleAfterMs, asyncScheduler).pipe(
            tap(() => {
              forget('stale', heardAtMs);
            }),
            ignoreElements(),
          );
        }
        forget('unfit', heardAtMs);
        if (isReported) return EMPTY;
        isReported = true;
        return of(alert('warning', unfitText(own, read.error)));
      }),
      askedBy('sources', own.name),
    );
  });
}

function unfitText({ name }: OwnSource, why: string): string {
  return `Source "${name}" brought a value that does not fit its fields: ${why}. They are not known until a value fits`;
}
