import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type CleanPolls, mayBeOurs } from '../oracle/clean-polls.ts';
import { type Judge, names, type OracleFacts } from '../oracle/oracle-facts.ts';
import { listIn, type SeenStep } from '../oracle/seen-step.ts';

/** A step of the engine, with how it stands after it where that can have changed. */
export interface StepFacts {
  readonly facts: OracleFacts;
  readonly step: SeenStep;
  readonly view: EngineView | null;
}

const QUIET_MS = 60_000;
const CLEAN_POLLS_MIN = 4;
const PENDING_MAX = 64;
const SLACK_MS = 2_000;
const JUMP_MS = 2_000;
/** How long records that cannot be read count as told. */
const RECORDS_TOLD_FOR_MS = 300_000;
/** With these a list is shorter than the truth by itself. */
const SHORTENING = ['F19', 'F20', 'F21', 'F22', 'F23', 'F34', 'F35', 'F36'] as const;
/** How long a square-off may take before someone must know. */
const FLAT_OR_TOLD_MS = 150_000;
/** What a clock may work off when it is ahead. */
const LOST_MS_MAX = 3_000;

/** What must hold after every step of the engine, of what answers were taken to say, and of goals that were set. */
export const stepInvariants: Readonly<Record<string, Judge<StepFacts>>> = {
  'I4 every order of ours is known or told': everyOrderOfOursIsKnown,
  'I15 a replay decides the same': aReplayDecidesTheSame,
  'I13 unknown is not rejected by time': unknownIsNotRejectedByTime,
  'I13 rejected is certain': rejectedIsCertain,
  'I25 the recount agrees': theRecountAgrees,
  'I17 runs see fills once': runsSeeFillsOnce,
  'I19 intents name mode, account and build': intentsNameTheirOrigin,
  'I20 no secret in notices': noSecretInNotices,
  'I22 nothing piles up': nothingPilesUp,
  'I24 unreadable records are reported': unreadableRecordsAreTold,
  'I28 absence is proven': absenceIsProven,
  'I4 answers are found by name': answersAreFoundByName,
  'I24 no record is dropped': noRecordIsDropped,
  'I7 a square-off ends flat or told': aSquareOffEndsFlatOrTold,
  'I7 time never goes back': timeGoesOn,
  'I28 a bad list proves nothing': badListsProveNothing,
};

function everyOrderOfOursIsKnown({ facts, step, view }: StepFacts): string | null {
  const list = listIn(step);
  if (view === null || list === null) return null;
  const known = new Set(view.intents.map(({ tag }) => tag));
  for (const { tag, orderId } of list.changed) {
    if (!isOurTag(tag) || known.has(tag)) continue;
    const isTold = facts.alarms.some(({ notice }) => {
      return names(notice, tag) || names(notice, orderId);
    });
    const isToldNow = step.effects.some((effect) => {
      return effect.kind === 'notice' && names(effect.notice, tag);
    });
    if (!isTold && !isToldNow) return `${tag} (${orderId}) is of no intent and has no notice`;
  }
  return null;
}

function aReplayDecidesTheSame({ facts: { plan }, step: { event } }: StepFacts): string | null {
  if (event.kind !== 'run-held' || event.isQuarantined === true) return null;
  // A program or settings that were changed between two lives may decide otherwise: to be held is right then.
  if (plan.names.includes('F46') || plan.names.includes('F58')) return null;
  return `${event.runId} is held: ${event.detail}`;
}

function unknownIsNotRejectedByTime({ facts, view }: StepFacts): string | null {
  for (const { tag, state, detail } of view?.intents ?? []) {
    if (state === 'rejected' && facts.before.get(tag) === 'unknown') {
      return `${tag} went from unknown to rejected: ${detail}`;
    }
  }
  return null;
}

function runsSeeFillsOnce({ facts, step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'deliver' || effect.input.kind !== 'orders-observed') continue;
    for (const { order, fillUnits } of effect.input.events) {
      if (fillUnits === 0) continue;
      const key = `${effect.runId}\n${order.orderId}`;
      const shown = (facts.shown.get(key) ?? 0) + fillUnits;
      facts.shown.set(key, shown);
      if (fillUnits < 0 || shown > order.filledUnits) {
        return `${effect.runId} was shown ${String(shown)} filled units of ${order.orderId}, it has ${String(order.filledUnits)}`;
      }
    }
  }
  return null;
}

function rejectedIsCertain({ facts, view }: StepFacts): string | null {
  const standing = view?.intents.find(({ tag, state }) => {
    return state === 'rejected' && facts.truth.genuine(tag).length > 0;
  });
  if (standing === undefined) return null;
  return `${standing.tag} is rejected (${standing.detail}) and stands at the exchange`;
}

function theRecountAgrees({ step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'record' || effect.entry.kind !== 'halt') continue;
    const { by, reason } = effect.entry.halt;
    if (by === 'comparator') return `The comparator halts: ${reason}`;
  }
  return null;
}

function intentsNameTheirOrigin({ facts: { plan }, step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'record' || effect.entry.kind !== 'intent') continue;
    const { mode, account, build, tag } = effect.entry;
    if (mode !== plan.mode || account !== plan.account || build === '') {
      return `${tag} names ${mode}, ${account}, "${build}"`;
    }
  }
  return null;
}

function noSecretInNotices({ facts, step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'notice') continue;
    const text = JSON.stringify(effect.notice);
    const secrets = Object.values(facts.plan.secrets);
    if (secrets.some((secret) => text.includes(secret))) return 'A notice tells a secret';
  }
  return null;
}

function nothingPilesUp({ view }: StepFacts): string | null {
  const count = view?.attemptsUnderWay ?? 0;
  return count > PENDING_MAX ? `${String(count)} attempts are under way` : null;
}

function unreadableRecordsAreTold({ facts, step }: StepFacts): string | null {
  const { event, effects } = step;
  if (event.kind !== 'poll-ended') return null;
  facts.cleanPolls.take(event, facts.machine.processOffsetMs);
  if (event.subject !== 'orders') return null;
  const isTold = effects.some(({ kind }) => kind === 'notice');
  const flaw = newFlaw(facts, step, isTold);
  return isTold ? null : flaw;
}

/** What this list of the orders lacks that people have not heard of lately; null when it lacks nothing else. */
function newFlaw(facts: OracleFacts, step: SeenStep, isTold: boolean): string | null {
  const { isFailed: wasFailed, malformedToldAtMs: toldAtMs } = facts.flaws;
  const { atMs } = step.event;
  const list = listIn(step);
  const isMalformed = list !== null && list.malformed.length > 0;
  facts.flaws = {
    // Until people hear otherwise, what they heard last stands.
    isFailed: list === null || (wasFailed && !step.effects.some(saysThatAllIsWell)),
    // What could not be read stays told for a while, however it comes and goes.
    malformedToldAtMs: isMalformed && isTold ? atMs : toldAtMs,
  };
  if (list === null) return wasFailed ? null : 'A poll of the orders failed without a notice';
  if (!isMalformed || atMs < toldAtMs + RECORDS_TOLD_FOR_MS) return null;
  return 'Records of a poll could not be read without a notice';
}

function saysThatAllIsWell(effect: SeenStep['effects'][number]): boolean {
  if (effect.kind !== 'notice' || effect.notice.code !== 'polls-succeed-again') return false;
  return effect.notice.facts.subject === 'orders';
}

function absenceIsProven({ facts, view }: StepFacts): string | null {
  for (const { tag, state, absence } of view?.intents ?? []) {
    if (state !== 'absent' || facts.before.get(tag) === 'absent') continue;
    // What a life learned from its journal was judged in the life before.
    if (facts.before.size === 0 || facts.plan.resolvedTags.has(tag)) continue;
    const why = whyNotProven(facts, tag, absence);
    if (why !== null) return `${tag} is taken for absent ${why}`;
  }
  return null;
}

/** What never left was lost with its process: the search began with the next one. */
const NEVER_SENT = { lastAtMs: 0, offsetMs: 0 };

function whyNotProven(
  facts: OracleFacts,
  tag: string,
  absence: IntentState['absence'],
): string | null {
  const { truth, machine, cleanPolls } = facts;
  if (truth.genuine(tag).length > 0) return 'and stands at the exchange';
  const { lastAtMs: sinceMs, offsetMs } = truth.sentTags.get(tag) ?? NEVER_SENT;
  // A process cannot tell how much time has passed while its machine's clock jumped.
  if (Math.abs(machine.processOffsetMs - offsetMs) > JUMP_MS) return null;
  const { looks, spanMs } = cleanPolls.against(tag, sinceMs, machine.nowMs);
  if (looks < CLEAN_POLLS_MIN || spanMs < QUIET_MS - SLACK_MS) {
    return `after ${String(looks)} clean polls in ${String(spanMs)} ms`;
  }
  if (absence === null) return 'by nothing';
  const countedMs = Math.max(sinceMs, facts.answeredAtMs.get(tag) ?? 0);
  return whyOvercounted(absence, cleanPolls.most(tag, countedMs, machine.nowMs));
}

/** What an intent says that it was proven by must have been there: a bad look that counts is one too many. */
function whyOvercounted(
  { ordersPolls: atAll, tagPolls: atTag }: NonNullable<IntentState['absence']>,
  most: ReturnType<CleanPolls['most']>,
): string | null {
  if (atAll <= most.atAll && atTag <= most.atTag) return null;
  return `by ${String(atAll)} polls and ${String(atTag)} look-ups, of which ${String(most.atAll)} and ${String(most.atTag)} were clean`;
}

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

function noRecordIsDropped({ facts, step }: StepFacts): string | null {
  const { plan, truth, machine } = facts;
  const list = listIn(step);
  if (list === null || plan.mode === 'paper' || step.event.kind !== 'poll-ended') return null;
  if (SHORTENING.some((name) => plan.names.includes(name)) || machine.processOffsetMs !== 0) {
    return null;
  }
  const found = list.orders.length + list.malformed.length;
  const known = truth.ordersAt(step.event.startedAtMs);
  return found >= known ? null : `A list of ${String(known)} orders was read as ${String(found)}`;
}

/** A clock that is set back must make nothing late: a process's time never goes back. */
function timeGoesOn({ facts }: StepFacts): string | null {
  const offsetMs = facts.machine.processOffsetMs;
  facts.mostAheadMs = Math.max(facts.mostAheadMs, offsetMs);
  const lostMs = facts.mostAheadMs - offsetMs;
  if (lostMs <= LOST_MS_MAX) return null;
  facts.mostAheadMs = offsetMs;
  return `The time of a process went back by ${String(lostMs)} ms`;
}

/** The list by which an order is proven absent must itself be whole. */
function badListsProveNothing({ facts, step, view }: StepFacts): string | null {
  const list = listIn(step);
  if (list === null) return null;
  const shown = new Set(list.orders.map(({ orderId }) => orderId));
  const unread = list.malformed.filter(
    ({ orderId }) => orderId === undefined || !shown.has(orderId),
  );
  const isShort = list.orders.length + unread.length < facts.longestList;
  facts.longestList = Math.max(facts.longestList, list.orders.length);
  const isSpoilt = list.malformed.some((record) => mayBeOurs(record, facts.cleanPolls.foreignIds));
  if (!isSpoilt && !isShort) return null;
  const proven = view?.intents.find(({ tag, state }) => {
    const earlier = facts.before.get(tag);
    return state === 'absent' && earlier !== undefined && earlier !== 'absent';
  });
  return proven === undefined
    ? null
    : `${proven.tag} is taken for absent by a list that is not whole`;
}

function aSquareOffEndsFlatOrTold({ facts }: StepFacts): string | null {
  const { squareOffs, machine, truth, alarms } = facts;
  for (const [runId, askedAtMs] of squareOffs) {
    if (machine.nowMs - askedAtMs < FLAT_OR_TOLD_MS) continue;
    squareOffs.delete(runId);
    const open = truth.open().find((held) => held.runId === runId);
    // A goal that is already reported gets no second notice.
    const isTold = alarms.some(({ atMs, notice }) => {
      return atMs >= askedAtMs || notice.code === 'not-flat';
    });
    if (open === undefined || isTold) continue;
    return `${runId} was to be flat: ${open.leg} holds ${String(open.netUnits)} units without a notice`;
  }
  return null;
}
