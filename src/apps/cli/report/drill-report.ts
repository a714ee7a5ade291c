import { istClock } from '../../../model/ist.ts';
import { type DrillFailure, type DrillSummary } from '../../../runtime/drill/drill.ts';
import { notReached, SITUATIONS } from '../../../runtime/drill/situations.ts';

const FAULTS_SHOWN_MAX = 12;

/** What a drill came to, for people. `command` repeats it, but for seeds and faults. */
export function drillReportText(summary: DrillSummary, command: string): string {
  const { days, violations, intents, doubled, lost, faults, situations, strategies } = summary;
  const fired = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const kinds = Object.keys(faults).length;
  const lines = [
    `${String(days)} days, ${String(fired)} faults of ${String(kinds)} kinds, ${String(intents)} orders decided`,
    `Violations ${String(violations)}, doubled orders ${String(doubled)}, lost orders ${String(lost)}`,
    `Longest naked short ${(strategies.nakedMsMax / 1000).toFixed(1)} s, legs left open ${String(strategies.positionsLeft)}, exits late or missed ${String(strategies.missedExits)}`,
    ...situationLines(situations),
    ...summary.failures.flatMap((failure) => ['', ...failureLines(failure, command)]),
  ];
  return `${lines.join('\n')}\n`;
}

function situationLines(situations: DrillSummary['situations']): readonly string[] {
  const missing = notReached(situations);
  const reached = SITUATIONS.length - missing.length;
  const line = `Rare situations reached: ${String(reached)} of ${String(SITUATIONS.length)}`;
  return missing.length === 0
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
