import { counted } from '../../../base/counted.ts';
import { istClock, istDate } from '../../../model/time/ist.ts';
import { type DecidedText } from '../../../research/lookahead/first-difference.ts';
import {
  isHonest,
  type LookaheadFinding,
  type LookaheadResult,
} from '../../../research/lookahead/lookahead-result.ts';
import { type StrategyRead } from '../../../results/backtest-result.ts';
import { stampCaveats, stampSentences } from '../../../results/caveats/stamp-sentences.ts';
import { type Line, span } from '../view/span.ts';

const AFTER: Readonly<Record<string, string>> = {
  flat: 'no price moved any more',
  reversed: 'every move was turned round',
  noise: 'prices walked at random',
};

/** Failures that are told one by one. */
const FAILURES_TOLD_MAX = 5;

/** What a search for a look ahead found, for people. */
export function lookaheadLines(result: LookaheadResult): readonly Line[] {
  const { finding, reads, days, cuts, decisions, notChecked, daysNotReached } = result;
  return [
    [
      span(
        `${result.strategies.join(', ')}: ${counted(days, 'day')}, cut ${counted(cuts, 'time')}, ${counted(decisions, 'decision')}`,
        'bold',
      ),
    ],
    ...stampLines(result),
    ...notChecked.map(({ date, reason }): Line => [span(`  ${date} not checked: ${reason}`)]),
    ...reads.map((read): Line => [span(`  ${readText(read)}`, 'bad')]),
    ...(finding === null ? [] : findingLines(finding)),
    ...failureLines(result),
    [verdictOf(result)],
    ...(daysNotReached === 0 ? [] : [[span(`  ${counted(daysNotReached, 'day')} not reached`)]]),
  ];
}

/** At which edges of their minute bars were read: a search for a look ahead takes these for right. */
function stampLines({ prices }: LookaheadResult): readonly Line[] {
  const caveats = stampCaveats(prices);
  if (caveats.length > 0) return caveats.map((text): Line => [span(`  ${text}`, 'warning')]);
  return stampSentences(prices).map((text): Line => [span(`  ${text}`, 'dim')]);
}

function verdictOf(result: LookaheadResult): ReturnType<typeof span> {
  const { finding, reads, failures } = result;
  if (finding === null && reads.length === 0 && failures.length > 0) return failedVerdict(result);
  if (!isHonest(result)) return span('Not to be trusted', 'bad');
  if (result.decisions === 0) {
    return span('Nothing was decided, so that nothing was tried', 'warning');
  }
  return span('No decision knew of what came after it', 'good');
}

function failedVerdict({ decisions }: LookaheadResult): ReturnType<typeof span> {
  const before =
    decisions === 0
      ? 'nothing was decided before, so that nothing was tried'
      : `of the ${String(decisions)} decisions that were made, none knew of what came after it`;
  return span(`Not tried to the end, since the strategy failed: ${before}`, 'bad');
}

function failureLines({ failures }: LookaheadResult): readonly Line[] {
  const told = failures.slice(0, FAILURES_TOLD_MAX).map(({ date, strategy, atMs, message }) => {
    const when = atMs === null ? date : `${date} at ${istClock(atMs)}`;
    return [span(`  ${when}  ${strategy ?? 'A strategy'}: ${message}`, 'bad')];
  });
  const more = failures.length - told.length;
  return more === 0 ? told : [...told, [span(`  and failed ${counted(more, 'time')} more`, 'bad')]];
}

function readText({ by, what, atMs }: StrategyRead): string {
  const when = atMs === null ? 'while it was loaded' : `at ${istDate(atMs)} ${istClock(atMs)}`;
  return `${by} opens "${what}" by itself, first ${when}: what that holds of the future cannot be cut`;
}

function findingLines(finding: LookaheadFinding): readonly Line[] {
  const { date, runId, atMs, whole, again } = finding;
  const [head, first, second] =
    finding.kind === 'saw-the-future'
      ? [
          `${runId} decided otherwise at ${istClock(atMs)}, though prices were the same until ${istClock(finding.cutAtMs)}, when ${AFTER[finding.replacement] ?? ''}`,
          'the day as it was',
          'the day cut',
        ]
      : [
          `${runId} decided otherwise at ${istClock(atMs)} when the same day was run again: it keeps something from run to run, or asks outside`,
          'the first time',
          'the second time',
        ];
  return [
    [span(`  ${date}  ${head}`, 'bad')],
    [span(`    ${first.padEnd(18)} ${sideText(whole)}`)],
    [span(`    ${second.padEnd(18)} ${sideText(again)}`)],
  ];
}

function sideText(side: DecidedText | null): string {
  return side === null ? 'nothing' : `${istClock(side.atMs)} ${side.command}`;
}
