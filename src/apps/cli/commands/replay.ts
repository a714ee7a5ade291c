import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../base/counted.ts';
import { isSameJson, type Json } from '../../../base/json.ts';
import { strategiesOfJournal } from '../../../day/journal/journal-strategies.ts';
import { type ReplayedDay, replayJournal } from '../../../day/journal/replay-journal.ts';
import { type ReplayedParam } from '../../../day/journal/replayed-params.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { readKnowledge } from '../files/read-settings.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseDate, parseMore } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { decisionText } from '../../../day/journal/decision-text.ts';
import { changedStrategy } from '../strategies/changed-strategy.ts';
import { valueText } from '../strategies/strategy-facts.ts';

const OPTIONS = [
  ['--strategy <file>', 'a changed strategy, instead of the one that was recorded'],
  ['--param <name=value>', 'a parameter of --strategy, again for others', parseMore],
  ['--config <file>', 'configuration with additions to the calendar (default: sauda.yaml)'],
  ['--date <date>', 'only this day', parseDate],
  ['--json', 'one JSON line on stdout'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Exit code 1 when decisions differ, 0 when none does: for use in CI. Nothing is sent or requested. A strategy runs
with the parameters of its file as it is now; those that the recorded run was given by a configuration stay over them,
and --param wins over both. Parameters that differ from the record or the file are listed. The strategy sees the
recorded inputs: it has no prices that were not polled on the day, and its orders fill as they did.

Examples:
  sauda replay .sauda/default.paper.journal
  sauda replay .sauda/default.paper.journal --strategy straddle-v2.yaml --date 2026-11-20
  sauda replay .sauda/default.paper.journal --strategy straddle-v2.yaml --param stop=20%`;

/** `sauda replay`: shows strategies recorded days again and says what they decide otherwise. */
export function addReplay(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<journal>', 'journal of an account that no program is using')
    .action((journal: string, options: Options) => replay(context, journal, options));
}

async function replay(context: CliContext, journal: string, options: Options): Promise<void> {
  const { config, date = null } = options;
  const knowledge = readKnowledge(context, config);
  const journalPath = resolve(context.workingDirectory, journal);
  const changed = await changedStrategy(context, options);
  const strategyFor = await strategiesOfJournal(journalPath, changed);
  if (!strategyFor.ok) throw new CliFailure(strategyFor.error.kind, strategyFor.error.problems);
  const result = replayJournal({
    journalPath,
    date,
    strategyFor: strategyFor.value,
    knowledge,
  });
  if (!result.ok) throw new CliFailure(result.error.kind, result.error.problems);
  const days = result.value;
  if (changed !== null) requireRunOf(changed.source.strategy.name, days);
  if (options.json === true) printJson(context, { schemaVersion: 1, days });
  else {
    printLines(context, days.flatMap(linesOf));
  }
  if (days.some(isDifferent)) context.finish('found');
}

/** @throws {CliFailure} when a changed strategy was shown nothing, so that equal decisions mean nothing */
function requireRunOf(name: string, days: readonly ReplayedDay[]): void {
  if (days.some(({ runs }) => runs.some((run) => run.strategy === name))) return;
  throw cliFailure('configuration', `No day in the journal has a run of "${name}"`, {
    next: 'Keep the name of the strategy in the changed file',
  });
}

function isDifferent({ program, runs }: ReplayedDay): boolean {
  return program !== null || runs.some((run) => run.problem !== null || run.changes.length > 0);
}

function linesOf({ date, events, program, runs }: ReplayedDay): readonly string[] {
  if (program !== null) return [`${date}  not this program's: ${program}`];
  return [
    `${date}  ${counted(events, 'event')}`,
    ...runs.flatMap((run) => [
      `  ${run.runId}  ${run.problem ?? countsOf(run)}`,
      ...run.parameters.map((of) => `    parameter ${paramText(of)}`),
      ...run.changes.map((change) => `    ${decisionText(change)}`),
    ]),
  ];
}

function countsOf(run: ReplayedDay['runs'][number]): string {
  const counts = `${String(run.recorded)} recorded, ${String(run.replayed)} replayed`;
  return run.changes.length === 0 ? `${counts}: the same` : `${counts}: differs`;
}

function paramText({ name, recorded, now, file }: ReplayedParam): string {
  const isOwn = isSameJson(now, file);
  const own = isOwn ? '' : ` (${valueOrNone(file)} in the file)`;
  if (isSameJson(recorded, now)) return `${name}: ${valueOrNone(now)}, as recorded${own}`;
  return `${name}: ${valueOrNone(recorded)} recorded, ${valueOrNone(now)} now${own}`;
}

function valueOrNone(value: Json): string {
  return value === null ? 'none' : valueText(value);
}
