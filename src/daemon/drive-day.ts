import { type AuditEntry } from '../audit/audit-entry.ts';
import { monotonicMs, wait, yieldToMachine } from '../adapters/system/machine-time.ts';
import { startTicker } from '../adapters/system/ticker.ts';
import { processCpuMs } from '../adapters/system/this-process.ts';
import {
  type DayProgress,
  phaseAt,
  phaseFrom,
  progressOfDay,
  type RunningDay,
} from '../day/day-view.ts';
import { type TradingDayOptions } from '../day/trading-day-options.ts';
import { type TradingDay } from '../day/trading-day.ts';
import { type EngineView } from '../engine/engine-view.ts';
import { drivePaced } from '../kernel/drive-paced.ts';
import { driveTogether } from '../kernel/drive-together.ts';
import { driveWall } from '../kernel/drive-wall.ts';
import { StallWatch } from '../kernel/stall-watch.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { runMeant } from '../model/runs/run.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { type MachineTime } from '../ports/clock.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { refusal, type RunRefusal } from '../venues/run-refusal.ts';
import { type RunDayOptions } from './run-day-options.ts';
import { type ShadowDay } from './stages/shadow-day.ts';
import { watchSpeed } from './watch-speed.ts';

/** What is driven. */
export interface DrivenDay {
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly trading: TradingDay;
  /** Its shadow runs. */
  readonly shadow: ShadowDay | null;
}

const machine: MachineTime = { wait, yieldToMachine, monotonicMs, startTicker };

/** The day ends this long after the last session, so that the last orders are seen. */
const AFTER_CLOSE_MS = 2 * 60_000;

/** When a day has come to its own end: nothing more is asked or written. */
export function dayEndsAtMs(day: CalendarDay): number {
  return (day.sessions.at(-1)?.endMs ?? 0) + AFTER_CLOSE_MS;
}

/** Only a clock that goes by itself can differ from the platform's, or go on while nothing happens. */
export function watchesOf(
  time: DayVenue['time'],
): Pick<TradingDayOptions, 'stalls' | 'platformClock'> {
  if (time.kind === 'paced') return {};
  const stalls = new StallWatch(time.clock, time.speed, processCpuMs);
  return { stalls, platformClock: time.platformClock };
}

/** Drives a day to its end on the clock of its venue, or until it is asked to end. */
export async function driveDay(
  options: ToFlatten & Pick<RunDayOptions, 'onBeat'>,
  { venue, day, trading, shadow }: DrivenDay,
  onReady: (lookAgain: () => void) => void,
): Promise<void> {
  const untilMs = dayEndsAtMs(day);
  const { kernel } = trading;
  const { signal, close } = untilFlat(options, trading, venue.time.clock.nowMs());
  const ending = signal === undefined ? {} : { signal };
  const { time } = venue;
  const machineTime = beating(options.onBeat);
  const stopWatching = watchSpeed(time, trading);
  // At the signal, not at the driver's next look: an answer may come in between, and entries follow from it.
  const windDown = (): void => {
    kernel.post({ kind: 'winding-down' });
    kernel.drain();
  };
  signal?.addEventListener('abort', windDown, { once: true });
  try {
    if (time.kind === 'paced') {
      const { clock } = time;
      const kernels = shadow === null ? [kernel] : [kernel, shadow.trading.kernel];
      const together = shadow === null ? kernel : driveTogether(kernels, { clock, untilMs });
      await drivePaced({ kernel: together, machine, ...time, untilMs, ...ending });
    } else {
      void shadow?.drive(untilMs, (detail) => {
        noteShadowStopped(trading, detail, time.clock.nowMs());
      });
      const isSettled = (): boolean => trading.isSettled();
      await driveWall({
        kernel,
        machine: machineTime,
        ...time,
        untilMs,
        onReady,
        isSettled,
        ...ending,
      });
    }
  } finally {
    signal?.removeEventListener('abort', windDown);
    stopWatching();
    close();
  }
}

/** Reports that shadow runs do not run, or no longer: the live ones go on without them. */
export function noteShadowStopped(
  trading: Pick<TradingDay, 'note'>,
  detail: string,
  atMs: number,
): void {
  trading.note(toldAt(atMs, noticeOf('shadow-stopped', null, { detail })));
}

type ToFlatten = Pick<RunDayOptions, 'flatten' | 'signal'>;

/** The machine's time, and a beat at every look of a driver. */
function beating(onBeat: RunDayOptions['onBeat']): MachineTime {
  if (onBeat === undefined) return machine;
  return {
    ...machine,
    wait: (delayMs, signal) => {
      onBeat();
      return wait(delayMs, signal);
    },
    yieldToMachine: () => {
      onBeat();
      return yieldToMachine();
    },
  };
}

/** Aborts with the day's signal, or as soon as what is to be flattened is flat. */
function untilFlat(
  { flatten, signal }: ToFlatten,
  trading: TradingDay,
  sinceMs: number,
): { readonly signal: AbortSignal | undefined; readonly close: () => void } {
  if (flatten === undefined) return { signal, close: () => undefined };
  const flat = new AbortController();
  const asked = flatten.runId;
  const runId = asked === null ? null : (runMeant(asked, idsOf(trading)) ?? asked);
  const close = showViews(() => {
    if (isFlat(trading.view(), { runId, sinceMs })) flat.abort();
  });
  return {
    signal: AbortSignal.any([flat.signal, ...(signal === undefined ? [] : [signal])]),
    close,
  };
}

/** Refuses to flatten a run that the journal does not know; null when it does. */
export function unknownRun(
  { flatten }: ToFlatten,
  trading: Pick<TradingDay, 'runs'>,
): { readonly ok: false; readonly error: RunRefusal } | null {
  const known = idsOf(trading);
  const runId = flatten?.runId ?? null;
  if (runId === null || runMeant(runId, known) !== undefined) return null;
  const allowed = known.length === 0 ? 'the journal has none of today' : known.join(', ');
  return refusal('usage', 'No such run', { found: runId, allowed });
}

function idsOf({ runs }: Pick<TradingDay, 'runs'>): readonly string[] {
  return runs.map(({ runId }) => runId);
}

interface FlatQuestion {
  /** Null: all of the account. */
  readonly runId: string | null;
  /** Only what polls have shown since then counts. */
  readonly sinceMs: number;
}

/** An unknown start is not one: nothing can close it, and the caller learns of it. */
const OPEN_STATES: ReadonlySet<string> = new Set(['starting', 'started', 'squaring-off']);

/** Whether a run, or the whole account, holds nothing and nothing of it can fill any more, as a poll has shown. */
function isFlat(view: EngineView, { runId, sinceMs }: FlatQuestion): boolean {
  const isMeant = (of: { readonly runId: string }): boolean => runId === null || of.runId === runId;
  const lookedAtMs = view.lastGoodPolls.ordersAtMs;
  if (lookedAtMs === null || lookedAtMs < sinceMs || view.attemptsUnderWay > 0) return false;
  if (view.positions.some((of) => isMeant(of) && isToClose(view, of))) return false;
  if (view.customPositions.some((of) => isMeant(of) && OPEN_STATES.has(of.state))) return false;
  return !view.intents.some(
    (of) => isMeant(of) && (of.isUnresolved || of.state === 'waiting' || of.orders.some(isWorking)),
  );
}

/** A leg that no one has confirmed is not: a request for everything leaves it alone, and a request for its run confirms it. */
function isToClose(
  { pausedLegs }: EngineView,
  { runId, leg, netUnits }: EngineView['positions'][number],
): boolean {
  if (netUnits === 0) return false;
  return !pausedLegs.some((of) => {
    return of.cause === 'carried' && of.runId === runId && of.leg === leg;
  });
}

const VIEW_EVERY_MS = 100;

/** Shows views on the machine's clock until stopped. */
export function showViews(show: () => void): () => void {
  const ended = new AbortController();
  const loop = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      show();
      await wait(VIEW_EVERY_MS, ended.signal);
    }
  };
  void loop();
  return () => {
    ended.abort();
  };
}

/** Tells progress where something has happened since the last time: the whole view of a hundred runs is work for a twentieth of a CPU. */
export function progressTeller(
  running: Omit<RunningDay, 'trading'> & Pick<DrivenDay, 'trading'>,
  onProgress: (progress: DayProgress) => void = () => undefined,
): () => void {
  const { trading, venue, day } = running;
  let told = '';
  return () => {
    const nowMs = venue.time.clock.nowMs();
    const phases = { phase: phaseAt(day, nowMs), phaseFromMs: phaseFrom(day, nowMs) };
    const now = `${String(trading.audit.seq)} ${phases.phase}`;
    if (now === told) return;
    told = now;
    onProgress({ ...progressOfDay(running), ...phases });
  };
}

/** Whether something that happened may have changed orders. */
export function mayChangeOrders(entry: AuditEntry): boolean {
  if (entry.kind === 'seen') return entry.what.kind === 'orders';
  return entry.kind === 'sent' || (entry.kind === 'learned' && entry.what.kind === 'outcome');
}
