import { mappingOf } from '../../text/read-yaml.ts';
import { defaultsOf, isTimes, largestLots } from '../legs/legs-params.ts';
import { type LegsBody, type LegsForm } from '../schema/legs.ts';
import { readProtections } from '../schema/protections.ts';
import { type RupeesLimit } from '../../strategy/whole.ts';
import { arrow, call, type Code, digits, mappingCode, pipe, plainCode, text } from './code.ts';
import { legCode, optional, PROTECTION_KEYS, protectionCode, wholeCode } from './leg-words.ts';
import {
  type CommentedCode,
  type ModuleConstant,
  type ModuleParts,
  type StrategyModule,
} from './strategy-module.ts';

type Written = Readonly<Record<string, unknown>>;

/** Keys that size the entries of a file; a configuration can change those that it has. */
const SIZING_KEYS = ['risk', 'share', 'capital', 'maxLots'];

/** Keys that files with legs have in common. */
export const LEGS_KEYS = [
  ...[
    'name',
    'schemaVersion',
    'underlying',
    'days',
    'daysToExpiry',
    'carry',
    'exit',
    'product',
    'broker',
    'expiry',
  ],
  ...['lots', 'units', ...SIZING_KEYS, ...PROTECTION_KEYS, 'legs', 'whole', 'protections'],
];

const PROTECTIONS_KEYS = ['dayLoss', 'weekLoss', 'drawdown', 'losingStreak', 'cooldown'];

/** A file of legs as TypeScript: the desk, and its parts one by one. */
export function ejectLegs(form: LegsForm, written: Written, module: StrategyModule): ModuleParts {
  module.expect(written, [], [...LEGS_KEYS, 'entry', 'lastEntry']);
  return {
    ...legsModule(form, written, module),
    returned: call(
      'desk.run',
      entryCode(form, mappingOf(written['entry']), module),
      ...afterEntry(form, written, module),
    ),
  };
}

/** What a module with legs begins with. */
export function legsModule(
  form: LegsBody,
  written: Written,
  module: StrategyModule,
): Omit<ModuleParts, 'returned'> {
  const { name, days, carry, broker, protections } = form;
  return {
    name,
    params: paramsCode(form, written, { module }),
    ...(broker === undefined
      ? {}
      : { broker: { code: text(broker), comment: module.commentAbove(['broker']) } }),
    ...(protections === undefined
      ? {}
      : { protections: protectionsCode(protections, written, module) }),
    days: days === 'expiry' || carry !== undefined ? undefined : days,
    constants: [deskOf(form, written, module)],
  };
}

/** The limits of the day and of the week. */
function protectionsCode(
  form: NonNullable<LegsBody['protections']>,
  written: Written,
  module: StrategyModule,
): CommentedCode {
  const path = ['protections'];
  const { dayLoss, weekLoss, drawdown, losingStreak, cooldownMinutes } = readProtections(form);
  module.expect(mappingOf(written['protections']), path, PROTECTIONS_KEYS);
  const money = (limit: RupeesLimit | undefined): Code | undefined =>
    limit === undefined ? undefined : module.kit('rupees', digits(limit.paise / 100));
  const limits = {
    dayLoss: money(dayLoss),
    weekLoss: money(weekLoss),
    drawdown: money(drawdown),
    losingStreak: optional(losingStreak),
    cooldownMinutes: optional(cooldownMinutes),
  };
  const code = module.commented(path, limits, { cooldownMinutes: 'cooldown' });
  return { code, comment: module.commentAbove(path) };
}

/** What a configuration may change; `own` are other parameters of the file. */
export function paramsCode(
  form: LegsBody,
  written: Written,
  { module, own }: { readonly module: StrategyModule; readonly own?: Code },
): Code {
  const carries = form.carry === undefined ? undefined : 'true';
  const largest = form.maxLots === undefined ? 1 : largestLots(form);
  const set = largest === 1 ? undefined : String(largest);
  const hasOptions = [carries, own, set].some((code) => code !== undefined);
  const options = hasOptions ? [mappingCode({ carries, own, largestLots: set })] : [];
  return module.kit('legParameters', plainCode(defaultsOf(form, written)), ...options);
}

function deskOf(form: LegsBody, written: Written, module: StrategyModule): ModuleConstant {
  const legs = Object.entries(form.legs).map(([name, leg]) => {
    const path = ['legs', name];
    return [name, legCode(leg, { path, written: writtenLeg(written, name) }, module)] as const;
  });
  const options = module.commented([], {
    underlying: module.param('underlying'),
    exit: module.param('exit'),
    lastEntry: optional(form.lastEntry),
    ...topCode(form, written, module),
    legs: module.commented(['legs'], Object.fromEntries(legs)),
  });
  return { name: 'desk', code: module.kit('legDesk', module.context(), options) };
}

function writtenLeg(written: Written, name: string): Written {
  return mappingOf(mappingOf(written['legs'])[name]);
}

/** What the top of a file says of its legs; what a configuration can change comes from there. */
function topCode(
  form: LegsBody,
  written: Written,
  module: StrategyModule,
): Readonly<Record<string, Code | undefined>> {
  const { days, daysToExpiry, carry, stop, target } = form;
  const given = (key: string): Code => module.kit('distance', module.param(key));
  return {
    days: days === 'expiry' || carry !== undefined ? optional(days) : undefined,
    daysToExpiry: optional(daysToExpiry),
    carry: optional(carry),
    product: written['product'] === undefined ? undefined : plainCode(form.product),
    expiry: written['expiry'] === undefined ? undefined : plainCode(form.expiry),
    ...sizeCode(form, written, module),
    ...protectionCode(
      { ...form, stop: undefined, target: undefined },
      { path: [], written },
      module,
    ),
    ...(stop === undefined ? {} : { stop: given('stop') }),
    ...(target === undefined ? {} : { target: given('target') }),
  };
}

/** How much is traded, where the legs do not say it themselves. */
function sizeCode(
  form: LegsBody,
  written: Written,
  module: StrategyModule,
): Readonly<Record<string, Code | undefined>> {
  const params = Object.keys(defaultsOf(form, written));
  const sizing = SIZING_KEYS.filter((key) => params.includes(key));
  if (sizing.length > 0) {
    const words = Object.fromEntries(sizing.map((key) => [key, module.param(key)]));
    return { sizing: module.kit('legSizing', module.commented([], words)) };
  }
  const own = ['lots', 'units'].filter((key) => params.includes(key));
  return Object.fromEntries(own.map((key) => [key, module.param(key)]));
}

function entryCode({ entry }: LegsForm, written: Written, module: StrategyModule): Code {
  if (isTimes(entry)) return call('desk.enterAtEach', plainCode(entry));
  if (typeof entry === 'string') return call('desk.enterAt', module.param('entry'));
  module.expect(written, ['entry'], ['range', 'bar', 'before', 'otherSide']);
  const options = mappingCode({
    rangeMinutes: module.kit('minutes', module.param('range')),
    barMinutes: module.kit('minutes', module.param('bar')),
    before: module.param('before'),
    otherSide: entry.otherSide === 'hold' ? undefined : plainCode(entry.otherSide),
  });
  return call('desk.enterOnBreakout', options);
}

/** Protection, the limits of the whole, and the exit. */
export function afterEntry(
  { whole }: LegsBody,
  written: Written,
  module: StrategyModule,
): readonly Code[] {
  const closed = module.kit('squareOff', text('exit time'));
  return [
    'desk.protect()',
    ...wholeCode(whole, mappingOf(written['whole']), module),
    pipe('desk.closes', module.rxjs('map', arrow('', closed))),
  ];
}
