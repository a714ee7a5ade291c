import { existsSync } from 'node:fs';

import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { isRecord } from '../../../../base/json.ts';
import { ok, type Result } from '../../../../base/result.ts';
import { copyJournal, type JournalCopy } from '../../../../daemon/control/journal-copy.ts';
import { type ToldAnswer } from '../../../../daemon/control/control-request.ts';
import { askReload } from '../../../../daemon/reload/ask-reload.ts';
import { shadowJournalPath } from '../../../../daemon/stages/shadow-day.ts';
import { hiddenPlaces } from '../../../../day/journal/hidden-places.ts';
import { isJournalInUse } from '../../../../day/journal/open-day-journal.ts';
import {
  type CandidateFound,
  type CheckedRecordedRun,
  checkRecordedRun,
} from '../../../../day/reload/check-recorded-run.ts';
import { loadMarketKnowledge } from '../../../../settings/market/market-knowledge.ts';
import { type RunRefusal } from '../../../../venues/run-refusal.ts';
import { askJournal, CONTROL_OPTIONS, journalFor } from '../../account/control-options.ts';
import { typedLine } from '../../account/typed-line.ts';
import { type CliContext } from '../../cli-context.ts';
import { CliFailure, cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { printJson, printLines } from '../../output.ts';
import { decisionText } from '../../../../day/journal/decision-text.ts';

const OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--dry-run', 'only check the file, and show where it decides otherwise'],
  ['--yes', 'let it take over though it decides otherwise'],
  ['--no-types', 'do not compile the types of TypeScript'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
The file is loaded in a process of its own, shown everything that its run saw today, and tried over a day of made-up
prices; what it would have decided otherwise is listed. Then the running program checks it again, and the file takes over
between two inputs: orders, positions and the store stay. What it would have decided otherwise before is not repeated.
If anything is wrong, the run continues as it was. Where only decisions differ, you are asked first, or give --yes.
A shadow run may be reloaded on a live day, as it sends nothing.
With --dry-run nothing of the program is touched; the exit code is 1 when decisions differ. It is 3 when the file cannot
be used.

Examples:
  sauda reload short-straddle --dry-run
  sauda reload short-straddle --yes
  sauda reload short-straddle --config paper.yaml`;

/** `sauda reload`: has a run continue under its file as it is now. */
export function addReload(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<run>', 'run, as "sauda status" names it, or its name alone')
    .action((run: string, options: Options) => reload(context, run, options));
}

async function reload(context: CliContext, run: string, options: Options): Promise<void> {
  const journalPath = journalFor(context, options);
  if (options.dryRun !== true && !isJournalInUse(journalPath)) {
    throw cliFailure('configuration', 'No program runs: its next start takes the file as it is', {
      file: journalPath,
      next: `sauda reload ${run} --dry-run shows what it decides otherwise`,
    });
  }
  const found = await check(context, run, options);
  if (!found.ok) throw new CliFailure('configuration', found.error.problems);
  const checked = found.value;
  if (options.json !== true) printLines(context, checkedLines(checked));
  const isAlike = checked.changes.length === 0;
  if (options.dryRun !== true) {
    await askToTakeOver(context, options, {
      ...checked,
      mayDiffer: isAlike || options.yes === true,
    });
    return;
  }
  if (options.json === true) printJson(context, { schemaVersion: 1, isDryRun: true, ...checked });
  if (!isAlike) context.finish('found');
}

/** A person is asked only where what the file decides otherwise is all that is against it. */
async function askToTakeOver(
  context: CliContext,
  options: Options,
  asked: Accepted,
): Promise<void> {
  const told = await takeOver(context, options, asked);
  if (told.code !== 'reload-refused' || !isDiffering(told.facts)) {
    show(context, options, told);
    return;
  }
  await confirm(context, options);
  show(context, options, await takeOver(context, options, { ...asked, mayDiffer: true }));
}

function isDiffering(facts: unknown): boolean {
  return isRecord(facts) && facts['why'] === 'differs';
}

/** @throws {CliFailure} unless the person at the terminal says yes */
async function confirm(context: CliContext, options: Options): Promise<void> {
  const question = 'What it would have decided before is not repeated. Let it take over? (yes/no) ';
  const answer = options.json === true ? null : await typedLine(context, question);
  if (answer?.trim().toLowerCase() === 'yes') return;
  throw cliFailure('usage', 'The file decides otherwise, and nothing was done', {
    next: 'Give --yes to let it take over all the same',
  });
}

interface Accepted extends Pick<CheckedRecordedRun, 'runId' | 'sourceHash'> {
  readonly mayDiffer: boolean;
}

/**
 * Has the running program let the file take over; what became of it.
 *
 * @throws {CliFailure} when it does not say
 */
async function takeOver(
  context: CliContext,
  options: Options,
  { runId, sourceHash, mayDiffer }: Accepted,
): Promise<ToldAnswer> {
  const journalPath = journalFor(context, options);
  const attempt = `${String(Date.now())}-${String(process.pid)}`;
  const request = { action: 'reload', runId, attempt, sourceHash, mayDiffer } as const;
  const told = await askReload(request, (asked) => askJournal(journalPath, asked), context.signal);
  if (told !== null) return told;
  throw cliFailure('halted', 'The program did not say what became of it', {
    next: 'sauda status shows whether it answers; its output says whether the run was reloaded',
  });
}

function show(context: CliContext, options: Options, told: ToldAnswer): void {
  if (options.json === true) printJson(context, { schemaVersion: 1, isDryRun: false, ...told });
  else printLines(context, [told.message]);
  if (told.code !== 'run-reloaded') context.finish('configuration');
}

/** Checks the file against the journal that has its run: of the account, or of its shadow runs. */
async function check(context: CliContext, run: string, options: Options): Promise<CandidateFound> {
  const journalPath = journalFor(context, options);
  const found = await checkIn(context, journalPath, { run, options });
  const shadowPath = shadowJournalPath(journalPath);
  if (found.ok) return found.value;
  if (found.error.kind === 'usage' && shadowPath !== null && existsSync(shadowPath)) {
    const ofShadow = await checkIn(context, shadowPath, { run, options });
    if (ofShadow.ok) return ofShadow.value;
  }
  throw new CliFailure(found.error.kind, found.error.problems);
}

/** The same in one journal, or in a copy of it while a program writes it. */
async function checkIn(
  context: CliContext,
  journalPath: string,
  { run, options }: { readonly run: string; readonly options: Options },
): Promise<Result<CandidateFound, RunRefusal>> {
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const { calendar } = settings;
  const opened: Result<JournalCopy, RunRefusal> = isJournalInUse(journalPath)
    ? copyJournal(journalPath)
    : ok({ path: journalPath, remove: () => undefined });
  if (!opened.ok) return opened;
  const { path, remove } = opened.value;
  return checkRecordedRun({
    journalPath: path,
    run,
    knowledge: loadMarketKnowledge(calendar ?? undefined),
    calendar,
    hidden: hiddenPlaces(settings, journalPath),
    types: options.types,
  }).finally(remove);
}

/** What a check found, for a terminal. */
function checkedLines(checked: CheckedRecordedRun): readonly string[] {
  const { runId, path, recorded, replayed, changes } = checked;
  const counts = `${counted(recorded, 'decision')} today, ${String(replayed)} replayed`;
  return [
    `${runId}  ${path}  ${hashesLine(checked)}`,
    `  ${counts}: ${changes.length === 0 ? 'the same' : 'differs'}`,
    ...changes.map((change) => `    ${decisionText(change)}`),
    ...checked.warnings.map((warning) => `  warning  ${warning}`),
  ];
}

/** A run that is held runs no source; the one that its program loaded is not in its journal yet. */
function hashesLine({ sourceHash, sourceHashBefore, isHeld }: CheckedRecordedRun): string {
  const [hash, before] = [sourceHash.slice(0, 12), sourceHashBefore.slice(0, 12)];
  const isSame = sourceHash === sourceHashBefore;
  if (isHeld) {
    return `${before} recorded, ${isSame ? 'as the file' : `${hash} checked`}; the run is held`;
  }
  return isSame ? `${hash}, which runs already` : `${before} now, ${hash} checked`;
}
