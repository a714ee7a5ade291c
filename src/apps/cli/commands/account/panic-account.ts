import { resolve } from 'node:path';

import { journalPathOf } from '../../../../day/journal/open-day-journal.ts';
import { type Settings } from '../../../../settings/settings.ts';
import { addressOf, type ControlOptions } from '../../account/control-options.ts';
import { isTradedThere, tradedElsewhere } from '../../account/named-journal.ts';
import { onSimulator } from '../../account/on-simulator.ts';
import { type OperatorSettings, readOperatorSettings } from '../../account/operator-settings.ts';
import { type CliContext } from '../../cli-context.ts';
import { type CliFailure, cliFailure } from '../../cli-failure.ts';

type Address = Pick<ControlOptions, 'config' | 'journal' | 'sim'>;

/** The account that a panic closes. */
export interface AccountToClose extends OperatorSettings {
  readonly journalPath: string;
}

/**
 * The account that options of a panic name, and its journal.
 *
 * @throws {CliFailure} when there is none
 */
export function accountToClose(context: CliContext, options: Address): AccountToClose {
  const { config, sim, journal } = options;
  const configured = readOperatorSettings(context, { config, secrets: 'required' });
  const reached = sim === undefined ? configured : simulated(context, configured, sim);
  const named = journal === undefined ? null : resolve(context.workingDirectory, journal);
  const journalPath = named ?? reached.journalPath;
  if (journalPath === null) throw nothingThere(reached.settings, options);
  return { ...reached, journalPath };
}

function simulated(
  context: CliContext,
  configured: OperatorSettings,
  sim: string,
): OperatorSettings {
  const settings = onSimulator(context, configured.settings, sim);
  return { settings, journalPath: journalPathOf(settings), problems: [] };
}

/**
 * Of an account whose program does not trade: a program that does closes what it has, wherever that is.
 *
 * @throws {CliFailure} when a journal was named that may not be of the platform
 */
export function refuseElsewhere(
  context: CliContext,
  { journal }: Address,
  { settings, journalPath }: Pick<AccountToClose, 'settings' | 'journalPath'>,
): void {
  if (journal === undefined || isTradedThere(context, settings, journalPath)) return;
  throw tradedElsewhere(context, settings, journalPath);
}

function nothingThere({ file }: Settings, options: Address): CliFailure {
  return cliFailure(
    'configuration',
    'The built-in simulator has no account that outlives its run',
    {
      file,
      next: `Name the account: ${addressOf(options)('sauda panic --config live.yaml')}`,
    },
  );
}
