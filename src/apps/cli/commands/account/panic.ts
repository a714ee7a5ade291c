import { type Command } from 'commander';

import { openPanic, type OpenPanic } from '../../../../daemon/panic/open-panic.ts';
import { type PanicPlan } from '../../../../daemon/panic/plan-panic.ts';
import { heldLine, orderLine } from '../../../../daemon/panic/square-off-account.ts';
import {
  isJournalInUse,
  journalPathOf,
  processOf,
} from '../../../../day/journal/open-day-journal.ts';
import { type Settings } from '../../../../settings/settings.ts';
import { addressOf, ask } from '../../account/control-options.ts';
import { onSimulator } from '../../account/on-simulator.ts';
import { type CliContext } from '../../cli-context.ts';
import { CliFailure, cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { parseReason } from '../../options/option-parsers.ts';
import { printJson, printLines } from '../../output.ts';

const OPTIONS = [
  ['--config <file>', 'configuration of the account (default: sauda.yaml)'],
  ['--sim <file>', 'that of "run --sim": file with the line of "sauda sim --json"'],
  ['--yes', 'send it; without, it is only shown'],
  ['--reason <text>', 'why; kept in the journal', { parse: parseReason, usual: ['panic'] }],
  ['--json', 'one JSON line on stdout'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Cancels every order of the account at the platform and squares off every position, with its program dead and its journal
damaged or lost. It goes by the platform's orders of today, and by the journal for what was carried into the day. All of the
account is meant, orders of others too. Look first (it logs in and reads, and sends no order), then repeat it with --yes.

A program that runs is asked to flatten instead. A paper account has nothing at the platform: sauda flatten.

Examples:
  sauda panic --config live.yaml
  sauda panic --config live.yaml --yes --reason "the machine is failing"`;

/** `sauda panic`: closes an account whose program is dead. */
export function addPanic(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => panic(context, options));
}

async function panic(context: CliContext, options: Options): Promise<void> {
  const settings = settingsFor(context, options);
  const journalPath = journalPathOf(settings);
  if (journalPath === null || settings.mode !== 'live') throw nothingThere(settings, options);
  if (isJournalInUse(journalPath)) {
    await askProgram(context, options, journalPath);
    return;
  }
  const tell = (line: string): void => {
    context.terminal.err(`${line}\n`);
  };
  const opened = await openPanic({ settings, journalPath, tell, signal: context.signal });
  if (!opened.ok) throw new CliFailure(opened.error.kind, opened.error.problems);
  try {
    await lookAndSend(context, options, opened.value);
  } finally {
    await opened.value.close();
  }
}

async function lookAndSend(
  context: CliContext,
  options: Options,
  { plan, positionIds, journalProblem, carryOut }: OpenPanic,
): Promise<void> {
  if (plan === null) {
    throw cliFailure('platform-unavailable', 'The platform does not show its orders', {
      next: 'Repeat the command; if it stays so, close the account on the platform or by telephone',
    });
  }
  if (options.yes !== true) {
    show(context, options, { plan, positionIds, journalProblem, sent: false });
    return;
  }
  const left = await carryOut(options.reason);
  if (left === null) {
    throw cliFailure('platform-unavailable', 'What is left is not known', {
      next: 'Repeat the command, and look at the platform',
    });
  }
  show(context, options, { plan: left, positionIds: [], journalProblem, sent: true });
  const isLeft = left.cancels.length + left.exits.length + left.leftOut.length > 0;
  if (isLeft) context.finish('not-flat');
}

interface Shown extends Pick<OpenPanic, 'positionIds' | 'journalProblem'> {
  readonly plan: PanicPlan;
  readonly sent: boolean;
}

function show(context: CliContext, options: Options, shown: Shown): void {
  const { plan, positionIds, journalProblem, sent } = shown;
  const { cancels, exits, leftOut } = plan;
  if (options.json === true) {
    printJson(context, {
      schemaVersion: 1,
      sent,
      journalProblem,
      cancels,
      exits,
      positionIds,
      leftOut,
    });
    return;
  }
  const would = sent ? 'left' : 'would';
  const lines = [
    ...cancels.map((of) => `${would} ${sent ? 'working' : 'cancel'}: ${orderLine(of)}`),
    ...positionIds.map((id) => `would square off: position ${id}`),
    ...exits.map((of) => `${sent ? 'left open, to' : would} ${heldLine(of)}`),
    ...leftOut.map((why) => `by hand: ${why}`),
  ];
  const journal =
    journalProblem === null
      ? []
      : [
          `The journal is not gone by: ${journalProblem}; what was carried into the day is not known`,
        ];
  const end = sent
    ? 'Nothing works and nothing is open'
    : 'Nothing works and nothing is open: there is nothing to send';
  printLines(context, [...journal, ...(lines.length === 0 ? [end] : lines)]);
  if (sent || lines.length === 0) return;
  printLines(context, [`Nothing was sent. To send it: ${again(options)}`]);
}

function again(options: Options): string {
  return addressOf(options)('sauda panic --yes');
}

/** One process at a time sends for an account: the one that runs can flatten. */
async function askProgram(
  context: CliContext,
  options: Options,
  journalPath: string,
): Promise<void> {
  const pid = processOf(journalPath);
  if (options.yes === true) {
    const { reason } = options;
    await ask(context, options, { action: 'flatten', runId: null, reason });
    return;
  }
  throw cliFailure('configuration', 'A program runs the account: nothing was sent', {
    file: journalPath,
    found: pid === null ? 'a running program' : `PID ${String(pid)}`,
    next: `Have it flatten everything: ${again(options)}. If it does not answer: kill -9 ${pid === null ? 'PID' : String(pid)}, then the same command`,
  });
}

function nothingThere({ mode, venue, file }: Settings, options: Options): CliFailure {
  const found = venue.kind === 'simulator' ? 'the built-in simulator' : `mode: ${mode}`;
  return cliFailure('configuration', 'Only a live account has something to close at a platform', {
    file,
    found,
    next: addressOf(options)('sauda flatten --reason "…"'),
  });
}

function settingsFor(context: CliContext, { config, sim }: Options): Settings {
  const configured = readSettings(context, { config });
  return sim === undefined ? configured : onSimulator(context, configured, sim);
}
