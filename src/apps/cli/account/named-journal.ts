import { otherOwnerOf } from '../../../daemon/control/journal-owner.ts';
import { lastJournalOf } from '../../../daemon/lock-account.ts';
import { journalPathOf } from '../../../day/journal/open-day-journal.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { type CliFailure, cliFailure } from '../cli-failure.ts';
import { accountsDirectory } from './accounts-directory.ts';

/**
 * Whether positions of a journal may be closed at the platform of these settings: it is the journal that they lead to, or the one
 * that this login was last traded with for this account and mode. Those of a rehearsal, or of a paper account on the same login, must
 * not be closed at the platform, nor the other way round.
 */
export function isTradedThere(
  context: CliContext,
  settings: Settings,
  journalPath: string,
): boolean {
  if (settings.venue.kind !== 'platform') return false;
  if (journalPathOf(settings) === journalPath) return true;
  if (lastJournalOf(settings, accountsDirectory(context)) !== journalPath) return false;
  return otherOwnerOf(journalPath, settings) === null;
}

/** The refusal where it may not. */
export function tradedElsewhere(
  context: CliContext,
  settings: Settings,
  journalPath: string,
): CliFailure {
  const message =
    'It is not certain that this journal was traded at the platform of these options: nothing was sent';
  return cliFailure('configuration', message, {
    file: journalPath,
    found:
      otherOwnerOf(journalPath, settings) ??
      foundInstead(settings, lastJournalOf(settings, accountsDirectory(context))),
    next: 'Name the configuration or the simulator that its program had: --config FILE, --sim FILE. "sauda panic" without --journal goes by the platform alone',
  });
}

function foundInstead({ venue }: Settings, last: string | null): string {
  if (venue.kind === 'simulator') return 'options without a platform';
  return last === null
    ? 'a login that was not traded with a journal yet'
    : `a login that was last traded with ${last}`;
}
