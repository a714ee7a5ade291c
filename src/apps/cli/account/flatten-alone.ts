import { runDay } from '../../../daemon/run-day.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { isJournalInUse } from '../../../day/journal/open-day-journal.ts';
import { type OperatorRequest } from '../../../model/orders/operator-request.ts';
import { runMeant } from '../../../model/runs/run.ts';
import { commandsFor } from '../../../notices/operator-commands.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { type ExitName } from '../exit-codes.ts';
import { printJson } from '../output.ts';
import { daySummaryText } from '../report/day-summary.ts';
import { createPlainView } from '../view/plain-view.ts';
import { accountsDirectory } from './accounts-directory.ts';
import { addressOf, journalFor, type RequestOptions } from './control-options.ts';
import { isTradedThere, tradedElsewhere } from './named-journal.ts';
import { onSimulator } from './on-simulator.ts';
import { readOperatorSettings, withoutPlatform } from './operator-settings.ts';

type Flatten = Extract<OperatorRequest, { action: 'flatten' }>;

/**
 * Squares off the positions of a journal whose program does not run: continues the day without any strategy's code,
 * until all of it is flat. False, and nothing is done, where a program runs or the platform is not known from here.
 */
export async function flattenAlone(
  context: CliContext,
  options: RequestOptions,
  flatten: Flatten,
): Promise<boolean> {
  const journalPath = journalFor(context, options);
  if (isJournalInUse(journalPath)) return false;
  const settings = settingsOf(context, options, journalPath);
  if (settings === null) return false;
  const { terminal, signal } = context;
  const isJson = options.json === true;
  const write = isJson ? terminal.err : terminal.out;
  write('No program runs: squaring off without any strategy code\n');
  const display = createPlainView(write, commandsFor(addressOf(options)));
  const result = await runDay({
    settings,
    strategies: [],
    flatten,
    journalPath,
    onProgress: display.progress,
    onNotice: display.note,
    accountsDirectory: accountsDirectory(context),
    signal,
  }).finally(display.close);
  if (!result.ok) throw new CliFailure(result.error.kind, result.error.problems);
  tell(context, options, result.value);
  const exit = leftBy(result.value, flatten.runId);
  if (exit !== null) context.finish(exit);
  return true;
}

function tell(context: CliContext, options: RequestOptions, summary: DaySummary): void {
  if (options.json === true) {
    printJson(context, summary);
    return;
  }
  const saying = { isEndedEarly: true, isKept: true, address: addressOf(options) };
  context.terminal.out(
    daySummaryText(summary, { columns: Infinity, color: false, isVerbose: false, saying }),
  );
}

function leftBy(summary: DaySummary, asked: string | null): ExitName | null {
  const known = summary.strategies.map(({ runId }) => runId);
  const meant = asked === null ? null : (runMeant(asked, known) ?? asked);
  const isMeant = (of: { readonly runId: string | null }): boolean =>
    meant === null || of.runId === meant;
  if (summary.unknownPositions.some(isMeant)) return 'unknown-position';
  return summary.open.some(isMeant) || summary.orders.unknown > 0 ? 'not-flat' : null;
}

/**
 * The platform of the account that the journal is of; null where the options lead to no platform.
 *
 * @throws {CliFailure} when the configuration does not lead to its platform, or the journal is not certain to be of it
 */
function settingsOf(
  context: CliContext,
  { config, sim }: RequestOptions,
  journalPath: string,
): Settings | null {
  const secrets = sim === undefined ? 'required' : 'skipped';
  const configured = readOperatorSettings(context, { config, secrets });
  const isUnusable = sim === undefined && configured.problems.length > 0;
  if (isUnusable && configured.journalPath === journalPath) {
    throw withoutPlatform(configured.problems);
  }
  const settings =
    sim === undefined ? configured.settings : onSimulator(context, configured.settings, sim);
  if (settings.venue.kind !== 'platform') return null;
  if (isTradedThere(context, settings, journalPath)) return settings;
  throw tradedElsewhere(context, settings, journalPath);
}
