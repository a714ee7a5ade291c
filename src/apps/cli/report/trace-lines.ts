import { basename } from 'node:path';

import { counted } from '../../../base/counted.ts';
import {
  type BranchedStep,
  type EvaluatedStep,
  type LegStep,
  type LegStoodStep,
  type SizedStep,
  type TracedCondition,
  type TracedPart,
  type TraceStep,
} from '../../../model/runs/trace.ts';
import { formatPaise } from '../../../model/money/money.ts';
import { istClock } from '../../../model/time/ist.ts';
import { type PartCounts } from '../../../research/traces/trace-counts.ts';
import { type TracedRun } from '../../../research/traces/traced-day.ts';
import { doneCommand } from '../../../research/traces/why-not.ts';
import { type Line, span } from '../view/span.ts';
import { heardText } from './heard-text.ts';
import { KEPT_BACK_WORDS } from './why-not-lines.ts';

/** A rule or a leg with what it came to. */
export function countsLine({
  part,
  triggers,
  taken,
  keptBack,
  commands,
  lastCommandMs,
}: PartCounts): Line {
  const last = lastCommandMs === null ? '' : `, the last at ${istClock(lastCommandMs)}`;
  const done = `${counted(commands, 'command')}${last}`;
  const head: Line = [`  ${part.kind} `, span(part.name, 'bold'), ` (${placeText(part)}): `];
  if (part.kind === 'leg') return [...head, done];
  const held = keptBack === 0 ? '' : `, ${String(keptBack)} kept back`;
  return [...head, `${counted(triggers, 'trigger')}, ${String(taken)} taken${held}, ${done}`];
}

/** The file as well, where that is another than the run's own. */
function placeText({ file, line }: TracedPart): string {
  return file === undefined ? `line ${String(line)}` : `${basename(file)}, line ${String(line)}`;
}

/** Why a trace may not show what the run decided on the day. */
export function doubtLines({
  recordedHash,
  sourceHash,
  problem,
  changes,
}: TracedRun): readonly Line[] {
  if (problem !== null) return [span(`  ${problem}`, 'warning')];
  const hasChanged = recordedHash !== null && recordedHash !== sourceHash;
  if (!hasChanged && changes.length === 0) return [];
  const what = hasChanged ? 'The file has changed since' : 'The run decides otherwise now';
  const differ = changes.length === 1 ? 'differs' : 'differ';
  const how =
    changes.length === 0
      ? ', and decides the same'
      : `: ${counted(changes.length, 'decision')} ${differ}`;
  return [span(`  ${what}${how}`, 'warning')];
}

/** One step of a trace for people. */
export function stepLine(step: TraceStep, { kind, name }: TracedPart): Line {
  return [`  ${istClock(step.atMs)} ${kind} `, span(name, 'bold'), ` ${stepText(step)}`];
}

/** What a step is, in words. */
export function stepText(step: TraceStep): string {
  switch (step.kind) {
    case 'command':
      return doneCommand(step).description;
    case 'kept-back':
      return `did nothing: ${KEPT_BACK_WORDS[step.why]}${namesText(step.names)}`;
    case 'branched':
      return branchedText(step);
    case 'leg':
      return legText(step);
    case 'sized':
      return sizedText(step);
    case 'leg-stood':
      return stoodText(step);
    case 'rule-stood':
      return `its actions were under way, since ${istClock(step.sinceMs)}`;
    case 'stood':
      return conditionText(step.condition);
    case 'evaluated':
      return evaluatedText(step);
  }
}

function evaluatedText({ condition, keptBack, times, lastAtMs }: EvaluatedStep): string {
  const what = condition === null ? 'was triggered' : conditionText(condition);
  const held = keptBack === null ? '' : `; kept back: ${KEPT_BACK_WORDS[keptBack]}`;
  const more = times === 1 ? '' : `; ${String(times)} times until ${istClock(lastAtMs)}`;
  return `${what}${held}${more}`;
}

const BRANCHED = {
  choose: (taken: number) => `took branch ${String(taken)}`,
  repeat: (taken: number) => `round ${String(taken)}`,
  wait: () => 'waited no longer',
};
const NOT_BRANCHED = { choose: 'took no branch', repeat: 'no other round', wait: 'waited in full' };

function branchedText({ action, taken, conditions }: BranchedStep): string {
  const what =
    taken === 'otherwise'
      ? 'took otherwise'
      : taken === null
        ? NOT_BRANCHED[action]
        : BRANCHED[action](taken);
  return `${what}: ${conditions.map(conditionText).join('; ')}`;
}

function stoodText({ netUnits, awaits }: LegStoodStep): string {
  return awaits === null ? `had ${String(netUnits)} units` : `waited for ${awaits}`;
}

function legText({ event, role, pricePaise, detail }: LegStep): string {
  const what = role === null ? event : `${role} ${event}`;
  const price = pricePaise === null ? '' : ` at ${formatPaise(pricePaise)}`;
  return `${what}${price}${detail === null ? '' : `: ${detail}`}`;
}

function sizedText({ by, lots, setPaise, limitPaise, lotsMax }: SizedStep): string {
  const [does, key] = by === 'risk' ? ['loses', 'risk'] : ['costs', 'share'];
  const set = `a set of its legs ${does} ${formatPaise(setPaise)}`;
  return `sized to ${counted(lots, 'lot')}: ${set}, "${key}" allows ${formatPaise(limitPaise)} and "maxLots" ${String(lotsMax)}`;
}

function namesText(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}

/** A condition, its result, and every value that was compared. */
function conditionText(condition: TracedCondition): string {
  const values = [...new Set([...valuesOf(condition), ...sourcesOf(condition)])];
  const shown = values.length === 0 ? '' : ` (${values.join(', ')})`;
  return `${condition.text} was ${String(condition.result ?? 'not known')}${shown}`;
}

/** Sources that left something not known. */
function sourcesOf({ parts, sources = [], result }: TracedCondition): readonly string[] {
  const own = result === null ? sources.filter(({ state }) => state !== 'fits') : [];
  return [...own.map(heardText), ...parts.flatMap(sourcesOf)];
}

function valuesOf({ parts, comparison, values = [] }: TracedCondition): readonly string[] {
  const sides = comparison === null ? [] : [comparison.left, comparison.right];
  const own = sides.filter(({ text, shown }) => text !== shown && !shown.startsWith(`${text} `));
  const all = [...own, ...values];
  return [...all.map(({ text, shown }) => `${text} = ${shown}`), ...parts.flatMap(valuesOf)];
}
