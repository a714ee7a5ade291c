import { type DayStatus, type WithNext } from '../../../day/day-status.ts';
import { formatPaise } from '../../../model/money/money.ts';
import { lockEnds } from '../../../model/orders/halt-and-lock.ts';
import { type OperatorRequest } from '../../../model/orders/operator-request.ts';
import { type OrderTerms } from '../../../model/orders/order.ts';
import { weekText } from '../../../model/runs/week-so-far.ts';
import { shownDuration } from '../../../model/time/duration.ts';
import { istClock } from '../../../model/time/ist.ts';

interface AccountStanding {
  /** Null where the journal is empty. */
  readonly status: DayStatus | null;
  readonly isRunning: boolean;
  /** What the operator asked and no program has taken yet, oldest first. */
  readonly waiting: readonly OperatorRequest[];
}

/** How an account stands, as lines for people: below what waits for the operator, the commands to choose from. */
export function statusLines({ status, isRunning, waiting }: AccountStanding): readonly string[] {
  return [
    ...(status === null ? ['The journal is empty'] : haltLines(status)),
    ...waiting.map((request) => `asked, not done before ${whenOf(isRunning)}: ${inWords(request)}`),
    ...(status === null ? [] : linesOf(status)),
    ...(isRunning || status === null || !waitsForProgram(status)
      ? []
      : [
          'No program would do this now: start it again first, with the command as before, then give this one',
        ]),
  ];
}

function whenOf(isRunning: boolean): string {
  return isRunning ? 'the program takes it' : 'the next start, then first of all';
}

function inWords(request: OperatorRequest): string {
  const { action, reason } = request;
  if (action === 'halt') return `halt (${request.state}): ${reason}`;
  if (action === 'resume' && request.runId === undefined) return `resume: ${reason}`;
  if (action === 'resolve') return `resolve ${request.tag} as ${request.as}: ${reason}`;
  return `${action} ${request.runId ?? 'everything'}: ${reason}`;
}

function haltLines({ halt, atMs }: DayStatus): readonly string[] {
  const { state, reason, sinceMs } = halt;
  const at = atMs === null ? '' : ` (at ${istClock(atMs)} IST)`;
  const since = state === 'active' ? '' : `, since ${istClock(sinceMs)} IST`;
  return [`${state}${reason === '' ? '' : `: ${reason}`}${since}${at}`, ...nextLines(halt)];
}

function shadowLines({ shadow }: DayStatus): readonly string[] {
  if (shadow === undefined) return [];
  return [
    ...shadow.runs.map(({ runId, state }) => `shadow ${runId}: ${state}, sends nothing`),
    ...shadow.positions.map(({ runId, leg, netUnits, symbol }) => {
      return `shadow ${runId} ${leg}: ${String(netUnits)} units of ${symbol} on paper`;
    }),
  ];
}

/** What works and what is open, each with its run and the broker of that. */
function inMarketLines(
  { runs, working, positions }: DayStatus,
  blockText: (of: DayStatus['positions'][number]) => string,
): readonly string[] {
  const through = (runId: string): string =>
    throughText(runs.find((run) => run.runId === runId)?.broker);
  return [
    ...working.map(
      (of) =>
        `works ${of.tag}: ${of.runId} ${of.leg} ${of.role} ${of.side} ${String(of.leftUnits)} ${of.symbol}${termsText(of.terms)}${through(of.runId)}, ${of.status}`,
    ),
    ...positions.map(
      (of) =>
        `open ${of.runId} ${of.leg}: ${String(of.netUnits)} ${of.symbol}${through(of.runId)}${blockText(of)}`,
    ),
  ];
}

/** Nothing for the account's own connection. */
function throughText(broker: string | null = null): string {
  return broker === null ? '' : ` through ${broker}`;
}

function linesOf(status: DayStatus): readonly string[] {
  const { runs, unresolved, unprotected, pausedLegs, locks, vetoes } = status;
  const { customPositions, unknownPositions, orphans, heldBaskets, questions } = status;
  const blockText = (of: { readonly runId: string; readonly leg: string }): string => {
    const paused = pausedLegs.find(({ runId, leg }) => runId === of.runId && leg === of.leg);
    if (paused === undefined) return '';
    return paused.cause === 'carried' ? ', carried, not confirmed' : ', paused';
  };
  return [
    ...shadowLines(status),
    ...runs.flatMap((of) => [
      `run ${of.runId}: ${of.state}${of.stage === 'full' ? '' : ` at ${of.stage}`}${throughText(of.broker)}${of.detail === '' ? '' : ` (${of.detail})`}`,
      ...nextLines(of),
    ]),
    ...questions.flatMap((of) => [questionLine(of), ...nextLines(of)]),
    ...unknownPositions.flatMap((of) => [unknownLine(of), ...nextLines(of)]),
    ...unresolved.flatMap((of) => [
      `${of.state} ${of.tag}: ${of.leg} ${of.role} ${of.side} ${String(of.quantityUnits)} ${of.symbol}${termsText(of.terms)}, ${standingOf(of)}`,
      ...nextLines(of),
    ]),
    ...inMarketLines(status, blockText),
    ...unprotected.flatMap((of) => [
      `unprotected ${of.runId} ${of.leg}: ${String(of.units)} ${of.symbol} without their stop since ${istClock(of.sinceMs)} IST${of.problem === '' ? '' : ` (the last one ${of.problem})`}, ${of.state}`,
      ...nextLines(of),
    ]),
    ...customPositions.flatMap((of) => [customLine(of), ...nextLines(of)]),
    ...orphans.map(orphanLine),
    ...heldBaskets.map(({ runId, legs, isNaked }) => {
      const naked = isNaked ? ', short without its hedge' : '';
      return `half filled ${runId}: basket of ${legs.join(', ')} is left as it is${naked}`;
    }),
    ...pausedLegs.flatMap((of) => [
      `${of.cause === 'carried' ? 'not confirmed' : 'paused'} ${of.runId} ${of.leg}: since ${istClock(of.sinceMs)} IST nothing is sent for it, ${of.reason}`,
      ...nextLines(of),
    ]),
    ...(status.staleSources ?? []).map(staleLine),
    ...(status.weeks ?? []).map((of) => `week ${of.runId ?? 'account'}: ${weekText(of)}`),
    ...locks.flatMap((of) => [lockLine(of), ...nextLines(of)]),
    ...vetoes.flatMap((of) => [
      `entries of ${of.runId ?? 'the account'} are kept back by ${of.by} (${of.code}): ${of.found}`,
      `  next  ${of.next}`,
    ]),
  ];
}

function staleLine(of: NonNullable<DayStatus['staleSources']>[number]): string {
  const { runId, source, heardAtMs, staleAfterMs } = of;
  const last = heardAtMs === null ? 'no value yet' : `last value at ${istClock(heardAtMs)} IST`;
  return `silent ${runId} source ${source}: ${last}, one counts for ${shownDuration(staleAfterMs)}`;
}

function lockLine(lock: DayStatus['locks'][number]): string {
  const again = lock.protection === 'week-loss' ? `; entries again ${lockEnds(lock)}` : '';
  return `locked ${lock.runId ?? 'account'}: ${lock.reason}${again}`;
}

function questionLine(of: DayStatus['questions'][number]): string {
  const until = of.untilMs === null ? '' : `, until ${istClock(of.untilMs)}`;
  return `asks ${of.runId} ${of.question}: ${of.message} (since ${istClock(of.askedAtMs)} IST${until})`;
}

function unknownLine(of: DayStatus['unknownPositions'][number]): string {
  const at = `sent at ${istClock(of.sinceMs)} IST`;
  const what = of.kind === 'position' ? 'it may be open' : 'it may have traded';
  return of.state === 'under-way'
    ? `under way ${of.name}: ${at}, its answer is awaited`
    : `unknown ${of.name}: ${at}, ${what} and cannot be squared off from here; check the platform (${of.detail})`;
}

function customLine(of: DayStatus['customPositions'][number]): string {
  const id = of.positionId === null ? '' : ` as ${of.positionId}`;
  const exit =
    of.exitAtMs === null ? '' : `, the platform closes it at ${istClock(of.exitAtMs)} IST`;
  const isTried = of.state === 'started' && of.squareOffs > 0;
  const problem = isTried ? `; its square-off is ${of.detail}` : '';
  return `custom ${of.name}: ${of.state}${id}, since ${istClock(of.sinceMs)} IST${exit}${problem}`;
}

function orphanLine({
  symbol,
  netUnits,
  isWorking,
  orderIds,
}: DayStatus['orphans'][number]): string {
  const works = isWorking ? ', and still works' : '';
  return `in no book ${symbol}: ${String(netUnits)} by orders ${orderIds.join(', ')} with a tag of ours${works}; handle it on the platform`;
}

function standingOf({ isHeld, detail }: DayStatus['unresolved'][number]): string {
  return isHeld ? `held, waiting for you: ${detail}` : `${detail}; resolve it only if you are sure`;
}

function nextLines({ next }: WithNext): readonly string[] {
  return next.map((command, index) => `${index === 0 ? '  next  ' : '  or    '}${command}`);
}

/** A halt and a resume are kept for the next start; all else is asked of a program. */
function waitsForProgram(status: DayStatus): boolean {
  const { runs, unresolved, pausedLegs, customPositions, unknownPositions, questions } = status;
  const all = [
    ...runs,
    ...questions,
    ...unresolved,
    ...pausedLegs,
    ...customPositions,
    ...unknownPositions,
  ];
  return all.some(({ next }) => next.length > 0);
}

function termsText(terms: OrderTerms | null): string {
  if (terms?.kind === 'stop') return ` at trigger ${formatPaise(terms.triggerPricePaise)}`;
  return terms?.kind === 'limit' ? ` at ${formatPaise(terms.pricePaise)}` : '';
}
