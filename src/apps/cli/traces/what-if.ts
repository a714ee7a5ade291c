import { type DecisionChange } from '../../../day/journal/decision-diff.ts';
import { type AskedMoment } from '../../../model/runs/trace.ts';
import { decisionsBetween, type TracedRun } from '../../../research/traces/traced-day.ts';
import { whyNot } from '../../../research/traces/why-not.ts';
import { type WhyNotAnswer } from '../../../research/traces/why-not-answer.ts';
import { type CliContext } from '../cli-context.ts';
import { type TracedAsked } from '../options/trace-options.ts';
import { tracedRuns } from './traced-runs.ts';
import { type RunAnswerShown } from './why-not-answers.ts';

/** What would have been with another parameter. */
export interface WhatIf {
  /** The same question; null where the run would not have been. */
  readonly answer: WhyNotAnswer | null;
  /** Decisions of the whole run that would have been different. */
  readonly changes: readonly DecisionChange[];
}

/** What is asked, with the parameters that are changed, as they are written. */
interface ChangedAsked extends TracedAsked {
  readonly changed: readonly string[];
}

/**
 * Traces the runs of answers once more with changed parameters, over the same inputs; one for each answer.
 *
 * @throws {CliFailure} for parameters that the strategy does not take
 */
export async function whatIf(
  context: CliContext,
  answers: readonly RunAnswerShown[],
  asked: ChangedAsked,
): Promise<readonly WhatIf[]> {
  const momentOf = (date: string): AskedMoment => {
    const { fromMs = 0, untilMs = 0 } = answers.find(({ run }) => run.date === date)?.answer ?? {};
    return { fromMs, untilMs };
  };
  const runs: TracedRun[] = [];
  for (const path of new Set(answers.map(({ run }) => run.path))) {
    runs.push(
      ...(await tracedRuns(context, { ...asked, ...changedParams(asked, path) }, momentOf)),
    );
  }
  return answers.map(({ run, answer }) => {
    const other = runs.find(({ runId, path }) => runId === run.runId && path === run.path);
    if (other === undefined) return { answer: null, changes: [] };
    const { kind, name, line } = answer.part;
    const part = other.trace.parts.findIndex(
      (one) => one.kind === kind && one.name === name && one.line === line,
    );
    return { answer: whyNot(other, part, answer), changes: decisionsBetween(run, other) };
  });
}

/** The changed parameters, over those that the command line gives besides. */
function changedParams(
  { param = [], changed }: ChangedAsked,
  path: string,
): { readonly strategy: string; readonly param: readonly string[] } {
  const names = new Set(changed.map(nameIn));
  const kept = param.filter((text) => !names.has(nameIn(text)));
  return { strategy: path, param: [...kept, ...changed] };
}

function nameIn(text: string): string {
  return text.slice(0, text.indexOf('=')).trim();
}
