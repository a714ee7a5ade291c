import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type Judge, names, type OracleFacts } from '../oracle/oracle-facts.ts';
import { type SeenStep } from '../oracle/seen-step.ts';

/** A step of the engine, with how it stands after it where that can have changed. */
export interface StepFacts {
  readonly facts: OracleFacts;
  readonly step: SeenStep;
  readonly view: EngineView | null;
}

type OrdersPoll = Extract<
  SeenStep['event'],
  { readonly kind: 'poll-ended'; readonly subject: 'orders' }
>;

const QUIET_MS = 60_000;
const CLEAN_POLLS_MIN = 4;
const PENDING_MAX = 64;

/** What must hold after every step of the engine. */
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
};

function everyOrderOfOursIsKnown({ facts, step, view }: StepFacts): string | null {
  const { event } = step;
  if (view === null || event.kind !== 'poll-ended' || event.subject !== 'orders') return null;
  if (event.outcome.kind !== 'accepted') return null;
  const known = new Set(view.intents.map(({ tag }) => tag));
  for (const { tag, orderId } of event.outcome.value.changed) {
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

function aReplayDecidesTheSame({ facts, step }: StepFacts): string | null {
  const { event } = step;
  if (event.kind !== 'run-held' || event.isQuarantined === true || mayDiffer(facts)) return null;
  return `${event.runId} is held: ${event.detail}`;
}

/** A program or settings that were changed between two lives may decide otherwise: to be held is right then. */
function mayDiffer({ plan: { names } }: OracleFacts): boolean {
  return names.includes('F46') || names.includes('F58');
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
  for (const { tag, state, detail } of view?.intents ?? []) {
    if (state !== 'rejected') continue;
    const stands = facts.truth.genuine(tag).length > 0;
    if (stands) return `${tag} is rejected (${detail}) and stands at the exchange`;
  }
  return null;
}

function theRecountAgrees({ step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'record' || effect.entry.kind !== 'halt') continue;
    const { by, reason } = effect.entry.halt;
    if (by === 'comparator') return `The comparator halts: ${reason}`;
  }
  return null;
}

function intentsNameTheirOrigin({ facts, step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'record' || effect.entry.kind !== 'intent') continue;
    const { mode, account, build, tag } = effect.entry;
    if (mode !== facts.plan.mode || account !== facts.plan.account || build === '') {
      return `${tag} names ${mode}, ${account}, "${build}"`;
    }
  }
  return null;
}

function noSecretInNotices({ facts, step }: StepFacts): string | null {
  for (const effect of step.effects) {
    if (effect.kind !== 'notice') continue;
    const told = JSON.stringify(effect.notice);
    if (Object.values(facts.plan.secrets).some((secret) => told.includes(secret))) {
      return 'A notice tells a secret';
    }
  }
  return null;
}

function nothingPilesUp({ view }: StepFacts): string | null {
  const count = view?.attemptsUnderWay ?? 0;
  return count > PENDING_MAX ? `${String(count)} attempts are under way` : null;
}

/** How long records that cannot be read count as told. */
const RECORDS_TOLD_FOR_MS = 300_000;

function unreadableRecordsAreTold({ facts, step }: StepFacts): string | null {
  const { event, effects } = step;
  if (event.kind !== 'poll-ended') return null;
  facts.cleanPolls.take(event, facts.machine.processOffsetMs);
  return event.subject === 'orders' ? whatIsNotTold(facts, event, effects) : null;
}

function whatIsNotTold(
  facts: OracleFacts,
  { outcome, atMs }: OrdersPoll,
  effects: SeenStep['effects'],
): string | null {
  const { isFailed: wasFailed, malformedToldAtMs: toldAtMs } = facts.flaws;
  const isFailed = outcome.kind !== 'accepted';
  const isMalformed = !isFailed && outcome.value.malformed.length > 0;
  const isTold = effects.some(({ kind }) => kind === 'notice');
  facts.flaws = {
    // Until people hear otherwise, what they heard last stands.
    isFailed: isFailed || (wasFailed && !effects.some(saysThatAllIsWell)),
    // What could not be read stays told for a while, however it comes and goes.
    malformedToldAtMs: isMalformed && isTold ? atMs : toldAtMs,
  };
  const isNew = isFailed ? !wasFailed : isMalformed && isUntold(toldAtMs, atMs);
  return isTold || !isNew ? null : whatWasNotTold(isFailed);
}

function whatWasNotTold(isFailed: boolean): string {
  return isFailed
    ? 'A poll of the orders failed without a notice'
    : 'Records of a poll could not be read without a notice';
}

function isUntold(toldAtMs: number, nowMs: number): boolean {
  return nowMs >= toldAtMs + RECORDS_TOLD_FOR_MS;
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

function whyNotProven(
  facts: OracleFacts,
  tag: string,
  absence: IntentState['absence'],
): string | null {
  const { truth, machine, cleanPolls } = facts;
  if (truth.genuine(tag).length > 0) return 'and stands at the exchange';
  const sent = truth.sentTags.get(tag);
  // What never left was lost with its process: the search began with the next one.
  const sinceMs = sent?.lastAtMs ?? 0;
  // A process cannot tell how much time has passed while its machine's clock jumped.
  const jumpedMs = Math.abs(machine.processOffsetMs - (sent?.offsetMs ?? 0));
  if (jumpedMs > JUMP_MS) return null;
  const { looks, spanMs } = cleanPolls.against(tag, sinceMs, machine.nowMs);
  if (looks < CLEAN_POLLS_MIN || spanMs < QUIET_MS - SLACK_MS) {
    return `after ${String(looks)} clean polls in ${String(spanMs)} ms`;
  }
  return whyOvercounted(facts, { tag, sinceMs, absence });
}

/** What an intent says that it was proven by must have been there: a bad look that counts is one too many. */
function whyOvercounted(
  { memory, machine, cleanPolls }: OracleFacts,
  of: {
    readonly tag: string;
    readonly sinceMs: number;
    readonly absence: IntentState['absence'];
  },
): string | null {
  if (of.absence === null) return 'by nothing';
  const { ordersPolls: atAll, tagPolls: atTag } = of.absence;
  const sinceMs = Math.max(of.sinceMs, memory.answeredAtMs.get(of.tag) ?? 0);
  const most = cleanPolls.most(of.tag, sinceMs, machine.nowMs);
  if (atAll <= most.atAll && atTag <= most.atTag) return null;
  return `by ${String(atAll)} polls and ${String(atTag)} look-ups, of which ${String(most.atAll)} and ${String(most.atTag)} were clean`;
}

const SLACK_MS = 2_000;
const JUMP_MS = 2_000;
