import { setTimeout as delay } from 'node:timers/promises';

import { type Command } from 'commander';

import { jsonFromApi } from '../../../../daemon/api/ask-api.ts';
import {
  leaveHalt,
  openPanic,
  type OpenPanic,
  planOfBooks,
  planOfPolled,
} from '../../../../daemon/panic/open-panic.ts';
import { throughHolder } from '../../../../daemon/panic/panic-lock.ts';
import { type PanicPlan } from '../../../../daemon/panic/plan-panic.ts';
import { type DayStatus } from '../../../../day/day-status.ts';
import { type Order } from '../../../../model/orders/order.ts';
import { type Settings } from '../../../../settings/settings.ts';
import { accountsDirectory } from '../../account/accounts-directory.ts';
import { valueOf } from '../../account/ask-platform.ts';
import { confirmAccount } from '../../account/confirm-account.ts';
import { addressOf, askJournal } from '../../account/control-options.ts';
import { flattenAlone } from '../../account/flatten-alone.ts';
import { withoutPlatform } from '../../account/operator-settings.ts';
import { type CliContext } from '../../cli-context.ts';
import { type CliFailure, cliFailure } from '../../cli-failure.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { parseReason } from '../../options/option-parsers.ts';
import { printJson, printLines } from '../../output.ts';
import { accountToClose, refuseElsewhere } from './panic-account.ts';
import { isAnythingOpen, panicJson, panicLines, type PanicShown } from './panic-lines.ts';
import { endProgram, type Holder, holderOf, statusOfProgram } from './panic-program.ts';

const OPTIONS = [
  ['--config <file>', 'configuration of the account (default: sauda.yaml)'],
  ['--journal <file>', 'journal of the account, if "run" or "daemon" was given one'],
  ['--sim <file>', 'that of "run --sim": file with the line of "sauda sim --json"'],
  ['--dry-run', 'only show what would be sent'],
  ['--yes', 'send it without asking, for scripts'],
  ['--reason <text>', 'why; kept in the journal', { parse: parseReason, usual: ['panic'] }],
  ['--json', 'one JSON line on stdout'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Cancels every order of the account at the platform and squares off every position, whatever became of its program and its
journal. It goes by the platform's orders of today, and by the journal for what was carried into the day. All of the account
is meant, orders of others too. It shows first what it would send, and sends it once you have typed the account's name.

A program that answers is halted and asked to flatten everything, and watched until that is done. One that does not answer, or
has no day open, is ended first, as it could send meanwhile; the next start is halted. A paper account has its orders in the
journal's own book: that is flattened. Where a process with another journal has the login, nothing is sent, and it is named.

It can be repeated, and two at once do no harm. Code 0: nothing works and nothing is open, also where --dry-run finds nothing to
send. Code 11: something does or is, or cannot be known; it is listed.

Examples:
  sauda panic --config live.yaml --dry-run
  sauda panic --config live.yaml --reason "the machine is failing"
  sauda panic --config live.yaml --journal own.journal --dry-run
  sauda panic --config live.yaml --yes`;

/** `sauda panic`: closes an account whatever became of its program. */
export function addPanic(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action(async (options: Options) => {
    const { settings, journalPath, problems } = accountToClose(context, options);
    const holder = await holderOf(journalPath);
    if (holder.kind !== 'trading') refuseElsewhere(context, options, { settings, journalPath });
    // A program that trades closes the account by its own settings; this process needs the platform's.
    if (holder.kind !== 'trading' && problems.length > 0) throw withoutPlatform(problems);
    const own = { context, options, settings, journalPath, holder };
    if (holder.kind === 'panic') throw underWay(own);
    if (holder.kind === 'trading') await throughProgram(own);
    else if (settings.mode === 'paper') await onPaper(own);
    else await onPlatform(own);
  });
}

interface Panic {
  readonly context: CliContext;
  readonly options: Options;
  readonly settings: Settings;
  readonly journalPath: string;
  readonly holder: Holder;
}

function tellOf({ terminal }: CliContext): (line: string) => void {
  return (line) => {
    terminal.err(`${line}\n`);
  };
}

/** Its program is dead, hangs, or has no day open: this process sends. */
async function onPlatform(own: Panic): Promise<void> {
  const { context, settings, journalPath, holder } = own;
  const isHeld = holder.kind !== 'none';
  const tell = tellOf(context);
  const asked = { settings, journalPath, isHeld, isLookOnly: isLookOnly(own), tell };
  const place = { accountsDirectory: accountsDirectory(context), signal: context.signal };
  const opened = valueOf(await openPanic({ ...asked, ...place }));
  try {
    await lookAndSend(own, opened, tell);
  } finally {
    await opened.close();
  }
}

async function lookAndSend(
  own: Panic,
  { plan, positionIds, journalProblem, loginHolder, carryOut }: OpenPanic,
  tell: (line: string) => void,
): Promise<void> {
  const { options, journalPath, holder } = own;
  if (plan === null) {
    throw cliFailure('platform-unavailable', 'The platform does not show its orders', {
      next: 'Repeat the command; if it stays so, close the account on the platform or by telephone',
    });
  }
  const shown = { plan, positionIds, journalProblem, holder, loginHolder, sent: false };
  if (!(await mayBeSent(own, shown))) return;
  if (holder.kind !== 'none') {
    // Should something start it again at once, it starts halted.
    leaveHalt(journalPath, options.reason, tell);
    await endProgram(holder, journalPath, tell);
  }
  const left = valueOf(await carryOut(options.reason));
  if (left === null) {
    throw cliFailure('platform-unavailable', 'What is left is not known', {
      next: 'Repeat the command, and look at the platform',
    });
  }
  finish(own, { ...shown, plan: left, positionIds: [], sent: true });
}

/** Shows what would be done. Whether it is to be done: `--yes`, or the account's name typed. */
async function mayBeSent(own: Panic, shown: PanicShown): Promise<boolean> {
  const { context, options, settings } = own;
  if (options.yes === true && options.dryRun !== true) {
    if (options.json !== true) panicLines(shown).forEach(tellOf(context));
    return true;
  }
  if (!isTyped(own) || !isAnythingOpen(shown)) {
    finish(own, shown);
    return false;
  }
  printLines(context, panicLines(shown));
  await confirmAccount(context, settings.account, {
    purpose: 'close all of it',
    undone: 'nothing was sent',
  });
  return true;
}

/** Whether someone sits there who can be asked, and may be. */
function isTyped({ context, options: { dryRun, json } }: Panic): boolean {
  return dryRun !== true && json !== true && context.terminal.isErrInteractive;
}

/** Whether it shows what would be sent, and ends: there is no terminal to confirm it at, or it was asked to. */
function isLookOnly(own: Panic): boolean {
  const { yes, dryRun } = own.options;
  return dryRun === true || (yes !== true && !isTyped(own));
}

/** What would be done, or what is left: the code is 11 until nothing is. */
function finish({ context, options, settings }: Panic, shown: PanicShown): void {
  const isOpen = isAnythingOpen(shown);
  if (isOpen) context.finish('not-flat');
  if (options.json === true) {
    printJson(context, panicJson(shown));
    return;
  }
  printLines(context, panicLines(shown));
  if (!isOpen) return;
  if (shown.loginHolder !== null) {
    printLines(context, [`Nothing was sent. ${throughHolder(shown.loginHolder)}`]);
    return;
  }
  if (!canBeSent(shown, settings)) {
    printLines(context, ['Nothing was sent: sauda cannot close what is left']);
    return;
  }
  const again = addressOf(options)('sauda panic --yes');
  printLines(context, [
    shown.sent ? `To try again: ${again}` : `Nothing was sent. To send it: ${again}`,
  ]);
}

/** Whether repeating the command can close something: a program, and a paper book, know what the platform does not show. */
function canBeSent({ plan, positionIds, holder }: PanicShown, { mode }: Settings): boolean {
  const sends = plan.cancels.length + plan.exits.length + positionIds.length;
  return sends > 0 || holder.kind === 'trading' || mode === 'paper';
}

/** What a paper account has is in its journal's book, which `flatten` closes without its program. */
async function onPaper(own: Panic): Promise<void> {
  const { context, options, settings, journalPath, holder } = own;
  const tell = tellOf(context);
  tell('A paper account: nothing of it is at the platform, its own book is flattened');
  const plan = planOfBooks({ settings, journalPath });
  const shown = {
    plan,
    positionIds: [],
    journalProblem: null,
    holder,
    loginHolder: null,
    sent: false,
  };
  if (!(await mayBeSent(own, shown))) return;
  if (holder.kind !== 'none') await endProgram(holder, journalPath, tell);
  const { reason } = options;
  if (await flattenAlone(context, options, { action: 'flatten', runId: null, reason })) return;
  throw cliFailure('configuration', 'The book of the account cannot be flattened from here', {
    file: journalPath,
    next: addressOf(options)('sauda flatten --reason "…"'),
  });
}

const FLAT_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** One process at a time sends for an account: the one that runs halts and flattens, and is watched. */
async function throughProgram(own: Panic): Promise<void> {
  const { context, options, journalPath, holder } = own;
  const shownAs = (plan: PanicPlan, sent: boolean): PanicShown => {
    return { plan, sent, holder, loginHolder: null, positionIds: [], journalProblem: null };
  };
  if (!(await mayBeSent(own, shownAs(await planThroughProgram(own), false)))) return;
  await haltAndFlatten(own);
  const left = shownAs(await untilFlat(own), true);
  finish(own, left);
  if (!isAnythingOpen(left) || options.json === true) return;
  const pid = holder.pid === null ? 'PID' : String(holder.pid);
  printLines(context, [
    `The program of ${journalPath} has not closed it: end it (kill ${pid}) and repeat the command, which then closes it itself`,
  ]);
}

async function haltAndFlatten({ context, options: { reason }, journalPath }: Panic): Promise<void> {
  for (const request of [
    { action: 'halt', state: 'halted', reason },
    { action: 'flatten', runId: null, reason },
  ] as const) {
    const asked = await askJournal(journalPath, request);
    const told = asked.kind === 'answered' ? asked.answer.told : [];
    for (const { message } of told) tellOf(context)(message);
    if (asked.kind !== 'answered') tellOf(context)(`No answer to "${request.action}"`);
  }
}

/** What is left once nothing is, or the program takes too long. */
async function untilFlat(own: Panic): Promise<PanicPlan> {
  let left = await planThroughProgram(own);
  for (let waitedMs = 0; waitedMs < FLAT_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const { cancels, exits, leftOut } = left;
    if (cancels.length + exits.length + leftOut.length === 0) break;
    if (own.context.signal.aborted) break;
    await delay(LOOK_EVERY_MS);
    left = await planThroughProgram(own);
  }
  return left;
}

/** By the platform's orders as the program polled them, and by what its own books have open. */
async function planThroughProgram({ settings, journalPath }: Panic): Promise<PanicPlan> {
  const polled = (await jsonFromApi(journalPath, '/v1/orders')) as {
    readonly orders: readonly Order[];
    readonly asOfMs: number | null;
  } | null;
  const status = await statusOfProgram(journalPath);
  if (status === null) {
    const leftOut = ['the program does not answer any more: repeat the command'];
    return { cancels: [], exits: [], leftOut };
  }
  const { orders = [], asOfMs = null } = polled ?? {};
  const plan = planOfPolled({ settings, journalPath }, { orders, asOfMs: asOfMs ?? Date.now() });
  return { ...plan, leftOut: [...plan.leftOut, ...openInBooks(status, plan)] };
}

/** What the books have open and the platform's orders do not show, as custom positions and what is not settled. */
function openInBooks(status: DayStatus, { exits, cancels }: PanicPlan): readonly string[] {
  const seen = new Set([...exits, ...cancels].map(({ symbol }) => symbol));
  const legs = status.positions.filter(({ symbol }) => !seen.has(symbol));
  const custom = status.customPositions.filter(({ state }) => OPEN_STATES.has(state));
  return [
    ...legs.map(({ netUnits, symbol, runId }) => `${String(netUnits)} ${symbol} of ${runId}`),
    ...custom.map(({ name, state }) => `custom position ${name} (${state})`),
    ...status.unresolved.map(({ tag, state }) => `order ${tag} (${state}): sauda resolve`),
  ];
}

const OPEN_STATES: ReadonlySet<string> = new Set([
  'starting',
  'started',
  'squaring-off',
  'unknown',
]);

function underWay({ journalPath, holder: { pid } }: Panic): CliFailure {
  return cliFailure('halted', 'Another panic closes the account: nothing was sent', {
    file: journalPath,
    found: pid === null ? 'a running panic' : `PID ${String(pid)}`,
    next: 'Wait for its end, then repeat the command to see what is left',
  });
}
