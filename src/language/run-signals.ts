import { map, merge, type Observable } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { signal } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { type SignalsForm } from './schema/signals.ts';

/** Sends each signal once, at its time. One whose time had long passed when the run started is not sent. */
export function runSignals(
  { signals }: SignalsForm,
  context: StrategyContext<unknown>,
): Observable<Command> {
  return merge(
    ...signals.map(({ at, trades, tag, brokers }) =>
      context.at(at).pipe(map(() => signal({ trades, signalTag: tag, brokerIds: brokers }))),
    ),
  );
}
