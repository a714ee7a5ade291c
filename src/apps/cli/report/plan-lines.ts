import { counted } from '../../../base/counted.ts';
import { type ConfigurationPlan } from '../../../loading/plan/configuration-plan.ts';
import { type ReachedLimit } from '../../../loading/plan/reached-limits.ts';
import { type OrderBounds, type StrategyPlan } from '../../../loading/plan/strategy-plan.ts';
import { formatPaise } from '../../../model/money/money.ts';
import { type Line, span } from '../view/span.ts';

/** What a strategy does in a day at most, in a few lines. */
export function planLines(plan: StrategyPlan): readonly Line[] {
  const texts = [
    ...(plan.from === 'limits' ? ofCode(plan) : ofFile(plan)),
    ...plan.reached.flatMap(unboundedText),
  ];
  return texts.map((text) => [span('    plan    ', 'dim'), text]);
}

/** What all strategies of a configuration do at most together. */
export function configurationPlanLines(plan: ConfigurationPlan): readonly Line[] {
  const { orders, lotsMax, marginPaise, ofCode } = plan;
  const lots = lotsMax === null ? '' : `, ${counted(lotsMax, 'lot')}`;
  const margin = marginPaise === null ? '' : `, margin about ${wholeRupees(marginPaise)}`;
  const code = ofCode === 0 ? '' : `; of ${counted(ofCode, 'module')} only its limits are known`;
  const text = `together at most ${ordersText(orders)}${lots}${margin}${code}`;
  return [[span('    plan    ', 'dim'), text]];
}

/** Limits that the words of a file, or of several together, are over: sentences. */
export function reachedTexts(reached: readonly ReachedLimit[]): readonly string[] {
  return reached.flatMap(({ key, what, most, max, then }) => {
    if (most === null) return [];
    const after = then === 'waits' ? 'the rest waits' : 'entries over it are refused';
    return [`The plan reaches "${key}" ${String(max)}: ${String(most)} ${what}; ${after}`];
  });
}

function ofFile({
  orders,
  lotsMax,
  unitsMax,
  margin,
  sliced,
  unclosed,
}: StrategyPlan): readonly string[] {
  const units = unitsMax === null || unitsMax === 0 ? '' : ` (${String(unitsMax)} units)`;
  const lots = lotsMax === null || lotsMax === 0 ? '' : `, ${counted(lotsMax, 'lot')}${units}`;
  const need =
    margin === null || margin.paise === 0
      ? ''
      : `, margin about ${wholeRupees(margin.paise)} with the index at ${String(margin.levelPaise / 100)}`;
  return [
    `at most ${ordersText(orders)}${lots}${need}`,
    ...unclosed.map((what) => `nothing closes ${what}: no signal is the opposite`),
    ...sliced.map(
      ({ leg, units: whole, freezeUnits, orders: slices }) =>
        `${leg}: ${String(whole)} units are over the freeze quantity ${String(freezeUnits)} and go as ${String(slices)} orders`,
    ),
  ];
}

function ofCode({ orders, lotsMax }: StrategyPlan): readonly string[] {
  const lots = lotsMax === null ? '' : `, ${counted(lotsMax, 'lot')}`;
  return [`code decides; its limits allow ${ordersText(orders)} and exits beyond${lots}`];
}

function unboundedText({ key, what, most, max }: ReachedLimit): readonly string[] {
  if (most !== null) return [];
  return [`nothing in the file bounds its ${what}: "${key}" ${String(max)} does`];
}

function ordersText({ perSecondMax, perMinuteMax, perDayMax }: OrderBounds): string {
  const [minute, day] = [String(perMinuteMax), String(perDayMax)];
  return `${counted(perSecondMax, 'order')} a second, ${minute} a minute, ${day} a day`;
}

function wholeRupees(paise: number): string {
  return formatPaise(Math.ceil(paise / 100) * 100).replace(/\.00$/, '');
}
