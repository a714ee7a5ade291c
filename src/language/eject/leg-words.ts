import { type DistanceForm, type LegForm, type LegsForm } from '../schema/legs.ts';
import { type LegMomentum } from '../schema/momentum.ts';
import { type StrikeRule } from '../schema/strike-rule.ts';
import { type WholeLimit } from '../../strategy/whole.ts';
import { type Path } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type Code, mappingCode, plainCode } from './code.ts';
import { type StrategyModule } from './strategy-module.ts';

/** Keys of a leg, and of the top of a file for every leg that does not say its own. */
export const PROTECTION_KEYS = [
  ...(['stop', 'target', 'trail', 'momentum'] as const),
  ...(['indexStop', 'indexTarget', 'onStop', 'onTarget'] as const),
] as const;

const LEG_KEYS = [
  'underlying',
  'when',
  'side',
  'type',
  'strike',
  'expiry',
  'lots',
  'units',
  ...PROTECTION_KEYS,
];

type Protections = Pick<LegForm, (typeof PROTECTION_KEYS)[number]>;

/** Where a part of a file stands, and what it says there as it is written. */
export interface WrittenPart {
  readonly path: Path;
  readonly written: Readonly<Record<string, unknown>>;
}

/** A leg as a mapping of the desk. */
export function legCode(
  leg: LegForm,
  { path, written }: WrittenPart,
  module: StrategyModule,
): Code {
  module.expect(written, path, LEG_KEYS);
  const { underlying, when, side, type, strike, expiry, lots, units } = leg;
  return module.commented(path, {
    underlying: optional(underlying),
    when: optional(when),
    side: plainCode(side),
    type: plainCode(type),
    strike: strike === undefined ? undefined : strikeCode(strike, [...path, 'strike'], module),
    expiry: optional(expiry),
    lots: optional(lots),
    units: optional(units),
    ...protectionCode(leg, { path, written }, module),
  });
}

/** What protects a leg, or every leg. */
export function protectionCode(
  { stop, target, trail, momentum, indexStop, indexTarget, onStop, onTarget }: Protections,
  { path, written }: WrittenPart,
  module: StrategyModule,
): Readonly<Record<string, Code | undefined>> {
  module.expect(mappingOf(written['trail']), [...path, 'trail'], ['move', 'step']);
  for (const key of ['onStop', 'onTarget']) {
    const then = mappingOf(written[key]);
    module.expect(then, [...path, key], ['cost', 'exit', 'reenter']);
    const again = mappingOf(then['reenter']);
    module.expect(again, [...path, key, 'reenter'], ['how', 'direction', 'times']);
  }
  const of = (distance: DistanceForm | undefined): Code | undefined =>
    distance === undefined ? undefined : amountCode(distance, module);
  return {
    stop: of(stop),
    target: of(target),
    trail:
      trail === undefined ? undefined : mappingCode({ move: of(trail.move), step: of(trail.step) }),
    momentum: momentum === undefined ? undefined : momentumCode(momentum, module),
    indexStop: of(indexStop),
    indexTarget: of(indexTarget),
    onStop: optional(onStop),
    onTarget: optional(onTarget),
  };
}

/** `percent(30)`, `points(40)` or `rupees(2000)`. */
export function amountCode(amount: DistanceForm | WholeLimit, module: StrategyModule): Code {
  if (amount.kind === 'percent') return module.kit('percent', String(amount.percent));
  return module.kit(amount.kind, String(amount.paise / 100));
}

function momentumCode({ direction, distance }: LegMomentum, module: StrategyModule): Code {
  const amount = amountCode(distance, module);
  return module.kit(direction === 1 ? 'rise' : 'fall', amount);
}

/** What every one of them is called in the kit. */
const STRIKES: Readonly<Record<StrikeRule['kind'], string>> = {
  atm: 'atm',
  otm: 'otm',
  itm: 'itm',
  premium: 'premium',
  'premium-within': 'premiumWithin',
  delta: 'delta',
  spot: 'ofSpot',
  straddle: 'ofStraddle',
  strike: 'at',
};

function strikeCode(rule: StrikeRule, path: Path, module: StrategyModule): Code {
  if (!Object.hasOwn(STRIKES, rule.kind)) module.refuse(path, rule.kind);
  return module.kit(`strike.${STRIKES[rule.kind]}`, ...strikeArguments(rule));
}

function strikeArguments(rule: StrikeRule): readonly Code[] {
  switch (rule.kind) {
    case 'atm':
      return [];
    case 'otm':
    case 'itm':
      return [String(rule.steps)];
    case 'premium':
      return [rupeesText(rule.premiumPaise)];
    case 'premium-within':
      return [boundsCode(rule.bounds)];
    case 'delta':
      return [String(rule.delta)];
    case 'spot':
    case 'straddle':
      return [String(rule.percent)];
    case 'strike':
      return [rupeesText(rule.strikePaise)];
  }
}

function boundsCode({ fromPaise, toPaise }: { fromPaise?: number; toPaise?: number }): Code {
  return mappingCode({
    from: fromPaise === undefined ? undefined : rupeesText(fromPaise),
    to: toPaise === undefined ? undefined : rupeesText(toPaise),
  });
}

function rupeesText(paise: number): string {
  return String(paise / 100);
}

/** Plain data, where there is any. */
export function optional(value: unknown): Code | undefined {
  return value === undefined ? undefined : plainCode(value);
}

/** What closes the whole of the run. */
export function wholeCode(
  whole: LegsForm['whole'],
  written: Readonly<Record<string, unknown>>,
  module: StrategyModule,
): readonly Code[] {
  if (whole === undefined) return [];
  module.expect(written, ['whole'], ['stop', 'target', 'trail']);
  module.expect(mappingOf(written['trail']), ['whole', 'trail'], ['move', 'step']);
  const { stop, target, trail } = whole;
  const watch = (name: string, limit: Code): Code => module.kit(name, module.context(), limit);
  const trailed =
    stop === undefined || trail === undefined
      ? undefined
      : mappingCode({
          stop: amountCode(stop, module),
          move: amountCode(trail.move, module),
          step: amountCode(trail.step, module),
        });
  return [
    ...(stop === undefined || trail !== undefined
      ? []
      : [watch('stopWhole', amountCode(stop, module))]),
    ...(trailed === undefined ? [] : [watch('trailWhole', trailed)]),
    ...(target === undefined ? [] : [watch('targetWhole', amountCode(target, module))]),
  ];
}
