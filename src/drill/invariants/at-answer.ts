import { mayBeOurs } from '../oracle/clean-polls.ts';
import { type Judge } from '../oracle/oracle-facts.ts';
import { type StepFacts } from './at-step.ts';

/** With these a list is shorter than the truth by itself. */
const SHORTENING = ['F19', 'F20', 'F21', 'F22', 'F23', 'F34', 'F35', 'F36'] as const;
/** How long a square-off may take before someone must know. */
const FLAT_OR_TOLD_MS = 150_000;
/** What a clock may work off when it is ahead. */
const LOST_MS_MAX = 3_000;

/** What must hold of what answers were taken to say, and of goals that were set. */
export const answerInvariants: Readonly<Record<string, Judge<StepFacts>>> = {
  'I4 answers are found by name': answersAreFoundByName,
  'I24 no record is dropped': noRecordIsDropped,
  'I7 a square-off ends flat or told': aSquareOffEndsFlatOrTold,
  'I7 time never goes back': timeGoesOn,
  'I28 a bad list proves nothing': badListsProveNothing,
};

function answersAreFoundByName({ facts, step: { event } }: StepFacts): string | null {
  if (event.kind !== 'attempt-ended' || event.result.kind !== 'place') return null;
  const { outcome } = event.result;
  if (outcome.kind !== 'accepted') return null;
  for (const [tag, element] of outcome.value) {
    if (element.kind !== 'accepted' || element.orderId === null) continue;
    const order = facts.truth.orderOf(element.orderId);
    if (order !== undefined && order.tag !== tag) {
      return `${tag} was taken to be order ${element.orderId}, which is ${order.tag}`;
    }
  }
  return null;
}

function noRecordIsDropped({ facts, step: { event } }: StepFacts): string | null {
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return null;
  const { plan, truth, machine } = facts;
  if (plan.mode === 'paper' || event.outcome.kind !== 'accepted') return null;
  if (SHORTENING.some((name) => plan.names.includes(name)) || machine.processOffsetMs !== 0) {
    return null;
  }
  const { orders, malformed } = event.outcome.value;
  const found = orders.length + malformed.length;
  const known = truth.ordersAt(event.startedAtMs);
  return found >= known ? null : `A list of ${String(known)} orders was read as ${String(found)}`;
}

/** A goal that is already reported gets no second notice. */
function isTold(alarms: StepFacts['facts']['alarms'], sinceMs: number): boolean {
  return alarms.some(({ atMs, notice }) => atMs >= sinceMs || notice.code === 'not-flat');
}

/** A clock that is set back must make nothing late: a process's time never goes back. */
function timeGoesOn({ facts: { memory, machine } }: StepFacts): string | null {
  const offsetMs = machine.processOffsetMs;
  memory.mostAheadMs = Math.max(memory.mostAheadMs, offsetMs);
  const lostMs = memory.mostAheadMs - offsetMs;
  if (lostMs <= LOST_MS_MAX) return null;
  memory.mostAheadMs = offsetMs;
  return `The time of a process went back by ${String(lostMs)} ms`;
}

/** The list by which an order is proven absent must itself be whole. */
function badListsProveNothing({ facts, step: { event }, view }: StepFacts): string | null {
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return null;
  if (event.outcome.kind !== 'accepted') return null;
  const { orders, malformed } = event.outcome.value;
  const { memory, before } = facts;
  const shown = new Set(orders.map(({ orderId }) => orderId));
  const unread = malformed.filter(({ orderId }) => orderId === undefined || !shown.has(orderId));
  const isShort = orders.length + unread.length < memory.longestList;
  memory.longestList = Math.max(memory.longestList, orders.length);
  const isSpoilt = malformed.some((record) => mayBeOurs(record, facts.cleanPolls.foreignIds));
  if (!isSpoilt && !isShort) return null;
  const proven = view?.intents.find(({ tag, state }) => {
    const earlier = before.get(tag);
    return state === 'absent' && earlier !== undefined && earlier !== 'absent';
  });
  return proven === undefined
    ? null
    : `${proven.tag} is taken for absent by a list that is not whole`;
}

function aSquareOffEndsFlatOrTold({ facts }: StepFacts): string | null {
  const { memory, machine, truth, alarms } = facts;
  for (const [runId, { atMs }] of memory.squareOffs) {
    if (machine.nowMs - atMs < FLAT_OR_TOLD_MS) continue;
    memory.squareOffs.delete(runId);
    const open = [...truth.holdings.values()].find((held) => {
      return held.runId === runId && held.netUnits !== 0 && !truth.meddledSymbols.has(held.symbol);
    });
    if (open === undefined || isTold(alarms, atMs)) continue;
    return `${runId} was to be flat: ${open.leg} holds ${String(open.netUnits)} units without a notice`;
  }
  return null;
}
