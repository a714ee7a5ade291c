import { nearestWord } from '../../base/nearest-word.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { alternatives } from '../../text/finding.ts';
import { barMinutesIn } from './bar-length.ts';
import { type Expression, type ExpressionProblem } from './expression.ts';
import { BAR_VALUES, type IndicatorEntry, INDICATORS } from './indicators.ts';
import { type Fact, type IndicatorUse, type NamesInFile } from './names.ts';
import { printExpression } from './print-expression.ts';
import { problemAt } from './expression-problem.ts';

type Call = Extract<Expression, { kind: 'call' }>;
type Read<Value> = Result<Value, ExpressionProblem>;

/** `ema(9, 5m)`, as messages show how an indicator is written. */
export function exampleOf(name: string): string {
  const settings = INDICATORS[name]?.example ?? '';
  return `${name}(${settings === '' ? '' : `${settings}, `}5m)`;
}

/**
 * What an expression reads of bars, or of another index: `ema(9, 5m)`, `close(5m, BANKNIFTY)`, `index(BANKNIFTY)`; null for all
 * other names.
 */
export function indexFact(call: Call, names: NamesInFile): Read<Fact> | null {
  const { name, arguments: given } = call;
  const entry = INDICATORS[name] ?? (given.length === 2 ? BAR_VALUES[name] : undefined);
  if (entry !== undefined) return indicatorFact(call, entry, names);
  const [argument, more] = given;
  if (name !== 'index' || argument?.kind !== 'name' || more !== undefined) return null;
  const symbol = symbolIn(argument, names);
  return symbol.ok ? ok({ name, source: 'index', of: symbol.value }) : symbol;
}

/** An indicator as an expression uses it, or what is wrong with it: `ema(9, 5m)`, `ema(9, 5m, BANKNIFTY)`. */
function indicatorFact(call: Call, entry: IndicatorEntry, names: NamesInFile): Read<Fact> {
  const count = entry.settings.length;
  const [barLength, symbol, more] = call.arguments.slice(count);
  const settings = settingsIn(call, entry);
  if (!settings.ok) return settings;
  if (barLength === undefined || more !== undefined) return fail(wrongUse(call, entry));
  const minutes = barMinutesIn(barLength);
  if (!minutes.ok) return minutes;
  const of = symbol === undefined ? ok(null) : symbolIn(symbol, names);
  if (!of.ok) return of;
  return ok(
    factOf(call.name, { settings: settings.value, minutes: minutes.value, symbol: of.value }),
  );
}

function factOf(name: string, use: IndicatorUse): Fact {
  const { settings, minutes, symbol } = use;
  const of = [...settings.map(String), `${String(minutes)}m`, ...(symbol === null ? [] : [symbol])];
  return { name, source: 'indicators', of: of.join(', '), indicator: use };
}

function settingsIn(call: Call, entry: IndicatorEntry): Read<readonly number[]> {
  const found: number[] = [];
  for (const [place, rule] of entry.settings.entries()) {
    const argument = call.arguments[place];
    if (argument === undefined) return fail(wrongUse(call, entry));
    const value = numberIn(argument);
    if (value === null || !rule.fits(value)) return fail(wrongSetting(call, entry, place));
    found.push(value);
  }
  const [first = 0, second = 0] = found;
  if (entry.isRising !== true || first < second) return ok(found);
  const [argument = call] = call.arguments;
  const message = `The first length of ${call.name} is the shorter one`;
  const next = `Write for example ${exampleOf(call.name)}`;
  return fail(problemAt(argument.span, message, { allowed: `below ${String(second)}`, next }));
}

function numberIn(argument: Expression): number | null {
  return argument.kind === 'literal' && argument.type === 'number' ? argument.value : null;
}

function wrongSetting(
  { name, arguments: given, span }: Call,
  { settings }: IndicatorEntry,
  place: number,
): ExpressionProblem {
  const next = `Write for example ${exampleOf(name)}`;
  const allowed = settings[place]?.allowed ?? null;
  return problemAt(given[place]?.span ?? span, `Wrong setting of ${name}`, { allowed, next });
}

/** Most often it is the length of the bar that is missing. */
function wrongUse(call: Call, { settings }: IndicatorEntry): ExpressionProblem {
  const { name, span, arguments: given } = call;
  const isOneShort =
    given.length === settings.length && given.every((one) => numberIn(one) !== null);
  const meant = isOneShort
    ? `${name}(${[...given.map(printExpression), '5m'].join(', ')})`
    : exampleOf(name);
  const message = isOneShort
    ? `"${name}" needs the length of its bars`
    : `"${name}" is not used like this`;
  return problemAt(span, message, { allowed: exampleOf(name), next: `Write ${meant}` });
}

const SYMBOL = /^[A-Z][A-Z0-9]{1,19}$/;

function symbolIn(argument: Expression, { underlyings }: NamesInFile): Read<string> {
  const found = argument.kind === 'name' ? argument.name : printExpression(argument);
  const isKnown = underlyings?.includes(found) ?? SYMBOL.test(found);
  if (isKnown && argument.kind === 'name') return ok(found);
  const nearest = nearestSymbol(found, underlyings);
  const allowed =
    underlyings === undefined ? 'the symbol of an index such as NIFTY' : alternatives(underlyings);
  const next = nearest === null ? null : `Write ${nearest}`;
  return fail({ ...problemAt(argument.span, 'Unknown underlying', { allowed, next }), nearest });
}

function nearestSymbol(found: string, underlyings: NamesInFile['underlyings']): string | null {
  if (underlyings !== undefined) return nearestWord(found, underlyings);
  return SYMBOL.test(found.toUpperCase()) ? found.toUpperCase() : null;
}
