import { type DayGap } from '../../src/day/why/day-gaps.ts';
import { type ClockTime, instantAt, istClock } from '../../src/model/time/ist.ts';
import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { tracedCode } from '../../src/language/tracing/trace-code.ts';
import { whyNot } from '../../src/research/traces/why-not.ts';
import { type FoundAfter, type WhyNotAnswer } from '../../src/research/traces/why-not-answer.ts';
import { type Strategy, withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import { invariant } from '../../src/base/invariant.ts';
import { compiled } from '../strategies/play-both.ts';
import { type DayScript, playDay } from '../strategies/scripted-day.ts';

type Script = Omit<DayScript, 'strategy' | 'date'>;

/** A file and a day of it that questions are asked about. */
export interface AskedDay extends Script {
  readonly yaml: string;
}

const DATE = '2026-11-20';

/** Plays the day with its trace, and answers why a rule or a leg did nothing at a time. */
export function askWhyNot(
  { yaml, ...script }: AskedDay,
  name: string,
  time: ClockTime,
): WhyNotAnswer {
  return askCode(compiled(yaml), script, [name, time]);
}

/** The same of code. */
export function askCode(
  strategy: Strategy,
  script: Script,
  [name, time]: readonly [string, ClockTime],
): WhyNotAnswer {
  const trace = new RunTrace(askedMoment(DATE, time));
  const traced = withTrace(tracedCode(strategy), () => trace);
  playDay({ ...script, strategy: traced, date: DATE });
  for (const show of trace.whenRead) show();
  const part = trace.parts.findIndex((one) => one.name === name);
  const answer = whyNot(
    { trace, recordedUntilMs: null, squareOffs: [], gaps: gapsOf(script) },
    part,
    askedMoment(DATE, time),
  );
  invariant(answer !== null, `Nothing is named "${name}"`);
  return answer;
}

function gapsOf({ down = null }: Script): readonly DayGap[] {
  if (down === null) return [];
  const [from, until] = down;
  return [{ why: 'down', fromMs: instantAt(DATE, from), untilMs: instantAt(DATE, until) }];
}

/** An answer in one line: its code, what was missed and by how much, and since when. */
export function answerLine({ gap, ...answer }: WhyNotAnswer): string {
  if (gap === null) return foundLine(answer);
  const { why, fromMs, untilMs, found } = gap;
  const back = found === null ? '' : `, then ${foundLine(found)}`;
  return `${foundLine(answer)}; ${why} ${istClock(fromMs)} to ${istClock(untilMs)}${back}`;
}

function foundLine({ code, missed, exits, keptBack, did, detail, closedBy }: FoundAfter): string {
  const parts = missed.map((one) => {
    const { text, result, comparison, values, side, lastMetMs, standingPaise } = one;
    const seen = values.map(({ text: name, shown }) => `, ${name} ${shown}`).join('');
    const { byShown = null, left } = comparison ?? {};
    const by = byShown === null ? '' : `: ${left?.shown ?? ''}, ${byShown} ${side ?? ''}`;
    const last = lastMetMs === null ? '' : `, last ${istClock(lastMetMs)}`;
    const stop = standingPaise === null ? '' : `, stands at ${String(standingPaise / 100)}`;
    return `${text} was ${String(result ?? 'unknown')}${by}${seen}${last}${stop}`;
  });
  const names = keptBack?.names.map((name) => ` ${name}`).join('') ?? '';
  const held = keptBack === null ? [] : [`${keptBack.why}${names}`];
  const acts = did.map(({ atMs, command }) => `${istClock(atMs)} ${command.kind}`);
  const why = detail === null ? [] : [detail];
  const by = closedBy === null ? [] : [`by ${closedBy.origin} ${istClock(closedBy.atMs)}`];
  const known = exits === null || exits === 'shown' ? [] : [exits];
  return [code, ...known, ...parts, ...held, ...by, ...why, ...acts].join('; ');
}
