import { type DayStatus } from '../../day/day-status.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type BooksSight, type OpenQuestion } from './sight.ts';

/** What the books of a running day leave open. */
export function booksOfView(
  view: Pick<EngineView, 'intents' | 'unknownStarts' | 'orphans'>,
): BooksSight {
  const isOpen = ({ isUnresolved, state, role }: EngineView['intents'][number]): boolean =>
    isUnresolved || (state === 'absent' && role === 'entry');
  return {
    unresolved: view.intents.filter(isOpen).map(({ tag, plannedAtMs }) => {
      return { name: tag, sinceMs: plannedAtMs };
    }),
    unknownStarts: view.unknownStarts,
    strangers: strangersOf(view.orphans),
  };
}

/** What an account's status leaves open: only what wants the operator is in it. */
export function booksOfStatus(
  status: Pick<DayStatus, 'unresolved' | 'unknownPositions' | 'orphans'>,
): BooksSight {
  const lost = status.unresolved.filter(({ state, isHeld }) => isHeld || state === 'unknown');
  const isUnknown = ({ state }: DayStatus['unknownPositions'][number]): boolean =>
    state === 'unknown';
  return {
    unresolved: lost.map(({ tag }): OpenQuestion => ({ name: tag, sinceMs: 0 })),
    unknownStarts: status.unknownPositions.filter(isUnknown),
    strangers: strangersOf(status.orphans),
  };
}

function strangersOf(orphans: EngineView['orphans']): readonly string[] {
  return orphans.map(({ symbol, netUnits, isWorking, orderIds }) => {
    const working = isWorking ? ', still working' : '';
    return `${symbol} ${String(netUnits)} units${working} (orders ${orderIds.join(', ')})`;
  });
}
