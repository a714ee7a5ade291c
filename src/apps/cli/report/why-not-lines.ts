import { type DayGap } from '../../../day/why/day-gaps.ts';
import { type KeptBack, type TracedPart, type TracedValue } from '../../../model/runs/trace.ts';
import { istClock } from '../../../model/time/ist.ts';
import { type MissedCondition } from '../../../research/traces/missed-condition.ts';
import {
  type LegExits,
  type WhyNotAnswer,
  type WhyNotCode,
} from '../../../research/traces/why-not-answer.ts';
import { ORIGIN_WORDS } from './story-lines.ts';
import { type Line, priceText, span } from '../view/span.ts';
import { heardText } from './heard-text.ts';

/** Each reason for which an action is kept back, in words. */
export const KEPT_BACK_WORDS: Readonly<Record<KeptBack, string>> = {
  times: 'it had started as often as its "times" allows in a day',
  cooldown: 'its last start was less than its "cooldown" ago',
  'under-way': 'its actions of an earlier trigger were under way, and its mode is single',
  'queue-full': 'as many of its triggers as may wait were under way',
  'legs-taken': 'legs that it enters were open or being entered',
  'no-chain': 'there was no fresh chain of the underlying within two minutes',
  'squared-off':
    'legs that it enters were squared off while it waited for a fresh chain or for prices',
  'too-much': 'one set of the legs that it enters would lose or cost more than their file allows',
  'no-price': 'there was no fresh price by which its entry is sized',
  'uneven-units': 'units of a leg that it enters are not whole lots',
  'not-entered': 'legs that it closes or cancels were never entered',
  'not-known': 'the new value of a variable was not known',
  'no-branch': 'none of the conditions of its choose was true',
  'no-round': 'the condition of its repeat was false',
  'not-rearmed': 'its "rearm" had not been true since it was last triggered',
  'time-missed':
    'its time came while sauda was not running, and more than two minutes late does not count',
  'wait-missed': 'its wait ended while sauda was not running',
};

/** An answer for people: the reason first, then the values that decided it. */
export function whyNotLines(answer: WhyNotAnswer, file: string): readonly Line[] {
  const { part, missed, isAnyEnough } = answer;
  const { line, column, kind, name } = part;
  const place = `${file}:${String(line)}:${String(column)}`;
  const head = HEADS[kind](answer.code);
  const found = missed.map((one) => missedLine(one, file));
  const isAllGap = (answer.gap?.found ?? null) !== null;
  const hint = isAnyEnough ? [span('  Any one of these would have been enough', 'dim')] : [];
  return [
    [span(`${kind} "${name}" ${head} `, 'bold'), span(`(${place})`, 'dim')],
    `  ${REASONS[answer.code](answer)}`,
    ...(isAllGap ? [] : gapLines(answer, file)),
    ...found,
    ...hint,
    ...(isAllGap ? gapLines(answer, file) : []),
    ...(answer.code === 'acted' || kind === 'condition'
      ? []
      : [span(`  ${actedText(answer)}`, 'dim')]),
  ];
}

/** What was found after a gap that is all of the answer, or that there was one. */
function gapLines(answer: WhyNotAnswer, file: string): readonly Line[] {
  const { gap } = answer;
  if (gap === null) return [];
  if (gap.found === null) return [`  ${gapText(gap)}`];
  const back: WhyNotAnswer = { ...answer, ...gap.found, gap: null };
  return [
    `  Back at ${istClock(gap.untilMs)}: ${REASONS[back.code](back)}`,
    // What was known before the gap follows already.
    ...(back.exits === 'before-gap' ? [] : back.missed.map((one) => missedLine(one, file))),
  ];
}

function gapText({ why, fromMs, untilMs }: DayGap): string {
  const did = why === 'down' ? 'was down' : 'stood still, as where the machine slept,';
  return `The program ${did} from ${istClock(fromMs)} to ${istClock(untilMs)}`;
}

const HEADS: Readonly<Record<TracedPart['kind'], (code: WhyNotCode) => string>> = {
  rule: (code) => (code === 'acted' ? 'acted' : 'did nothing'),
  leg: (code) => (code === 'acted' ? 'acted' : 'did nothing'),
  condition: (code) => (code === 'was-true' ? 'was true' : 'let nothing pass'),
};

/** Each answer, in words. */
const REASONS: Readonly<Record<WhyNotCode, (answer: WhyNotAnswer) => string>> = {
  acted: ({ did }) =>
    did.map(({ atMs, description }) => `${istClock(atMs)} ${description}`).join('; '),
  refused: ({ seenAtMs, detail }) =>
    `Its orders were refused at ${clock(seenAtMs)}, before they left${because(detail)}`,
  'not-started': ({ startedAtMs }) =>
    startedAtMs === null
      ? 'Its run never started'
      : `Its run started later, at ${clock(startedAtMs)}`,
  'not-recorded': ({ seenAtMs }) =>
    `Nothing is known of that time: the record of the day ends at ${clock(seenAtMs)}`,
  ended: (answer) => `Its run had ended at ${clock(answer.endedAtMs)}${closingText(answer)}`,
  'program-down': ({ gap, exits, missed }) => {
    if (gap === null) return '';
    const known = exits === null ? '' : `. ${knownExits(missed)}`;
    return `${gapText(gap)}, and decided nothing${known}`;
  },
  'not-triggered': ({ part: { trigger }, triggeredAtMs }) =>
    `Nothing set it off: it acts ${trigger}; ${triggered(triggeredAtMs)}`,
  'true-already': () =>
    'Its condition was true already: it acts when one that was false becomes true',
  'true-after-unknown': ({ seenAtMs }) =>
    `Its condition was not known until after ${clock(seenAtMs)}, and then true at once: it acts when one that was false becomes true`,
  'condition-false': ({ seenAtMs }) => `Its condition was false at ${clock(seenAtMs)}`,
  'condition-unknown': ({ seenAtMs }) =>
    `Its condition was not known at ${clock(seenAtMs)}: something in it had not been seen yet`,
  'kept-back': keptBackText,
  'was-true': ({ seenAtMs }) => `It was true at ${clock(seenAtMs)}, and let pass what came`,
  'not-checked': ({ seenAtMs }) =>
    seenAtMs === null
      ? 'Nothing had reached it yet, so that it was not checked'
      : `Nothing reached it: it was checked last at ${clock(seenAtMs)}`,
  open: openText,
  closed: ({ seenAtMs, detail, closedBy }) =>
    `It had been closed at ${clock(seenAtMs)}${by(closedBy)}${because(detail)}`,
  entering: ({ seenAtMs }) => `Its order was placed at ${clock(seenAtMs)} and not filled`,
  'awaiting-price': ({ detail }) => `It waited for ${detail ?? 'a price'}, to be entered then`,
  'kept-back-entry': ({ seenAtMs, detail }) =>
    `Its order did not come about at ${clock(seenAtMs)}${because(detail)}`,
  'no-entry': ({ seenAtMs, detail }) =>
    `There was no entry, at ${clock(seenAtMs)}${because(detail)}`,
  waiting: ({ seenAtMs }) =>
    `It was triggered at ${clock(seenAtMs)}, and its actions were under way: they waited`,
};

function openText(answer: WhyNotAnswer): string {
  if (answer.closedBy !== null) return `It was open${closingText(answer)}`;
  return OPEN_WORDS[answer.exits ?? 'not-known'](answer.missed);
}

const OPEN_WORDS: Readonly<Record<LegExits, (missed: readonly MissedCondition[]) => string>> = {
  shown: (missed) =>
    missed.length === 0
      ? 'It was open, with neither a stop nor a target to reach'
      : 'It was open, and nothing that closes it was reached:',
  'before-gap': () => 'It was open',
  'not-known': () =>
    'It was open; its stops and targets are not known of that time: ask about a later minute',
};

/** What closes a leg that was open when the program stopped. */
function knownExits(missed: readonly MissedCondition[]): string {
  return missed.length === 0
    ? 'The leg was open, and had neither a stop nor a target then'
    : 'The leg was open, with its stops and targets as they stood then:';
}

/** What had an open leg closed already. */
function closingText({ closedBy, detail }: WhyNotAnswer): string {
  if (closedBy === null) return '';
  return `; it was being closed since ${clock(closedBy.atMs)}${by(closedBy)}${because(detail)}`;
}

function by(closedBy: WhyNotAnswer['closedBy']): string {
  return closedBy === null ? '' : `, by ${ORIGIN_WORDS[closedBy.origin] ?? closedBy.origin}`;
}

function because(detail: string | null): string {
  return detail === null ? '' : `: ${detail}`;
}

function keptBackText({ keptBack, seenAtMs }: WhyNotAnswer): string {
  const { why = 'times', names = [] } = keptBack ?? {};
  const named = names.length === 0 ? '' : `: ${names.join(', ')}`;
  if (why === 'time-missed') return `It was skipped: ${KEPT_BACK_WORDS[why]}`;
  return `It was triggered at ${clock(seenAtMs)} and its condition was true, but ${KEPT_BACK_WORDS[why]}${named}`;
}

function triggered(atMs: number | null): string {
  return atMs === null
    ? 'it had not been triggered before'
    : `it was last triggered at ${clock(atMs)}`;
}

function missedLine(missed: MissedCondition, file: string): Line {
  const { text, line, column, result, comparison, values, sources, side, lastMetMs } = missed;
  const { standingPaise } = missed;
  if (standingPaise !== null) return standingLine(missed, standingPaise);
  const place = line === null ? file : `${file}:${String(line)}:${String(column)}`;
  const was = result === null ? 'not known yet' : String(result);
  const seen = comparison === null ? listText(values) : valuesText(comparison, side);
  // What closes a leg is not evaluated by a rule, so that no one knows when it was met.
  const never = line === null ? '' : '; never met before';
  const last = lastMetMs === null ? never : `; last met at ${istClock(lastMetMs)}`;
  const heard = sources.map((source) => `; ${heardText(source)}`).join('');
  return [
    `  ${text} was `,
    span(was, 'bold'),
    `${seen}${heard}${last} `,
    span(`(${place})`, 'dim'),
  ];
}

/** A stop that works at the platform, whether its run watches the price or not. */
function standingLine({ text, result, comparison, side }: MissedCondition, atPaise: number): Line {
  const isWatched = result !== null && comparison !== null;
  return [
    `  ${text} was `,
    span(isWatched ? String(result) : 'not watched by the run', 'bold'),
    isWatched ? valuesText(comparison, side) : '',
    `; its stop stands at the platform at ${priceText(atPaise)}`,
  ];
}

const SIDES = { short: 'too low', over: 'too high', apart: 'apart', equal: 'equal' };

function valuesText(
  { left, right, by, byShown }: NonNullable<MissedCondition['comparison']>,
  side: MissedCondition['side'],
): string {
  const sides = [left, right]
    .filter(({ text, shown }) => text !== shown)
    .map(({ text, shown }) => `${text} = ${shown}`);
  const far =
    by === null || side === null
      ? []
      : [by === 0 ? 'exactly there' : `${byShown ?? ''} ${SIDES[side]}`];
  const all = [...sides, ...far];
  return all.length === 0 ? '' : `: ${all.join(', ')}`;
}

function listText(values: readonly TracedValue[]): string {
  const shown = values.map(({ text, shown: value }) => `${text} = ${value}`);
  return shown.length === 0 ? '' : `: ${shown.join(', ')}`;
}

function actedText({ code, actedBeforeMs, actedAfterMs }: WhyNotAnswer): string {
  const isOver = code !== 'not-recorded';
  if (actedBeforeMs === null && actedAfterMs === null) {
    return isOver ? 'It did nothing all day' : 'It had done nothing by then';
  }
  const before =
    actedBeforeMs === null
      ? 'It had not acted before'
      : `It acted last at ${istClock(actedBeforeMs)}`;
  if (!isOver) return before;
  const after = actedAfterMs === null ? 'and not after' : `next at ${istClock(actedAfterMs)}`;
  return `${before}, ${after}`;
}

function clock(atMs: number | null): string {
  return atMs === null ? 'an unknown time' : istClock(atMs);
}
