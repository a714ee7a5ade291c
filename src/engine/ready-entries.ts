import { type Desk } from './desk.ts';
import { fallenLeg, isFallen } from './fallen-leg.ts';
import { type EntryGroup, type Intent, isExit } from './intent.ts';
import { judgeIntent, type Verdict } from './judge-intent.ts';
import { refuseIntent } from './refuse.ts';

type Ready = Extract<Verdict, { kind: 'ready' }>;

/** Waiting entries that may leave now, hedges before shorts. Refuses those that can never leave. */
export function readyEntries(desk: Desk): readonly Ready[] {
  const groups = new Set<EntryGroup>();
  for (const intent of desk.intents.live()) {
    if (intent.state !== 'waiting' || isExit(intent)) continue;
    groups.add(intent.group ?? { intents: [intent], hedgedAtMs: null });
  }
  const ready = [...groups].flatMap((group) => readyOfGroup(desk, group));
  return [
    ...ready.filter(({ intent }) => intent.order.side === 'buy'),
    ...ready.filter(({ intent }) => intent.order.side === 'sell'),
  ];
}

function readyOfGroup(desk: Desk, group: EntryGroup): readonly Ready[] {
  const waiting = group.intents.filter(({ state }) => state === 'waiting');
  const fallen = group.intents.find(isFallen);
  if (fallen !== undefined) {
    const why = fallenLeg(fallen);
    for (const intent of waiting) refuseIntent(desk, intent, `Not sent because ${why}`);
    return [];
  }
  const verdicts = judgeAll(desk, waiting);
  if (verdicts === null) return [];
  const hedges = group.intents.filter(({ order }) => order.side === 'buy');
  const isSpread = hedges.length > 0 && hedges.length < group.intents.length;
  if (!isSpread) return verdicts;
  if (hedges.every(isStanding)) {
    group.hedgedAtMs ??= desk.nowMs;
    return verdicts;
  }
  return verdicts.filter(({ intent }) => intent.order.side === 'buy');
}

/** Verdicts when all are ready; null when one waits, or when one was refused and the others with it. */
function judgeAll(desk: Desk, waiting: readonly Intent[]): readonly Ready[] | null {
  const verdicts = waiting.map((intent) => judgeIntent(desk, intent));
  const culprit = waiting.find((_, index) => verdicts[index]?.kind === 'refused');
  if (culprit === undefined) {
    const ready = verdicts.filter((verdict) => verdict.kind === 'ready');
    return ready.length === verdicts.length ? ready : null;
  }
  for (const [index, intent] of waiting.entries()) {
    const verdict = verdicts[index];
    const sibling = `Not sent because leg "${culprit.order.leg}" of the same command was refused`;
    refuseIntent(desk, intent, verdict?.kind === 'refused' ? verdict.refusal : sibling);
  }
  return null;
}

/** Whether a poll has shown it alive or filled: the platform's word that it took an order is not the exchange's. */
function isStanding({ state, orders }: Intent): boolean {
  if (state !== 'accepted' || orders.size === 0) return false;
  return [...orders.values()].every(({ status }) => status !== 'place-pending');
}
