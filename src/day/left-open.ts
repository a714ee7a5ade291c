import { type EngineView } from '../engine/engine-view.ts';
import { isLeftOpen } from '../engine/webhooks/custom-position-book.ts';
import { commandsOfStarted, nameOfPosition } from '../engine/webhooks/unknown-starts.ts';
import { isInScope } from '../model/orders/command.ts';
import { runName } from '../model/runs/run.ts';
import { idleText, type IdleRun } from '../notices/backtest-days.ts';
import { operatorCommands } from '../notices/operator-commands.ts';

/** Something that was to be flat and is not, or that the platform holds and the books do not. */
export interface OpenItem {
  /**
   * - `leg`: a leg of a run.
   * - `custom-position`: a custom position of the platform.
   * - `square-off`: a square-off that never finished though its legs are flat: an order of it is not over.
   * - `in-doubt`: an order of no run may have closed a leg, and the leg may have been closed once more.
   * - `in-no-book`: orders with a tag of ours that no book knows.
   */
  readonly kind: 'leg' | 'custom-position' | 'square-off' | 'in-doubt' | 'in-no-book';
  /** Null for what no book knows. */
  readonly runId: string | null;
  /** Leg, or name of the position, or identifiers of the orders. */
  readonly name: string;
  /** Contract, or identifier of the position; empty where there is none. */
  readonly symbol: string;
  /** Signed; 0 where it is not known. */
  readonly netUnits: number;
  /** Epoch milliseconds; null for an earlier day. */
  readonly sinceMs: number | null;
  /** For people. */
  readonly why: string;
  /** Whole commands that a running program takes; none where nothing here can close it. */
  readonly next: readonly string[];
}

type Unnamed = Omit<OpenItem, 'next'> & Partial<Pick<OpenItem, 'next'>>;

/**
 * What a day leaves open. After the close carry-forward legs that no square-off is meant for are held on purpose and left
 * out. Before it, as when a day is ended by a signal, all positions are open: no one watches them.
 */
export function leftOpen(view: EngineView, isOver: boolean): readonly OpenItem[] {
  const atMs = view.atMs ?? 0;
  const legs = view.positions.flatMap((position) => openLeg(view, position, isOver));
  const customs = view.customPositions
    .filter((custom) => isLeftOpen(custom, atMs) || (!isOver && isStanding(custom)))
    .map((custom): Unnamed => {
      const { runId, positionId, askedAtMs: sinceMs, detail: why } = custom;
      const of = { runId, name: nameOfPosition(custom), symbol: positionId ?? '' };
      const next = custom.state === 'started' ? { next: commandsOfStarted(custom) } : {};
      return { kind: 'custom-position', ...of, netUnits: 0, sinceMs, why, ...next };
    });
  const goals = view.squareOffs
    .filter(({ runId }) => !legs.some((leg) => leg.runId === runId))
    .map(({ runId, scope, reason, startedAtMs: sinceMs }): Unnamed => {
      const name = scope === 'all' ? 'all legs' : scope.join(', ');
      const why = `not finished: ${reason}`;
      return { kind: 'square-off', runId, name, symbol: '', netUnits: 0, sinceMs, why };
    });
  const unknown = view.orphans.map(
    ({ symbol, netUnits, sinceMs, orderIds, isWorking }): Unnamed => {
      const why = `orders with a tag of ours that no book knows${isWorking ? '; one still works' : ''}`;
      const about = { runId: null, name: orderIds.join(', '), symbol, netUnits, sinceMs };
      return { kind: 'in-no-book', ...about, why };
    },
  );
  return [...legs, ...customs, ...goals, ...unknown].map((of) => ({
    next: of.runId === null ? [] : operatorCommands.flatten(of.runId),
    ...of,
  }));
}

function isStanding({ state }: EngineView['customPositions'][number]): boolean {
  return state === 'started' || state === 'squaring-off';
}

function openLeg(
  view: EngineView,
  position: EngineView['positions'][number],
  isOver: boolean,
): readonly Unnamed[] {
  const { runId, leg: name, contract, netUnits, heldSinceMs: sinceMs, suspectedUnits } = position;
  const about = { runId, name, symbol: contract.symbol, netUnits, sinceMs };
  const why = netUnits === 0 ? null : whyOpen(view, position, isOver);
  const isUnconfirmed = pauseOf(view, position)?.cause === 'carried';
  const next = isUnconfirmed ? { next: operatorCommands.confirm(runId, name) } : {};
  const open: Unnamed[] = why === null ? [] : [{ kind: 'leg', ...about, why, ...next }];
  if (suspectedUnits > 0 && netUnits === 0) {
    const doubt = `orders of no run filled ${String(suspectedUnits)} units against it: the platform may hold the other side`;
    open.push({ kind: 'in-doubt', ...about, why: doubt });
  }
  return open;
}

function pauseOf(
  { pausedLegs }: EngineView,
  { runId, leg }: EngineView['positions'][number],
): EngineView['pausedLegs'][number] | undefined {
  return pausedLegs.find((of) => of.runId === runId && of.leg === leg);
}

/** What the next morning brings for a leg that was to be flat. */
const NEXT_MORNING =
  'it is carried: the next trading day shows it, and sends nothing for it until you confirm it';

/** Why a leg that holds something was to be flat; null where it is held on purpose. */
function whyOpen(
  view: EngineView,
  position: EngineView['positions'][number],
  isOver: boolean,
): string | null {
  const { runId, leg, product } = position;
  const paused = pauseOf(view, position);
  if (paused?.cause === 'carried') {
    return `carried overnight and not confirmed: nothing is sent for it${isOver ? `; ${NEXT_MORNING}` : ''}`;
  }
  if (paused !== undefined) return 'the leg is paused: nothing is sent for it';
  const goal = view.squareOffs.find((of) => of.runId === runId && isInScope(leg, of.scope));
  if (goal !== undefined) return `not squared off: ${goal.reason}`;
  if (!isOver) return 'the day was ended before the close: no one watches it';
  return product === 'intraday'
    ? `an intraday leg that is open past the close; ${NEXT_MORNING}`
    : null;
}

/** A strategy that could not do its work all day. */
export interface DidNotRun {
  /** Null, with the name, of one that was not even loaded. */
  readonly runId: string | null;
  readonly name: string | null;
  /** For people. */
  readonly why: string;
}

/**
 * Strategies that never could do their work: none of their orders, starts or signals left, and the reason is not that
 * they wanted none. Of a day that is not over only those that failed or are held: data may still come.
 */
export function didNotRun(
  { runs }: Pick<EngineView, 'runs'>,
  isOver: boolean,
): readonly DidNotRun[] {
  return runs.flatMap((run) => {
    const idle = idleness(run, isOver);
    return idle === null ? [] : { runId: run.runId, name: runName(run.runId), why: idleText(idle) };
  });
}

/** What keeps a run from its work; null where nothing does, or something may still come. */
export function idleness(run: EngineView['runs'][number], isOver: boolean): IdleRun | null {
  const { state, detail, commands, hasSent, lacksPrices, isRefusedForData } = run;
  if (hasSent) return null;
  if ((state === 'failed' || state === 'held') && commands === 0) return { cause: state, detail };
  if (!isOver) return null;
  if (isRefusedForData) return { cause: 'refused-for-data', detail: '' };
  return lacksPrices ? { cause: 'no-prices', detail: '' } : null;
}
