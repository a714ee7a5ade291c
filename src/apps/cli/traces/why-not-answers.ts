import { nearestWord } from '../../../base/nearest-word.ts';
import { type AskedMoment, type TracedPart } from '../../../model/runs/trace.ts';
import { type TracedRun } from '../../../research/traces/traced-day.ts';
import { whyNot } from '../../../research/traces/why-not.ts';
import { type WhyNotAnswer } from '../../../research/traces/why-not-answer.ts';
import { type CliFailure, cliFailure } from '../cli-failure.ts';

/** The answer about one run. */
export interface RunAnswerShown {
  readonly run: TracedRun;
  readonly answer: WhyNotAnswer;
}

/** Whether a part of a trace is meant by a name: its own, with its kind before it, or its number among the rules. */
export function isPartNamed(
  parts: readonly TracedPart[],
  part: TracedPart,
  asked: string,
): boolean {
  const { kind, name } = part;
  const number = parts.filter((one) => one.kind === 'rule').indexOf(part) + 1;
  const isNumbered = kind === 'rule' && asked === String(number);
  return asked === name || asked === `${kind}:${name}` || isNumbered;
}

/** @throws {CliFailure} when no run has a rule or a leg of a name */
export function requirePart(runs: readonly TracedRun[], name: string): void {
  const isKnown = runs.some(({ trace: { parts } }) =>
    parts.some((part) => isPartNamed(parts, part, name)),
  );
  if (!isKnown) throw noSuchPart(runs, name);
}

/**
 * Answers about a rule or a leg, one for each run that has it.
 *
 * @throws {CliFailure} when none has
 */
export function answersOf(
  runs: readonly TracedRun[],
  name: string,
  momentOf: (date: string) => AskedMoment,
): readonly RunAnswerShown[] {
  const answers = runs.flatMap((run) =>
    run.trace.parts.flatMap((part, place) => {
      const isAsked = isPartNamed(run.trace.parts, part, name);
      const answer = isAsked ? whyNot(run, place, momentOf(run.date)) : null;
      return answer === null ? [] : [{ run, answer }];
    }),
  );
  if (answers.length > 0) return answers;
  throw noSuchPart(runs, name);
}

/** No run has a rule or a leg of a name. */
function noSuchPart(runs: readonly TracedRun[], name: string): CliFailure {
  const names = [...new Set(runs.flatMap(({ trace }) => trace.parts.map((part) => part.name)))];
  return cliFailure('configuration', `No rule, leg or condition "${name}"`, {
    allowed: names.length === 0 ? 'nothing: no run says what it decides by' : names.join(', '),
    nearest: nearestWord(name, names),
    next: 'A rule without a name goes by its number, from 1; TypeScript names a condition with when(), and its legs as it orders them',
  });
}
