import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { ok, type Result } from '../../../../base/result.ts';
import { copyJournal, type JournalCopy } from '../../../../daemon/control/journal-copy.ts';
import { isJournalInUse } from '../../../../day/journal/open-day-journal.ts';
import { type CheckedCandidate } from '../../../../day/reload/check-candidate.ts';
import {
  type CandidateFound,
  checkRecordedRun,
} from '../../../../day/reload/check-recorded-run.ts';
import { loadMarketKnowledge } from '../../../../settings/market/market-knowledge.ts';
import { type RunRefusal } from '../../../../venues/run-refusal.ts';
import { CONTROL_OPTIONS, journalFor } from '../../account/control-options.ts';
import { type CliContext } from '../../cli-context.ts';
import { CliFailure, cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { printJson, printLines } from '../../output.ts';
import { decisionText } from '../../report/decision-text.ts';

const OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--dry-run', 'only check the file, and show where it decides otherwise'],
  ['--no-types', 'do not compile the types of TypeScript'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
The file is loaded in a process of its own, shown everything that its run saw today, and tried over a day of made-up
prices. Nothing is sent, and the run is not touched. Exit code 1 when decisions differ, 3 when the file cannot be
used.

Examples:
  sauda reload short-straddle --dry-run
  sauda reload short-straddle --dry-run --config paper.yaml --json`;

/** `sauda reload`: checks a run's file as it is now against its day. */
export function addReload(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<run>', 'run, as "sauda status" names it, or its name alone')
    .action((run: string, options: Options) => reload(context, run, options));
}

async function reload(context: CliContext, run: string, options: Options): Promise<void> {
  if (options.dryRun !== true) {
    throw cliFailure('usage', 'A source takes over when its program starts again', {
      next: `sauda reload ${run} --dry-run shows what it would decide`,
    });
  }
  const checked = await check(context, run, options);
  if (!checked.ok) {
    throw new CliFailure('configuration', checked.error.problems);
  }
  show(context, checked.value, options);
  if (checked.value.changes.length > 0) context.finish('found');
}

/** Checks the file against the journal, or against a copy of it while a program writes it. */
async function check(context: CliContext, run: string, options: Options): Promise<CandidateFound> {
  const journalPath = journalFor(context, options);
  const { calendar } = readSettings(context, { config: options.config, secrets: 'skipped' });
  const opened: Result<JournalCopy, RunRefusal> = isJournalInUse(journalPath)
    ? copyJournal(journalPath)
    : ok({ path: journalPath, remove: () => undefined });
  if (!opened.ok) throw new CliFailure(opened.error.kind, opened.error.problems);
  const { path, remove } = opened.value;
  const found = await checkRecordedRun({
    journalPath: path,
    run,
    knowledge: loadMarketKnowledge(calendar ?? undefined),
    calendar,
    types: options.types,
  }).finally(remove);
  if (!found.ok) throw new CliFailure(found.error.kind, found.error.problems);
  return found.value;
}

function show(context: CliContext, checked: CheckedCandidate, options: Options): void {
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, isDryRun: true, ...checked });
    return;
  }
  printLines(context, checkedLines(checked));
}

/** What a check found, for a terminal. */
function checkedLines(checked: CheckedCandidate): readonly string[] {
  const { runId, path, recorded, replayed, changes, sourceHash, sourceHashBefore } = checked;
  const isSame = sourceHash === sourceHashBefore;
  const hash = sourceHash.slice(0, 12);
  const counts = `${counted(recorded, 'decision')} today, ${String(replayed)} replayed`;
  return [
    `${runId}  ${path}  ${isSame ? `${hash}, which runs already` : `${sourceHashBefore.slice(0, 12)} now, ${hash} checked`}`,
    `  ${counts}: ${changes.length === 0 ? 'the same' : 'differs'}`,
    ...changes.map((change) => `    ${decisionText(change)}`),
    ...checked.warnings.map((warning) => `  warning  ${warning}`),
  ];
}
