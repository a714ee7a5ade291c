import { type Command } from 'commander';

import { ControlDirectory } from '../../runtime/control/control-directory.ts';
import { askDaemon, type Asked } from '../../runtime/control/ask-daemon.ts';
import { type ControlAnswer, type ControlRequest } from '../../runtime/control/control-request.ts';
import { journalPathOf, keptJournalPath } from '../../runtime/journal-path.ts';
import { type CliContext } from './cli-context.ts';
import { cliFailure } from './cli-failure.ts';
import { printJson, printLines } from './output.ts';
import { readSettings } from './read-settings.ts';
import { span } from './view/span.ts';
import { resolve } from 'node:path';

/** Options that every command for the operator has. */
export interface ControlOptions {
  readonly config?: string;
  readonly journal?: string;
  readonly json?: boolean;
}

/** Options of a request, which has a reason. */
export interface RequestOptions extends ControlOptions {
  readonly reason: string;
}

/** Adds the options of a command that reaches the running program of a journal. */
export function withControlOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration of the account (default: sauda.yaml)')
    .option('--journal <file>', 'journal of the running program, if "run" was given one')
    .option('--json', 'one JSON line on stdout');
}

/** Adds the reason that every change needs. */
export function withReason(command: Command): Command {
  return withControlOptions(command).requiredOption('--reason <text>', 'why; kept in the journal');
}

/**
 * The journal whose program is meant.
 *
 * @throws {CliFailure} when there is none
 */
export function journalFor(context: CliContext, options: ControlOptions): string {
  const { journal, config } = options;
  if (journal !== undefined) return resolve(context.workingDirectory, journal);
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const path = journalPathOf(settings);
  if (path !== null) return path;
  throw cliFailure(
    'configuration',
    'Without hosts in the configuration there is no journal to look for',
    {
      next: `Name it: --journal ${keptJournalPath(settings)} after "run --sim", else the FILE of "run --journal FILE"`,
    },
  );
}

/** Asks the running program, and shows what came of it. */
export async function ask(
  context: CliContext,
  options: ControlOptions,
  request: ControlRequest,
): Promise<void> {
  const asked = await askJournal(journalFor(context, options), request);
  if (options.json === true) printJson(context, { schemaVersion: 1, ...asked });
  else {
    printLines(
      context,
      linesOf(asked, request).map((line) => [span(line)]),
    );
  }
  if (asked.kind === 'withdrawn') context.finish('platform-unavailable');
  else if (asked.kind === 'answered' && isRefused(asked.answer)) context.finish('usage');
}

/** What cannot be done is told as a warning and as nothing else. */
function isRefused({ told }: ControlAnswer): boolean {
  return told.length > 0 && told.every(({ severity }) => severity === 'warning');
}

/** Asks the running program of a journal. */
export function askJournal(journalPath: string, request: ControlRequest): Promise<Asked> {
  const id = `${String(Date.now()).padStart(15, '0')}-${String(process.pid)}`;
  return askDaemon(new ControlDirectory(journalPath), { id, request });
}

function linesOf(asked: Asked, request: ControlRequest): readonly string[] {
  switch (asked.kind) {
    case 'answered':
      if (asked.answer.told.length === 0) return ['Taken; nothing was to be done'];
      return asked.answer.told.map(({ severity, message }) =>
        severity === 'info' ? message : `${severity}: ${message}`,
      );
    case 'queued':
      return [
        `No running program answered: "${request.action}" is kept and done first thing at the next start`,
      ];
    case 'withdrawn':
      return [`No running program answered: "${request.action}" was taken back, nothing was done`];
  }
}
