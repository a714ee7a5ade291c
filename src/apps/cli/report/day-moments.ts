import { type TracedPart, type TraceStep } from '../../../model/runs/trace.ts';
import { runName } from '../../../model/runs/run.ts';
import { type OrderStory, type RunStory } from '../../../day/why/order-story.ts';
import { type ExplainedBacktest } from '../../../research/traces/explained-backtest.ts';
import { type TracedRun } from '../../../research/traces/traced-day.ts';
import { type BacktestResult, type DayMoment } from '../../../results/backtest-result.ts';
import { decidedPlace, storyText } from './story-lines.ts';
import { stepText } from './trace-lines.ts';

/** Most moments of one day that a result keeps. */
export const MOMENTS_A_DAY_MAX = 500;

/** How the paths of files are shown. */
type ShownPath = (path: string) => string;

/** The result of an explained backtest, each day with its moments, as far as they fit. */
export function withMoments(
  { result, traced, stories }: ExplainedBacktest,
  shownPath: ShownPath,
): BacktestResult {
  for (const day of result.days) {
    const ofRuns = traced.filter(({ date }) => date === day.date);
    const all = [
      ...ofRuns.flatMap((run) => traceMoments(run, shownPath)),
      ...(stories.get(day.date) ?? []).flatMap((run) => storyMoments(run, shownPath)),
    ].sort((one, other) => one.fromMs - other.fromMs);
    if (all.length === 0) continue;
    // Added in place: a copy would make every line of every day.
    const kept = {
      moments: all.slice(0, MOMENTS_A_DAY_MAX),
      momentsLeftOut: Math.max(0, all.length - MOMENTS_A_DAY_MAX),
    };
    Object.assign(day, kept);
  }
  return result;
}

function traceMoments(
  { runId, path, trace }: TracedRun,
  shownPath: ShownPath,
): readonly DayMoment[] {
  return trace.steps.flatMap((step) => {
    const part = trace.parts[step.part];
    if (part === undefined) return [];
    const { file = path, line, column } = part;
    const place = `${shownPath(file)}:${String(line)}:${String(column)}`;
    const times = { fromMs: step.atMs, untilMs: lastMs(step) };
    return [{ run: runName(runId), part: partText(part), ...times, text: stepText(step), place }];
  });
}

function lastMs(step: TraceStep): number {
  return step.kind === 'evaluated' ? Math.max(step.atMs, step.lastAtMs) : step.atMs;
}

function partText({ kind, name }: TracedPart): string {
  return `${kind} ${name}`;
}

function storyMoments({ runId, orders }: RunStory, shownPath: ShownPath): readonly DayMoment[] {
  return orders.map((order) => ({
    run: runName(runId),
    part: `order ${order.leg} ${order.role}`,
    fromMs: order.steps[0]?.atMs ?? 0,
    untilMs: order.steps.at(-1)?.atMs ?? 0,
    text: storyText(order),
    place: placeOf(order, shownPath),
  }));
}

function placeOf(order: OrderStory, shownPath: ShownPath): string | null {
  const place = decidedPlace(order);
  if (place === null) return null;
  return `${shownPath(place.file)}:${String(place.line)}:${String(place.column)}`;
}
