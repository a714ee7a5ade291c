import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { type TracedPart, type TraceStep } from '../../../../model/runs/trace.ts';
import { type ClockTime, instantAt } from '../../../../model/time/ist.ts';
import { partCounts } from '../../../../research/traces/trace-counts.ts';
import { type TracedRun } from '../../../../research/traces/traced-day.ts';
import { type CliContext } from '../../cli-context.ts';
import { strategiesRead } from '../../files/files-read.ts';
import { createResultWriter } from '../../files/result-writer.ts';
import { declare, JSON_LINE, type OptionsOf } from '../../options/declared-option.ts';
import { parseClockTime, TRACED_OPTIONS } from '../../options/trace-options.ts';
import { printJson, printLines } from '../../output.ts';
import { countsLine, doubtLines, stepLine } from '../../report/trace-lines.ts';
import { shortPath } from '../../strategies/strategy-facts.ts';
import { tracedRuns } from '../../traces/traced-runs.ts';
import { isPartNamed, requirePart } from '../../traces/why-not-answers.ts';
import { type Line, span } from '../../view/span.ts';

const OPTIONS = [
  ...TRACED_OPTIONS,
  ['--rule <name>', 'only this rule or leg; a rule without a name by its number'],
  ['--after <time>', 'only from this time of day on, such as 10:30', parseClockTime],
  ['--before <time>', 'only before this time of day', parseClockTime],
] as const;
const SHOWN_OPTIONS = [...OPTIONS, JSON_LINE] as const;
const EXPORT_OPTIONS = [
  ...OPTIONS,
  ['--out <file>', 'JSON file to write (default: standard output)'],
] as const;

type Options = OptionsOf<typeof SHOWN_OPTIONS>;
type ExportOptions = OptionsOf<typeof EXPORT_OPTIONS>;

const LIST_HELP = `
Each run, and for each rule how often it was triggered, taken and kept back.

Examples:
  sauda trace list                                # the account of sauda.yaml, its last day
  sauda trace list --config live.yaml --date 2026-11-20
  sauda trace list --strategy straddle.yaml --prices nifty.csv --from 2024-03-01 --to 2024-03-31`;

const SHOW_HELP = `
Each evaluation that acted or decided otherwise than the one before, with its values; those in between are counted.

Examples:
  sauda trace show --journal .sauda/main.live.journal --rule breakout --after 10:30 --before 11:00
  sauda trace show --strategy straddle.yaml --generate 7 --date 2026-06-01`;

const EXPORT_HELP = `
All of it as JSON: runs with their rules, places in the file, and steps.

Examples:
  sauda trace export --journal .sauda/main.live.journal --date 2026-11-20 --out trace.json`;

/** `sauda trace`: what rules decided, and by which values. */
export function addTrace(command: Command, context: CliContext): void {
  declare(command.command('list'), SHOWN_OPTIONS, LIST_HELP)
    .description('List runs and their rules, with counts')
    .action((options: Options) => list(context, options));
  declare(command.command('show'), SHOWN_OPTIONS, SHOW_HELP)
    .description('Show the steps of runs')
    .action((options: Options) => show(context, options));
  declare(command.command('export'), EXPORT_OPTIONS, EXPORT_HELP)
    .description('Write traces as JSON')
    .action((options: ExportOptions) => exportTraces(context, options));
}

async function list(context: CliContext, options: Options): Promise<void> {
  const runs = await chosenRuns(context, options);
  if (options.json === true) {
    const counts = runs.map((run) => ({ ...headOf(run), parts: partCounts(run.trace) }));
    printJson(context, { schemaVersion: 1, runs: counts });
    return;
  }
  printLines(
    context,
    runs.flatMap((run) => [
      ...runLines(run, context),
      ...partCounts(run.trace)
        .filter(({ part }) => isAskedFor(run.trace.parts, part, options))
        .map(countsLine),
    ]),
  );
}

async function show(context: CliContext, options: Options): Promise<void> {
  const runs = await chosenRuns(context, options);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, runs: runs.map(jsonOf) });
    return;
  }
  printLines(
    context,
    runs.flatMap((run) => [
      ...runLines(run, context),
      ...run.trace.steps.flatMap((step) => {
        const part = run.trace.parts[step.part];
        return part === undefined ? [] : [stepLine(step, part)];
      }),
    ]),
  );
}

async function exportTraces(context: CliContext, options: ExportOptions): Promise<void> {
  const { out } = options;
  const runs = await chosenRuns(context, options);
  const text = `${JSON.stringify({ schemaVersion: 1, runs: runs.map(jsonOf) })}\n`;
  if (out === undefined) {
    context.terminal.out(text);
    return;
  }
  const writer = createResultWriter(context, [{ option: '--out', path: out }], {
    read: strategiesRead(runs),
  });
  await writer.write(out, text);
  writer.close();
}

/** Runs with those steps that are asked for. */
async function chosenRuns(
  context: CliContext,
  options: Options | ExportOptions,
): Promise<readonly TracedRun[]> {
  const runs = await tracedRuns(context, options);
  if (options.rule !== undefined) requirePart(runs, options.rule);
  return runs.map((run) => {
    const { parts, steps, commands, dropped, startedAtMs, endedAtMs } = run.trace;
    const isAsked = (step: TraceStep): boolean => {
      const part = parts[step.part];
      const isNamed = part !== undefined && isAskedFor(parts, part, options);
      return isNamed && isBetween(step, run, options);
    };
    const kept = { parts, commands, dropped, startedAtMs, endedAtMs };
    return { ...run, trace: { ...kept, steps: steps.filter(isAsked) } };
  });
}

function isAskedFor(
  parts: readonly TracedPart[],
  part: TracedPart,
  { rule }: Pick<Options, 'rule'>,
): boolean {
  return rule === undefined || isPartNamed(parts, part, rule);
}

function isBetween(
  { atMs }: TraceStep,
  { date }: Pick<TracedRun, 'date'>,
  { after, before }: Pick<Options, 'after' | 'before'>,
): boolean {
  const at = (time: ClockTime): number => instantAt(date, time);
  return (after === undefined || atMs >= at(after)) && (before === undefined || atMs < at(before));
}

function runLines(run: TracedRun, context: CliContext): readonly Line[] {
  const { runId, path, isExplained, trace } = run;
  const file = shortPath(path, context.workingDirectory);
  const what = `${isExplained ? '' : 'TypeScript, '}${partsText(trace.parts)}`;
  const dropped = trace.dropped === 0 ? '' : `, ${String(trace.dropped)} more steps not kept`;
  return [
    [
      span(runId, 'bold'),
      `  ${file}, ${what}, ${counted(trace.commands.length, 'command')}${dropped}`,
    ],
    ...doubtLines(run),
  ];
}

function partsText(parts: readonly TracedPart[]): string {
  const kinds = (['leg', 'rule', 'condition'] as const).flatMap((kind) => {
    const count = parts.filter((part) => part.kind === kind).length;
    return count === 0 && kind === 'condition' ? [] : [counted(count, kind)];
  });
  return kinds.join(', ');
}

function headOf({ runId, strategy, date, path, ...rest }: TracedRun): object {
  const { sourceHash, recordedHash, params, configuration, problem, changes, isExplained } = rest;
  const made = { path, sourceHash, recordedHash, params, configuration };
  return { runId, strategy, date, ...made, problem, changes, isExplained };
}

function jsonOf(run: TracedRun): object {
  const { parts, steps, commands, dropped, startedAtMs, endedAtMs } = run.trace;
  return { ...headOf(run), startedAtMs, endedAtMs, parts, steps, commands, dropped };
}
