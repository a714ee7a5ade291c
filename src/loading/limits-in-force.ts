import { DEFAULT_ENGINE_LIMITS } from '../engine/engine-limits.ts';
import { formatPaise } from '../model/money/money.ts';
import {
  type LimitName,
  NO_PROTECTIONS,
  type Protections,
  type RunPolicies,
} from '../model/runs/run-policies.ts';
import { type EngineSettings } from '../settings/engine-settings.ts';
import { type LotsAsked } from './trial/try-strategy.ts';

/** What of a configuration bounds a run. */
export interface LimitsFrom {
  readonly engine: EngineSettings;
  readonly accountProtections: Protections;
  readonly policies: Partial<RunPolicies>;
}

/** The caps and limits in force for a run, for people, by the key that sets each; what has no limit says `none`. */
export function limitsInForce(from: LimitsFrom): Readonly<Record<string, string>> {
  const caps = { ...DEFAULT_ENGINE_LIMITS, ...from.engine };
  const count = (value: number | null): string => (value === null ? 'none' : String(value));
  const money = (value: number | null): string => (value === null ? 'none' : formatPaise(value));
  return {
    'risk.lotsPerOrder': count(caps.orderLotsMax),
    'risk.lotsPerRun': count(caps.lotsPerRunMax),
    'risk.lotsOfAccount': count(caps.lotsMax),
    'risk.premiumPerRun': money(caps.premiumPerRunPaiseMax),
    'risk.premiumOfAccount': money(caps.premiumPaiseMax),
    'risk.valuePerOrder': money(caps.orderValuePaiseMax),
    'engine.ordersPerRun': count(caps.ordersPerRunMax),
    'risk.ordersPerDay': count(caps.ordersPerDayMax),
    'risk.workingEntries': count(caps.workingEntriesMax),
    'risk.entriesPerLeg': `${count(caps.legEntriesMax)} within ${String(caps.legEntriesWithinMs / 1000)} s`,
    ...ofProtections(
      'strategies.policies.protections',
      from.policies.protections ?? NO_PROTECTIONS,
    ),
    ...ofProtections('protections', from.accountProtections),
  };
}

function ofProtections(at: string, protections: Protections): Readonly<Record<string, string>> {
  const limits: readonly (readonly [LimitName, string | null])[] = [
    ['dayLoss', paise(protections.dayLossPaiseMax)],
    ['weekLoss', paise(protections.weekLossPaiseMax ?? null)],
    ['drawdown', paise(protections.drawdownPaiseMax)],
    ['losingStreak', protections.losingStreakMax?.toString() ?? null],
    ['openPremium', paise(protections.openPremiumPaiseMax)],
  ];
  return Object.fromEntries(
    limits.map(([name, limit]) => [
      `${at}.${name}`,
      limit === null ? 'none' : `${limit}, then ${protections.then?.[name] ?? 'lock'}`,
    ]),
  );
}

function paise(value: number | null): string | null {
  return value === null ? null : formatPaise(value);
}

/**
 * Limits that refuse what a strategy asks for at once, sentences. Where a trial saw no entry, its parameter `lots` stands
 * for one. Says nothing of limits reached later in a day: positions are unknown by then.
 */
export function lotsBeyond(
  { ofOrder, ofCommand }: LotsAsked,
  params: unknown,
  engine: EngineSettings,
): readonly string[] {
  const { orderLotsMax, lotsPerRunMax, lotsMax } = { ...DEFAULT_ENGINE_LIMITS, ...engine };
  const order = ofOrder > 0 ? ofOrder : lotsOf(params);
  const command = Math.max(order, ofCommand);
  const limits = [
    { key: 'risk.lotsPerOrder', max: orderLotsMax, lots: order, what: 'an entry' },
    { key: 'risk.lotsPerRun', max: lotsPerRunMax, lots: command, what: 'its entries together' },
    { key: 'risk.lotsOfAccount', max: lotsMax, lots: command, what: 'its entries together' },
  ];
  return limits.flatMap(({ key, max, lots, what }) =>
    max === null || lots <= max
      ? []
      : [`${String(lots)} lots of ${what} are over "${key}" ${String(max)}: they will be refused`],
  );
}

function lotsOf(params: unknown): number {
  if (typeof params !== 'object' || params === null) return 0;
  const { lots } = params as { readonly lots?: unknown };
  return typeof lots === 'number' ? lots : 0;
}
