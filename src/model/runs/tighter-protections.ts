import {
  DEFAULT_CONSEQUENCES,
  type LimitConsequence,
  type LimitName,
  type Protections,
} from './run-policies.ts';

/** Protections under which both of two hold: the lower of each limit, the longer lock, and everything is closed where either says so. */
export function tighterProtections(one: Protections, other: Protections): Protections {
  const names: readonly LimitName[] = [
    'dayLoss',
    'weekLoss',
    'drawdown',
    'losingStreak',
    'openPremium',
  ];
  const then = names.map((name) => {
    const asked = [one, other].filter((from) => limitOf(from, name) !== null);
    const isFlattened = asked.some((from) => consequenceOf(from, name) === 'flatten');
    const byDefault = asked.length === 0 ? DEFAULT_CONSEQUENCES[name] : 'lock';
    return [name, isFlattened ? 'flatten' : byDefault] as const;
  });
  return {
    dayLossPaiseMax: lower(one.dayLossPaiseMax, other.dayLossPaiseMax),
    weekLossPaiseMax: lower(one.weekLossPaiseMax ?? null, other.weekLossPaiseMax ?? null),
    drawdownPaiseMax: lower(one.drawdownPaiseMax, other.drawdownPaiseMax),
    losingStreakMax: shorterStreak(one, other),
    cooldownMs: longerLock(one, other),
    openPremiumPaiseMax: lower(one.openPremiumPaiseMax, other.openPremiumPaiseMax),
    then: Object.fromEntries(then) as Record<LimitName, LimitConsequence>,
  };
}

/** A cooldown without a streak follows each loss: beside a streak that is a streak of one. */
function shorterStreak(one: Protections, other: Protections): number | null {
  const both = [one, other];
  if (both.every(({ losingStreakMax }) => losingStreakMax === null)) return null;
  const [a = null, b = null] = both.map(({ losingStreakMax, cooldownMs }) => {
    return losingStreakMax ?? (cooldownMs > 0 ? 1 : null);
  });
  return lower(a, b);
}

/** A streak without a cooldown locks until the day ends: none is longer. */
function longerLock(one: Protections, other: Protections): number {
  const isForTheDay = [one, other].some(
    ({ losingStreakMax, cooldownMs }) => losingStreakMax !== null && cooldownMs === 0,
  );
  return isForTheDay ? 0 : Math.max(one.cooldownMs, other.cooldownMs);
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function limitOf(protections: Protections, name: LimitName): number | null {
  if (name === 'losingStreak') return protections.losingStreakMax;
  return protections[`${name}PaiseMax`] ?? null;
}

function consequenceOf({ then }: Protections, name: LimitName): LimitConsequence {
  return then?.[name] ?? 'lock';
}
