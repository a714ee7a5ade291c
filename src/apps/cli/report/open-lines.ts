import { type DaySummary } from '../../../day/day-summary.ts';
import { istClock } from '../../../model/time/ist.ts';

interface OpenLine {
  readonly text: string;
  readonly next: readonly string[];
}

/** How open tasks are worded. */
export interface Saying {
  /** Whether the day was ended before the close, so that the same day can go on. */
  readonly isEndedEarly: boolean;
  /** Whether a journal keeps the day, so that another process can continue it. */
  readonly isKept: boolean;
  readonly address: (command: string) => string;
  /** The command that continues the day. @default 'sauda run' */
  readonly start?: string;
}

type Told = Saying & Pick<DaySummary, 'journalProblem'>;

interface OpenGroup {
  readonly texts: readonly string[];
  readonly next: readonly string[];
}

/** What a day leaves to a person, the most urgent first, with what to do said once for neighbours that share it. */
export function openGroups(summary: DaySummary, how: Saying): readonly OpenGroup[] {
  const groups: OpenGroup[] = [];
  for (const { text, next } of openLines(summary, how)) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined && next.length > 0 && next.join('\n') === last.next.join('\n');
    if (isSame) groups.splice(-1, 1, { texts: [...last.texts, text], next });
    else groups.push({ texts: [text], next });
  }
  return groups;
}

function openLines(summary: DaySummary, how: Saying): readonly OpenLine[] {
  const { unknownPositions, open, unresolved, strategies, halt, journalProblem } = summary;
  const saying = { ...how, journalProblem };
  return [
    ...summary.unprotected.flatMap((of) => unprotectedLine(of, saying)),
    ...unknownPositions.map((of) => unknownLine(of, saying)),
    ...open.map((of) => openLine(of, saying)),
    ...unresolved.map((of) => unresolvedLine(of, saying)),
    ...strategies
      .filter(({ state }) => state === 'held')
      .map(({ runId, note }) => ({
        text: `Held: run ${runId}: ${note}`,
        next: [saying.address('sauda status')],
      })),
    ...summary.didNotRun.map(({ runId, why }) => ({
      text: `Did not run: ${runId === null ? '' : `${runId}: `}${why}`,
      next: [],
    })),
    ...(halt.state === 'active' || !how.isKept ? [] : [haltLine(halt, saying)]),
  ];
}

function haltLine({ state, reason }: DaySummary['halt'], { address }: Told): OpenLine {
  const resume = address('sauda resume --reason "…"');
  return {
    text: `Trading is ${state}: ${reason}`,
    next: [`${resume} ends that; until then no entries, also on later days`],
  };
}

/** Nothing takes a command once the day is over: a person closes it where it is. */
function goOn(
  commands: readonly string[],
  { isEndedEarly, isKept, journalProblem, address, start = 'sauda run' }: Told,
): readonly string[] {
  if (!isKept) {
    return ['the built-in simulator kept no journal: the same command restarts the day'];
  }
  if (journalProblem !== null) {
    return ['close it on the platform, or repair the journal first: a new one knows nothing of it'];
  }
  const status = address('sauda status');
  if (!isEndedEarly) {
    return [
      `check the platform; ${status} shows the books; ${address('sauda orders')} shows the platform's orders`,
    ];
  }
  const [first = '', ...others] = commands.map(address);
  const choice = [first, ...others.map((other) => `or ${other}`)].join(', ');
  const again = `start again with the same command (${address(start)} …): it continues the day`;
  return [again, ...(first === '' ? [] : [`then ${choice}`])];
}

function unprotectedLine(
  { runId, leg, symbol, units, sinceMs }: DaySummary['unprotected'][number],
  saying: Told,
): readonly OpenLine[] {
  if (sinceMs === null) return [];
  const since = istClock(sinceMs);
  const text = `Unprotected: leg ${runId} ${leg}: ${String(units)} units of ${symbol} without their stop since ${since} IST`;
  return [{ text, next: goOn([`sauda flatten ${runId} --reason "…"`], saying) }];
}

function openLine(of: DaySummary['open'][number], saying: Told): OpenLine {
  const { kind, runId, name, symbol, netUnits, sinceMs, why } = of;
  const since = sinceMs === null ? 'since an earlier day' : `since ${istClock(sinceMs)} IST`;
  const what = {
    leg: `leg ${runId ?? ''} ${name}: ${String(netUnits)} ${symbol}`,
    'custom-position': `custom position ${name}${symbol === '' ? '' : ` (${symbol})`}`,
    'square-off': `square-off ${runId ?? ''} ${name}`,
    'in-doubt': `leg ${runId ?? ''} ${name} in ${symbol}`,
    'in-no-book': `${String(netUnits)} ${symbol} at the platform, in no book (${name})`,
  }[kind];
  const text = `Open: ${what} ${since}; ${why}`;
  // A restart follows what its journal knows, and this it does not know.
  if (kind === 'in-no-book' && saying.isEndedEarly) {
    return {
      text,
      next: [
        'no run here follows it: close it on the platform, or put the lost journal back and start again',
      ],
    };
  }
  return { text, next: goOn(of.next, saying) };
}

function unknownLine(of: DaySummary['unknownPositions'][number], saying: Told): OpenLine {
  const what =
    of.kind === 'position' ? 'custom position, may be open' : 'text signal, may have traded';
  const at = istClock(of.sinceMs);
  const detail = of.detail === '' ? 'its answer did not come' : of.detail;
  return {
    text: `Unknown: ${of.name}: ${what}, sent at ${at} IST; ${detail}`,
    next: [
      'check the platform: sauda cannot find out',
      ...(saying.isEndedEarly ? goOn(of.next, saying) : []),
    ],
  };
}

function unresolvedLine(of: DaySummary['unresolved'][number], saying: Told): OpenLine {
  const { state, runId, leg, role, side, quantityUnits, symbol, tag, detail, isHeld, next } = of;
  const word = isHeld ? 'Held' : 'Unresolved';
  return {
    text: `${word}: ${role} order of ${runId} ${leg}: ${side} ${String(quantityUnits)} ${symbol}, ${state} (tag ${tag}); ${detail}`,
    next: goOn(next, saying),
  };
}
