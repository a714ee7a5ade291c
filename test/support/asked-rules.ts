import { type ClockTime, istClock } from '../../src/model/time/ist.ts';
import { askedMoment } from '../../src/research/traces/asked-moment.ts';
import { whyNot } from '../../src/research/traces/why-not.ts';
import { type WhyNotAnswer } from '../../src/research/traces/why-not-answer.ts';
import { withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import { invariant } from '../../src/base/invariant.ts';
import { compiled } from '../strategies/play-both.ts';
import { type DayScript, playDay } from '../strategies/scripted-day.ts';

/** A file and a day of it that questions are asked about. */
export interface AskedDay extends Omit<DayScript, 'strategy' | 'date'> {
  readonly yaml: string;
}

const DATE = '2026-11-20';

/** Plays the day with its trace, and answers why a rule or a leg did nothing at a time. */
export function askWhyNot(
  { yaml, ...script }: AskedDay,
  name: string,
  time: ClockTime,
): WhyNotAnswer {
  const trace = new RunTrace(askedMoment(DATE, time));
  const strategy = withTrace(compiled(yaml), () => trace);
  playDay({ ...script, strategy, date: DATE });
  for (const show of trace.whenRead) show();
  const part = trace.parts.findIndex((one) => one.name === name);
  const answer = whyNot(trace, part, askedMoment(DATE, time));
  invariant(answer !== null, `The file has no "${name}"`);
  return answer;
}

/** An answer in one line: its code, what was missed and by how much, and since when. */
export function answerLine({ code, missed, keptBack, did, detail }: WhyNotAnswer): string {
  const parts = missed.map(({ text, result, comparison, side, lastMetMs }) => {
    const { byShown = null, left } = comparison ?? {};
    const by = byShown === null ? '' : `: ${left?.shown ?? ''}, ${byShown} ${side ?? ''}`;
    const last = lastMetMs === null ? '' : `, last ${istClock(lastMetMs)}`;
    return `${text} was ${String(result ?? 'unknown')}${by}${last}`;
  });
  const names = keptBack?.names.map((name) => ` ${name}`).join('') ?? '';
  const held = keptBack === null ? [] : [`${keptBack.why}${names}`];
  const acts = did.map(({ atMs, command }) => `${istClock(atMs)} ${command.kind}`);
  const why = detail === null ? [] : [detail];
  return [code, ...parts, ...held, ...why, ...acts].join('; ');
}
