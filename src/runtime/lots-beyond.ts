import { DEFAULT_ENGINE_LIMITS } from '../engine/engine-limits.ts';
import { type EngineSettings } from '../settings/settings.ts';
import { type LotsAsked } from './try-strategy.ts';

/**
 * Limits that refuse what a strategy asks for at once, sentences. Where a trial saw no entry, its parameter `lots` stands
 * for one. Never says that a limit is met late in a day: what is held by then is not known.
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
