import { isRecord } from '../../base/json.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { runName, runNames } from '../../model/runs/run.ts';
import { type BacktestResult } from '../backtest-result.ts';
import { checkSchema } from '../../text/check-schema.ts';
import { type Finding, placeFinding, shownValue } from '../../text/finding.ts';
import { plainSource, PROBLEMS_MAX } from '../../text/yaml-source.ts';
import { resultSchema } from './result-schema.ts';

/** The version that this program writes, and the only one that it reads. */
const SCHEMA_VERSION = 2;
const FOUND_LENGTH_MAX = 60;
const AGAIN = 'Write it with: sauda backtest … --json > FILE';

/**
 * Reads what `sauda backtest --json` wrote. `file` is how the user named it. Parts that are not known are left alone;
 * one that is missing, of another kind or at odds with the others is a problem with its path.
 */
export function readResult(text: string, file: string): Result<BacktestResult, readonly Problem[]> {
  const parsed = parse(text);
  if (!parsed.ok) return fail([{ ...parsed.error, file }]);
  const refused = refusalOf(parsed.value);
  if (refused !== null) return fail([{ ...refused, file }]);
  const source = plainSource(parsed.value, file);
  const checked = checkSchema(resultSchema, source, { isGenerated: true });
  if (!checked.ok) return checked;
  // As it was written, with what the schema does not know.
  const result = parsed.value as BacktestResult;
  const odds = atOdds(result).map((finding) => placeFinding(finding, source));
  return odds.length > 0 ? fail(odds.slice(0, PROBLEMS_MAX)) : ok(tellTwinsApart(result));
}

function parse(text: string): Result<unknown, Problem> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail(notJson(text.trim()));
  }
}

function notJson(text: string): Problem {
  const allowed = 'what sauda backtest --json or --out wrote';
  const message = 'Not the result of a backtest';
  if (text === '') return problem(message, { found: 'an empty file', allowed, next: AGAIN });
  const [line = ''] = text.split('\n', 1);
  // A result is one line: what begins like one and is not whole was cut or edited.
  const found = text.startsWith('{')
    ? `JSON that is not whole, ${String(text.length)} characters of it`
    : `a file that begins with: ${shorten(line)}`;
  return problem(message, { found, allowed, next: AGAIN });
}

/** Why a value is no result of this version at all; null when it may be. */
function refusalOf(value: unknown): Problem | null {
  if (isRecord(value) && isRecord(value['error'])) {
    const found = shorten(String(value['error']['message']));
    return problem('Holds why a command failed, not a result', { found, next: AGAIN });
  }
  const version = isRecord(value) ? value['schemaVersion'] : undefined;
  if (version === SCHEMA_VERSION) return null;
  const parts = { found: shownValue(version), allowed: String(SCHEMA_VERSION) };
  if (typeof version !== 'number') {
    const message = 'Not the result of a backtest: it has no "schemaVersion"';
    return problem(message, { found: shownValue(value), next: AGAIN });
  }
  return version < SCHEMA_VERSION
    ? problem('The result is in a form that an older sauda wrote', {
        ...parts,
        next: 'Run the backtest again',
      })
    : problem('The result is in a form that a newer sauda wrote', {
        ...parts,
        next: 'Update sauda, or run the backtest again',
      });
}

/** Parts that contradict each other, as in a file that was cut or edited. */
function atOdds({ days, totals }: BacktestResult): readonly Finding[] {
  const wrong: Finding[] = [];
  let netPaise = 0;
  for (const [index, day] of days.entries()) {
    netPaise += day.netPaise;
    const before = days[index - 1]?.date ?? '';
    if (day.date <= before) {
      wrong.push(oddValue(`days[${String(index)}].date`, day.date, `a date after ${before}`));
    }
  }
  // Results of older programs have 0 where no day ran.
  if ((totals.netPaise ?? 0) !== netPaise) {
    const allowed = `${String(netPaise)}, to which the days add up`;
    wrong.push(oddValue('totals.netPaise', totals.netPaise, allowed));
  }
  if (totals.days !== days.length) {
    const allowed = `${String(days.length)}, the days that are listed`;
    wrong.push(oddValue('totals.days', totals.days, allowed));
  }
  return wrong;
}

function oddValue(where: string, found: unknown, allowed: string): Finding {
  const parts = { found: shownValue(found), allowed };
  return { path: [where], message: `Wrong value of "${where}"`, parts };
}

function shorten(text: string): string {
  return text.length > FOUND_LENGTH_MAX ? `${text.slice(0, FOUND_LENGTH_MAX)}…` : text;
}

/**
 * A result in which a strategy that ran twice, under other parameters, has two names: `straddle` and `straddle#2`, as in
 * its run ids. Older programs gave both one, so that legs and trades of the two fell together.
 */
export function tellTwinsApart(result: BacktestResult): BacktestResult {
  const names = result.strategies.map(({ name }) => name);
  if (new Set(names).size === names.length) return result;
  const told = runNames(names);
  return {
    ...result,
    strategies: result.strategies.map((strategy, place) => ({
      ...strategy,
      name: told[place] ?? strategy.name,
    })),
    days: result.days.map((day) => ({
      ...day,
      fills: day.fills.map(named),
      legs: day.legs.map(named),
    })),
    trades: result.trades.map(named),
  };
}

function named<Of extends { readonly strategy: string; readonly runId: string }>(of: Of): Of {
  const name = runName(of.runId);
  return name.startsWith(`${of.strategy}#`) ? { ...of, strategy: name } : of;
}
