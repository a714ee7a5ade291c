import { type LogFile } from '../day/command-log.ts';
import { type DaySummary, summaryOfDay, type SummedUp } from '../day/day-summary.ts';
import { type RunningDay, viewOfDay } from '../day/day-view.ts';
import { notLoadedText } from '../notices/day.ts';
import { type RunDayOptions } from './run-day-options.ts';
import { type RunningStages } from './stages/open-stages.ts';

/** What the day came to, shown a last time. */
export function sumUp(
  options: RunDayOptions,
  ended: {
    readonly running: SummedUp & RunningDay;
    readonly file: LogFile;
    readonly tellProgress: () => void;
    readonly stages: Pick<RunningStages, 'rows'>;
  },
): DaySummary {
  const { running, file, tellProgress, stages } = ended;
  const { onView } = options;
  const summary = withNotLoaded({ ...summaryOfDay(running), stages: stages.rows() }, options);
  // The last picture says what the summary below it says.
  if (onView === undefined) tellProgress();
  else onView({ ...viewOfDay(running), strategies: summary.strategies });
  return withTrouble(summary, file);
}

function withTrouble(summary: DaySummary, file: LogFile): DaySummary {
  const trouble = file.trouble();
  if (trouble === null) return summary;
  const problem = `The log of commands is not whole: ${trouble}`;
  return { ...summary, problems: [...summary.problems, problem] };
}

/** A strategy that was not even loaded did not run either. */
function withNotLoaded(
  summary: DaySummary,
  { notLoaded = [], unusable = [] }: RunDayOptions,
): DaySummary {
  const reasons = [...notLoaded.map(notLoadedText), ...unusable.map(({ message }) => message)];
  const missing = reasons.map((why) => ({ runId: null, name: null, why }));
  return { ...summary, didNotRun: [...summary.didNotRun, ...missing] };
}
