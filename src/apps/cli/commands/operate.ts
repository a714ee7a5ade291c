import { Argument, type Command } from 'commander';

import { type DayStatus } from '../../../day/day-status.ts';
import { type Answer, type ResolveAs } from '../../../model/orders/operator-request.ts';
import { runMeant } from '../../../model/runs/run.ts';
import { askProgram, REQUEST_OPTIONS, type RequestOptions } from '../account/control-options.ts';
import { flattenAlone } from '../account/flatten-alone.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { type ExitName } from '../exit-codes.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseUnits } from '../options/option-parsers.ts';

const HALT_OPTIONS = [
  ...REQUEST_OPTIONS,
  ['--reducing', 'leave entries that work; only take no new ones'],
] as const;

const HALT_HELP = `
In force across restarts until "sauda resume". With no program running it is kept and done first thing at the next start.

Examples:
  sauda halt --reason "prices look wrong"
  sauda halt --reducing --reason "enough for today" --config live.yaml`;

/** `sauda halt`: takes no new risk. */
export function addHalt(command: Command, context: CliContext): void {
  declare(command, HALT_OPTIONS, HALT_HELP).action(
    async (options: OptionsOf<typeof HALT_OPTIONS>) => {
      const state = options.reducing === true ? 'reducing' : 'halted';
      await askProgram(context, options, { action: 'halt', state, reason: options.reason });
    },
  );
}

const RESUME_HELP = `
Without a run it ends a halt and a pause of every run, and lets flattened runs enter again. A run that was paused by its
name stays paused until it is resumed by its name.

Examples:
  sauda resume --reason "prices are right again"
  sauda resume short-straddle --reason "the result is out"`;

/** `sauda resume`: ends a halt, or what keeps one run back. */
export function addResume(command: Command, context: CliContext): void {
  declare(command, REQUEST_OPTIONS, RESUME_HELP)
    .argument('[run]', 'run that was paused or flattened; left out: the account')
    .action(async (runId: string | undefined, options: RequestOptions) => {
      const { reason } = options;
      const of = runId === undefined ? {} : { runId };
      await askProgram(context, options, { action: 'resume', reason, ...of });
    });
}

const PAUSE_HELP = `
Takes no new entry of the run, or of any, until "sauda resume RUN", or the day ends. Exits, stops and square-offs go on, and
entries that work stay (to cancel those as well: sauda halt, or sauda flatten RUN). In force across restarts of the day.
It needs a running program: with none, nothing is kept.

Examples:
  sauda pause short-straddle --reason "result day"
  sauda pause --reason "prices look odd"`;

/** `sauda pause`: no new entries. */
export function addPause(command: Command, context: CliContext): void {
  declare(command, REQUEST_OPTIONS, PAUSE_HELP)
    .argument('[run]', 'run, as "sauda status" names it, or its name alone; left out: every run')
    .action(async (run: string | undefined, options: RequestOptions) => {
      const runId = run ?? null;
      await askProgram(context, options, { action: 'pause', runId, reason: options.reason });
    });
}

const FLATTEN_HELP = `
A run that is flattened stays flat: its entries are refused until "sauda resume". Flattening everything takes no new
risk in the whole account until "sauda resume". Both survive restarts. What it cannot reach is named, and
the exit code is then 13 (a position start or signal without a certain outcome) or 11 (anything else, or the exchange is closed).

A leg that was carried overnight and that no one has confirmed is closed with its run by name, and left alone and
named where everything is flattened.

With no program running it recovers the day itself, without any strategy code, and ends when everything is flat: it
needs the platform, so name the account with --config or --sim.

Examples:
  sauda flatten --reason "leaving the desk"
  sauda flatten short-straddle --reason "stop is not where it should be"`;

/** `sauda flatten`: squares off. */
export function addFlatten(command: Command, context: CliContext): void {
  declare(command, REQUEST_OPTIONS, FLATTEN_HELP)
    .argument('[run]', 'run, as "sauda status" names it, or its name alone; left out: all runs')
    .action(async (run: string | undefined, options: RequestOptions) => {
      const runId = run ?? null;
      const request = { action: 'flatten', runId, reason: options.reason } as const;
      if (await flattenAlone(context, options, request)) return;
      const status = await askProgram(context, options, request);
      const left = status === null ? null : beyondReach(status, runId);
      if (left !== null) context.finish(left);
    });
}

/** What a flatten cannot do: find out about lost answers, close what no book knows, or trade while the exchange does not. */
function beyondReach(status: DayStatus, asked: string | null): ExitName | null {
  const known = [...status.runs, ...status.unknownPositions].map(({ runId }) => runId);
  const runId = asked === null ? null : (runMeant(asked, [...new Set(known)]) ?? asked);
  const isMeant = (of: { readonly runId: string }): boolean => runId === null || of.runId === runId;
  if (status.unknownPositions.some(isMeant)) return 'unknown-position';
  const isShut = !status.isInSession && status.positions.some(isMeant);
  const isUnconfirmed = status.pausedLegs.some((of) => of.cause === 'carried' && isMeant(of));
  const isBeyond = isShut || isUnconfirmed || (runId === null && status.orphans.length > 0);
  return isBeyond ? 'not-flat' : null;
}

const AS = [
  'absent',
  'resend',
  'started',
  'closed',
  'open',
  'arrived',
] as const satisfies readonly ResolveAs[];

const RESOLVE_OPTIONS = [
  ...REQUEST_OPTIONS,
  ['--as <what>', 'what became of it', { choices: AS, isMandatory: true }],
  ['--id <position>', 'with --as started: identifier of the position at the platform'],
  ['--units <n>', 'with --as open: units that are still open (default: all)', parseUnits],
] as const;

const RESOLVE_HELP = `
  absent   it never arrived (order, position, signal)
  resend   it never arrived: send it again (entry)
  started  the position is open on the platform, under the identifier of --id
  closed   the position, or the leg that was carried overnight, is closed
  open     the leg that was carried overnight is still open at the broker
  arrived  the platform took the signal

Examples:
  sauda resolve TAG --as absent --reason "broker confirms none"
  sauda resolve straddle/morning --as started --id POSITION_ID --reason "seen on the platform"
  sauda resolve straddle/ce --as open --reason "the broker shows it"`;

/** `sauda resolve`: settles by hand what cannot be known. */
export function addResolve(command: Command, context: CliContext): void {
  declare(command, RESOLVE_OPTIONS, RESOLVE_HELP)
    .argument(
      '<name>',
      'tag of the order, or name of the position, signal or carried leg, as in "sauda status"',
    )
    .action(
      async (
        tag: string,
        { as, id, units, reason, ...options }: OptionsOf<typeof RESOLVE_OPTIONS>,
      ) => {
        if ((id !== undefined) !== (as === 'started')) {
          throw cliFailure('usage', 'Options --as started and --id go together', {
            next: 'Give --id with --as started, and only then',
          });
        }
        if (units !== undefined && as !== 'open') {
          throw cliFailure('usage', 'Option --units goes with --as open alone', {
            next: 'Give --units with --as open, and only then',
          });
        }
        const more = {
          ...(id === undefined ? {} : { id }),
          ...(units === undefined ? {} : { units }),
        };
        await askProgram(context, options, { action: 'resolve', tag, as, reason, ...more });
      },
    );
}

const ANSWER_HELP = `
"sauda status" lists what runs ask. The answer is kept in the journal, and the run continues by it. It needs a running program.

Examples:
  sauda answer straddle rule-reenter yes --reason "prices are calm"
  sauda answer straddle rule-reenter no --reason "it is too late"`;

/** `sauda answer`: says yes or no to a question of a run. */
export function addAnswer(command: Command, context: CliContext): void {
  declare(command, REQUEST_OPTIONS, ANSWER_HELP)
    .argument('<run>', 'run, as "sauda status" names it, or its name alone')
    .argument('<question>', 'name of the question, as in "sauda status"')
    .addArgument(new Argument('<answer>').choices(['yes', 'no']))
    .action(async (...[runId, question, answer, options]: AnswerArguments) => {
      const { reason } = options;
      await askProgram(context, options, { action: 'answer', runId, question, answer, reason });
    });
}

type AnswerArguments = [runId: string, question: string, answer: Answer, options: RequestOptions];

const RELEASE_OPTIONS = [
  ...REQUEST_OPTIONS,
  [
    '--how <what>',
    'continue from where it is, square it off, or leave it as it is',
    { choices: ['adopt', 'flatten', 'stop'], isMandatory: true },
  ],
] as const;

const RELEASE_HELP = `
Example:
  sauda release short-straddle --how adopt --reason "only the alert text was changed"`;

/** `sauda release`: decides on a run that is held. */
export function addRelease(command: Command, context: CliContext): void {
  declare(command, RELEASE_OPTIONS, RELEASE_HELP)
    .argument('<run>', 'run, as "sauda status" names it, or its name alone')
    .action(async (runId: string, options: OptionsOf<typeof RELEASE_OPTIONS>) => {
      await askProgram(context, options, {
        action: 'release',
        runId,
        how: options.how,
        reason: options.reason,
      });
    });
}
