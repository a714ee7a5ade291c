import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../base/counted.ts';
import { packageVersion } from '../../../loading/program-build.ts';
import {
  type TableState,
  tableStates,
  TOLD_DAYS_BEFORE,
  WORDS,
} from '../../../loading/tables/table-states.ts';
import { type TakenTables, updateTables } from '../../../loading/tables/update-tables.ts';
import { DAY_MS, type IstDate, istDate } from '../../../model/time/ist.ts';
import { keptTables } from '../../../settings/market/kept-tables.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type UpdateRow, updateRows } from '../../../settings/market/read-update.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ['--config <file>', 'configuration whose state directory has the updates'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Examples:
  sauda tables                          how far each table was checked, and from what
  sauda tables --config live.yaml       with what was taken for that configuration
  sauda tables update nse-2027.yaml     take new rows`;

const UPDATE_OPTIONS = [
  ['--change-traded-days', 'take it though days in a journal would have been others'],
] as const;

type UpdateOptions = Options & OptionsOf<typeof UPDATE_OPTIONS>;

const UPDATE_HELP = `
The options of "sauda tables" hold here too. The file is checked as a whole; one that is wrong changes nothing. It is kept in "tables" of the state directory, and
holds for every command with that configuration. Remove it there to take it back.

Examples:
  sauda tables
  sauda tables update nse-2027.yaml
  sauda tables update nse-2027.yaml --config live.yaml`;

/** `sauda tables`: how far the market's tables hold, and tables that come without a release. */
export function addTables(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => {
    show(context, options);
  });
  declare(command.command('update'), UPDATE_OPTIONS, UPDATE_HELP)
    .description('Take tables from a file: its rows join the shipped ones by date')
    .argument('<file>', 'YAML; docs/calendar.md has an example')
    .action((file: string, options: UpdateOptions, asked: Command) => {
      update(context, file, { ...asked.optsWithGlobals<UpdateOptions>(), ...options });
    });
}

function show(context: CliContext, options: Options): void {
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const kept = keptTables(settings.stateDirectory);
  const { tables } = loadMarketKnowledge(settings.calendar ?? undefined);
  const nowMs = Date.now();
  const states = tableStates(tables, istDate(nowMs), kept.ok ? kept.value : []);
  if (options.json === true) {
    const version = packageVersion();
    const shown = states.map(({ name, verifiedThrough, leftDays, from, alsoFrom }) => ({
      name,
      verifiedThrough,
      leftDays,
      from: from?.name ?? null,
      takenAtMs: from?.takenAtMs ?? null,
      alsoFrom,
    }));
    printJson(context, { schemaVersion: 1, version, tables: shown });
    return;
  }
  printLines(context, statesLines(states, nowMs));
}

function statesLines(states: readonly TableState[], nowMs: number): readonly Line[] {
  const columns = ['Table', 'Checked through', '>Days left', 'From', 'Age'];
  return tableLines(
    columns,
    states.map(({ name, verifiedThrough, leftDays, from, alsoFrom }) => [
      WORDS[name],
      verifiedThrough,
      span(String(leftDays), leftDays <= TOLD_DAYS_BEFORE ? 'warning' : 'plain'),
      [from?.name ?? `ships with ${packageVersion()}`, ...alsoFrom].join(', rows of '),
      from === null ? '' : counted(Math.floor((nowMs - from.takenAtMs) / DAY_MS), 'day'),
    ]),
  );
}

/** @throws {CliFailure} with every mistake in it, or what speaks against it */
function update(context: CliContext, file: string, options: UpdateOptions): void {
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const taken = updateTables(settings, {
    path: resolve(context.workingDirectory, file),
    shown: file,
    changesTradedDays: options.changeTradedDays === true,
  });
  if (!taken.ok) throw new CliFailure('configuration', taken.error);
  const { path, isNew, changed } = taken.value;
  const rows = updateRows(taken.value.brought);
  const shorter = shorterThan(taken.value);
  if (options.json === true) {
    const shown = { path, isNew, rows, moved: moved(taken.value), shorter, changed };
    printJson(context, { schemaVersion: 1, ...shown });
    return;
  }
  printLines(context, [
    [span(isNew ? 'Taken: ' : 'Taken before: ', 'good'), path],
    ...moved(taken.value).map(({ table, from, to }): Line => [
      `  ${table}: checked through ${to}, before ${from}`,
    ]),
    ...shorter.map(({ table, says, stays }): Line => [
      `  ${table}: checked through ${stays} as before, though the file says ${says}`,
    ]),
    ...rowLines(rows, istDate(Date.now())),
    ...changed.map(({ date, what }): Line => [
      span('warning  ', 'warning'),
      `${date}, which was traded, is another day now: ${what.join(', ')}`,
    ]),
  ]);
}

function rowLines(rows: readonly UpdateRow[], today: IstDate): readonly Line[] {
  const past = rows.filter(({ from }) => from === null || from <= today);
  const [first = ''] = past.map(({ from }) => from ?? '').sort();
  const since = first === '' ? 'of all days' : `from ${first} on`;
  const warning = `This changes the past: ${counted(past.length, 'row')} ${since}, so backtests and replays may come out otherwise`;
  return [
    ...rows.map(({ of, from, says }): Line => [
      `  ${of}, ${from === null ? 'all days' : `from ${from}`}: ${says}`,
    ]),
    ...(past.length === 0 ? [] : [[span('warning  ', 'warning'), warning]]),
  ];
}

/** Tables that the file says were checked less far than they were: it takes nothing back. */
function shorterThan({ brought, after }: TakenTables) {
  return tableStates(after.tables, after.tables.calendar.verifiedThrough).flatMap(
    ({ name, verifiedThrough: stays }) => {
      const says = brought.update.tables[name]?.verifiedThrough;
      return says === undefined || says >= stays ? [] : [{ table: WORDS[name], says, stays }];
    },
  );
}

/** Tables that were checked further than before. */
function moved({ before, after }: TakenTables) {
  const date = after.tables.calendar.verifiedThrough;
  const ends = new Map(tableStates(before.tables, date).map((of) => [of.name, of.verifiedThrough]));
  return tableStates(after.tables, date).flatMap(({ name, verifiedThrough }) => {
    const from = ends.get(name) ?? verifiedThrough;
    return from === verifiedThrough ? [] : [{ table: WORDS[name], from, to: verifiedThrough }];
  });
}
