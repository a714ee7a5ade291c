import { brokerShown } from './day-records.ts';
import {
  type BasketState,
  type EngineView,
  type IntentState,
  type PositionState,
  type RunState,
} from '../engine/engine-view.ts';
import { type Protection } from '../engine/protecting/clock-protection.ts';
import { type CustomPosition } from '../engine/webhooks/custom-position-book.ts';
import {
  commandsOfStarted,
  nameOfPosition,
  type UnknownStart,
} from '../engine/webhooks/unknown-starts.ts';
import { type Halt, isOperators, type Lock, type Veto } from '../model/orders/halt-and-lock.ts';
import { isWorking } from '../model/orders/order-machine.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import { operatorCommands } from '../notices/operator-commands.ts';
import { RESOLVED_AS } from '../notices/positions-and-signals.ts';

/** Something that the operator may have to do something about. */
export interface WithNext {
  /** Whole commands, of which one is to be chosen; none where there is nothing to do. */
  readonly next: readonly string[];
}

/** How an account stands, for people and for `--json`. */
export interface DayStatus extends Pick<EngineView, 'atMs' | 'orphans' | 'isInSession'> {
  readonly halt: Halt & WithNext;
  readonly runs: readonly (Pick<RunState, 'runId' | 'detail' | 'stage'> & {
    readonly state: string;
    /** The broker that it trades through; null for the account's own. */
    readonly broker: string | null;
  } & WithNext)[];
  /** Orders that may exist though no poll has shown them, and entries that wait for the operator. */
  readonly unresolved: readonly (Asked &
    Pick<IntentState, 'state' | 'quantityUnits' | 'terms' | 'detail'> &
    WithNext & {
      /** Whether it is an entry that never arrived and waits for the operator. */
      readonly isHeld: boolean;
    })[];
  /** Exits that rest on the platform, stops among them, and what else polls have shown to work. */
  readonly working: readonly (Asked & {
    readonly leftUnits: number;
    readonly terms: OrderTerms;
    /** The platform's word. */
    readonly status: string;
  })[];
  readonly positions: readonly (Pick<PositionState, 'runId' | 'leg' | 'netUnits'> & {
    readonly symbol: string;
  })[];
  /** Legs that are held without the stop that their strategy asked for. */
  readonly unprotected: readonly (Pick<
    Protection,
    'runId' | 'leg' | 'symbol' | 'state' | 'problem'
  > &
    WithNext & {
      /** Units without a stop. */
      readonly units: number;
      readonly sinceMs: number;
    })[];
  /** Custom positions of the platform, closed ones too. */
  readonly customPositions: readonly (Pick<
    CustomPosition,
    'runId' | 'state' | 'positionId' | 'exitAtMs' | 'squareOffs' | 'detail'
  > &
    WithNext & {
      /** The run, a slash, and the author's name of the position. */
      readonly name: string;
      /** When its start was sent, epoch milliseconds. */
      readonly sinceMs: number;
    })[];
  /** Position starts and text signals without a certain outcome: each may have traded. */
  readonly unknownPositions: readonly (UnknownStart & WithNext)[];
  /** What runs ask the operator, and wait for. */
  readonly questions: readonly (EngineView['questions'][number] & WithNext)[];
  /** Baskets that are left half filled, for you to look at. */
  readonly heldBaskets: readonly Pick<BasketState, 'runId' | 'legs' | 'isNaked'>[];
  /** Legs for which nothing is sent, because an order of no run closed some of them. */
  readonly pausedLegs: readonly (EngineView['pausedLegs'][number] & WithNext)[];
  /** Own sources of runs that are silent for too long. Absent where none is. */
  readonly staleSources?: EngineView['staleSources'];
  readonly locks: readonly (Lock & WithNext)[];
  /** How the week stands of what has a limit of the week, the account first. Absent where nothing has one. */
  readonly weeks?: EngineView['weeks'];
  /** What the program keeps entries back for, until it is over. */
  readonly vetoes: readonly Veto[];
  /** The shadow runs beside those of the account, which hold nothing and send nothing there. Absent where there are none. */
  readonly shadow?: Pick<DayStatus, 'runs' | 'working' | 'positions'>;
}

type Asked = Pick<IntentState, 'tag' | 'runId' | 'leg' | 'role' | 'side' | 'symbol'>;

/** The part of an engine's picture that an operator decides by. */
export function statusOf(view: EngineView): DayStatus {
  return {
    atMs: view.atMs,
    halt: { ...view.halt, next: view.halt.state === 'active' ? [] : operatorCommands.resume() },
    runs: view.runs.map(({ runId, state, detail, stage, broker }) => {
      const next = state === 'held' ? operatorCommands.release(runId) : [];
      return { runId, state, detail, stage, broker: brokerShown(broker), next };
    }),
    unresolved: view.intents.filter((of) => of.isUnresolved || isHeld(of)).map(unresolvedOf),
    working: view.intents.flatMap(workingOf),
    positions: view.positions
      .filter(({ netUnits }) => netUnits !== 0)
      .map(({ runId, leg, contract, netUnits }) => {
        return { runId, leg, symbol: contract.symbol, netUnits };
      }),
    unprotected: view.protections.flatMap(unprotectedOf),
    customPositions: view.customPositions.map(customOf),
    unknownPositions: view.unknownStarts.map(unknownOf),
    orphans: view.orphans,
    heldBaskets: view.baskets
      .filter(({ state }) => state === 'held')
      .map(({ runId, legs, isNaked }) => ({ runId, legs, isNaked })),
    isInSession: view.isInSession,
    questions: view.questions.map((of) => {
      return { ...of, next: operatorCommands.answer(of.runId, of.question) };
    }),
    pausedLegs: view.pausedLegs.map((paused) => {
      const { runId, leg, cause } = paused;
      const next =
        cause === 'carried'
          ? operatorCommands.confirm(runId, leg)
          : operatorCommands.unpause(runId);
      return { ...paused, next };
    }),
    ...(view.staleSources.length === 0 ? {} : { staleSources: view.staleSources }),
    locks: view.locks.map((lock) => {
      const { protection, runId } = lock;
      if (!isOperators(lock)) return { ...lock, next: [] };
      return { ...lock, next: operatorCommands.resume(protection === 'pause' ? runId : null) };
    }),
    ...(view.weeks.length === 0 ? {} : { weeks: view.weeks }),
    vetoes: view.vetoes,
  };
}

function unprotectedOf(
  of: EngineView['protections'][number],
): readonly DayStatus['unprotected'][number][] {
  const { runId, leg, symbol, unprotectedSinceMs: sinceMs, state, problem } = of;
  if (sinceMs === null) return [];
  const units = of.heldUnits - of.protectedUnits;
  const next = operatorCommands.flatten(runId);
  return [{ runId, leg, symbol, units, sinceMs, state, problem, next }];
}

/** An exit that is not there is over: its units are open to another one. */
function isHeld({ state, role }: IntentState): boolean {
  return state === 'absent' && role === 'entry';
}

/** The same once no program runs that could be answered: what was under way is unknown for good. */
export function afterTheLastAnswer(status: DayStatus): DayStatus {
  const unknownPositions = status.unknownPositions.map((of) =>
    unknownOf({ ...of, state: 'unknown' }),
  );
  return { ...status, unknownPositions };
}

function customOf(
  custom: EngineView['customPositions'][number],
): DayStatus['customPositions'][number] {
  const { runId, state, positionId, askedAtMs: sinceMs, exitAtMs, squareOffs, detail } = custom;
  const name = nameOfPosition(custom);
  const next = state === 'started' ? commandsOfStarted(custom) : [];
  return { name, runId, state, positionId, sinceMs, exitAtMs, squareOffs, detail, next };
}

function unknownOf(unknown: UnknownStart): UnknownStart & WithNext {
  const { kind, name, state } = unknown;
  const next = state === 'unknown' ? operatorCommands.resolveStart(name, RESOLVED_AS[kind]) : [];
  return { ...unknown, next };
}

function unresolvedOf(intent: IntentState): DayStatus['unresolved'][number] {
  const { tag, runId, leg, role, state, side, symbol, quantityUnits, terms } = intent;
  const mayBeSentAgain = role === 'entry' && state !== 'accepted' && !intent.isResendAsked;
  return {
    ...{ tag, runId, leg, role, state, side, symbol, quantityUnits, terms },
    detail: detailOf(intent),
    isHeld: isHeld(intent),
    next: operatorCommands.resolve(tag, mayBeSentAgain ? ['resend', 'absent'] : ['absent']),
  };
}

function detailOf(intent: IntentState): string {
  const { state, detail } = intent;
  const what = detail === '' && state === 'accepted' ? 'answered as accepted' : detail;
  const asked = intent.isResendAsked ? 'it leaves once the others of its command are resolved' : '';
  return [what, evidenceOf(intent), asked].filter((part) => part !== '').join('; ');
}

/** What looking for it has brought so far. */
function evidenceOf({ state, search }: IntentState): string {
  if (state === 'absent' || search === null) return '';
  const { ordersPolls, tagPolls, spanMs, quietMs } = search;
  if (ordersPolls + tagPolls === 0) return 'no poll has looked for it yet';
  const seconds = Math.round(spanMs / 1000);
  const neededSeconds = Math.round(quietMs / 1000);
  return `${String(ordersPolls)} clean polls and ${String(tagPolls)} look-ups of its tag over ${String(seconds)} s of ${String(neededSeconds)} s do not show it`;
}

function workingOf(intent: IntentState): readonly DayStatus['working'][number][] {
  const shown = intent.orders.findLast(isWorking);
  if (shown === undefined) return [];
  const { tag, runId, leg, role, side, symbol, quantityUnits, filledUnits } = intent;
  const leftUnits = Math.max(0, quantityUnits - filledUnits);
  const { terms, statusWord: status } = shown;
  return [{ tag, runId, leg, role, side, symbol, leftUnits, terms, status }];
}
