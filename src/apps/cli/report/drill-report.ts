import { counted } from '../../../base/counted.ts';
import { type DrillFailure, type DrillSummary } from '../../../drill/drill.ts';
import { notReached, SITUATIONS } from '../../../drill/situations/situations.ts';
import { istClock } from '../../../model/time/ist.ts';

const FAULTS_SHOWN_MAX = 12;

/** So few days cannot be expected to reach what is rare. */
const RARE_DAYS_MIN = 200;

/** What a drill came to, for people. `command` repeats it, but for seeds and faults. */
export function drillReportText(
  summary: DrillSummary,
  { command, isVerbose }: { readonly command: string; readonly isVerbose: boolean },
): string {
  const { days, violations, intents, doubled, lost, faults, situations, strategies } = summary;
  const fired = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const kinds = Object.keys(faults).length;
  const lines = [
    `${counted(days, 'day')}, ${counted(fired, 'fault')} of ${counted(kinds, 'kind')}, ${counted(intents, 'order')} decided`,
    `Violations ${String(violations)}, doubled orders ${String(doubled)}, lost orders ${String(lost)}`,
    ...exposureLines(strategies),
    ...Object.entries(summary.byStrategy).flatMap(([name, sum]) => strategyLines(name, sum)),
    ...situationLines(situations, isVerbose || days >= RARE_DAYS_MIN),
    ...summary.failures.flatMap((failure) => ['', ...failureLines(failure, command)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Beyond these a figure is explained. */
const UNSTOPPED_MS_MAX = 5_000;
const NAKED_MS_MAX = 10_000;

function exposureLines(sum: DrillSummary['strategies']): readonly string[] {
  const { nakedMsMax, unstoppedMsMax, positionsLeft, missedExits, worst } = sum;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const missed =
    worst.missedExits === null ? '' : ` (most on seed ${String(worst.missedExits.seed)})`;
  return [
    `Longest short without its hedge ${seconds(nakedMsMax)}, longest without its stop ${seconds(unstoppedMsMax)}, legs left open ${String(positionsLeft)}, exits late or missed ${String(missedExits)}${missed}`,
    ...(nakedMsMax > NAKED_MS_MAX ? whyLines('without its hedge', worst.naked) : []),
    ...(unstoppedMsMax > UNSTOPPED_MS_MAX ? whyLines('without its stop', worst.unstopped) : []),
    ...whyLines('left open', worst.left),
  ];
}

type Worst = DrillSummary['strategies']['worst']['naked'];

/** The moment, the faults and the policies of a figure. */
function whyLines(what: string, worst: Worst): readonly string[] {
  if (worst === null) return [];
  const { seed, runId, leg, fromMs, untilMs, faults, policies } = worst;
  const when = `${istClock(fromMs)} to ${istClock(untilMs)} IST`;
  const why = faults.length === 0 ? 'no fault near it' : `after ${faults.join(', ')}`;
  const policy = policies.length === 0 ? '' : `; policies: ${policies.join(', ')}`;
  return [`  ${what}: seed ${String(seed)}, leg "${leg}" of ${runId}, ${when}, ${why}${policy}`];
}

function strategyLines(name: string, sum: DrillSummary['byStrategy'][string]): readonly string[] {
  const { days, daysWithOrders, orders, refusals, daysFailed, firstFailure } = sum;
  const line = `${name}: orders on ${String(daysWithOrders)} of ${counted(days, 'day')}, ${counted(orders, 'order')}, ${counted(refusals, 'refusal')}`;
  if (firstFailure === null) return [line];
  const { seed, message } = firstFailure;
  const failed = `  strategy failed on ${String(daysFailed)} of ${counted(days, 'day')}: ${message} (first seed ${String(seed)})`;
  const own = sum.daysFailedByItself;
  if (own === daysFailed) return [line, failed];
  return [line, `${failed}; ${String(own)} of them without F45 or F46`];
}

function situationLines(
  situations: DrillSummary['situations'],
  areMissingTold: boolean,
): readonly string[] {
  const missing = notReached(situations);
  const reached = SITUATIONS.length - missing.length;
  const line = `Rare situations reached: ${String(reached)} of ${String(SITUATIONS.length)}`;
  return missing.length === 0 || !areMissingTold
    ? [line]
    : [`${line}; not reached:`, ...missing.map((name) => `  ${name}`)];
}

function failureLines(
  { seed, violations, faults, enough, lastEvents }: DrillFailure,
  command: string,
): readonly string[] {
  const seeds = `--seeds ${String(seed)}..${String(seed)}`;
  return [
    `Seed ${String(seed)}: ${violations.slice(0, 1).map(violationText).join('')}`,
    `  faults${enough === null ? '' : ' that are enough'}: ${listText(enough ?? faults)}`,
    `  repeat: ${command} ${seeds}${choiceText(enough)}`,
    '  last events:',
    ...lastEvents.map((line) => `    ${line}`),
  ];
}

function violationText({ invariant, atMs, detail }: DrillFailure['violations'][number]): string {
  return `${invariant} at ${istClock(atMs)} IST: ${detail}`;
}

function listText(faults: readonly string[]): string {
  if (faults.length === 0) return 'none';
  const more = faults.length - FAULTS_SHOWN_MAX;
  const shown = faults.slice(0, FAULTS_SHOWN_MAX).join(', ');
  return more > 0 ? `${shown}, and ${String(more)} more` : shown;
}

function choiceText(enough: readonly string[] | null): string {
  if (enough === null) return '';
  return enough.length === 0 ? ' --faults none' : ` --only '${enough.join(',')}'`;
}
