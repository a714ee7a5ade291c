import { type Command, Option } from 'commander';

import { type CliContext } from '../cli-context.ts';
import { ask, type RequestOptions, withReason } from '../control-options.ts';

/** `sauda halt`, `resume`, `flatten`, `resolve` and `release`: what the operator asks of a running program. */
export function addOperate(program: Command, context: CliContext): void {
  addHalt(program, context);
  addResume(program, context);
  addFlatten(program, context);
  addResolve(program, context);
  addRelease(program, context);
}

function addHalt(program: Command, context: CliContext): void {
  withReason(program.command('halt'))
    .description('Take no new risk; working entries are cancelled, exits go on')
    .option('--reducing', 'leave entries that work; only take no new ones')
    .addHelpText(
      'after',
      `
Holds across restarts until "sauda resume". With no program running it is kept and done first thing at the next start.

Examples:
  sauda halt --reason "prices look wrong"
  sauda halt --reducing --reason "enough for today" --config live.yaml`,
    )
    .action((options: RequestOptions & { readonly reducing?: boolean }) => {
      const state = options.reducing === true ? 'reducing' : 'halted';
      return ask(context, options, { action: 'halt', state, reason: options.reason });
    });
}

function addResume(program: Command, context: CliContext): void {
  withReason(program.command('resume'))
    .description('End a halt, and let runs enter again that were flattened one by one')
    .addHelpText('after', '\nExample:\n  sauda resume --reason "prices are right again"')
    .action((options: RequestOptions) =>
      ask(context, options, { action: 'resume', reason: options.reason }),
    );
}

function addFlatten(program: Command, context: CliContext): void {
  withReason(program.command('flatten'))
    .description('Square off one run, or everything')
    .argument('[run]', 'run, as "sauda status" names it; left out: all runs')
    .addHelpText(
      'after',
      `
A run that is flattened stays flat: its entries are refused until "sauda resume". Flattening everything takes no new
risk in the whole account until "sauda resume". Both hold across restarts.

Examples:
  sauda flatten --reason "leaving the desk"
  sauda flatten short-straddle@2026-11-20/live --reason "stop is not where it should be"`,
    )
    .action((runId: string | undefined, options: RequestOptions) =>
      ask(context, options, { action: 'flatten', runId: runId ?? null, reason: options.reason }),
    );
}

function addResolve(program: Command, context: CliContext): void {
  withReason(program.command('resolve'))
    .description('Say what became of an order that evidence has not settled')
    .argument('<tag>', 'tag of the order, as "sauda status" shows it')
    .addOption(
      new Option('--as <what>', 'it never got there, or is to be sent once more')
        .choices(['absent', 'resend'])
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      '\nExample:\n  sauda resolve TAG --as absent --reason "broker confirms none"',
    )
    .action((tag: string, options: RequestOptions & { readonly as: 'absent' | 'resend' }) =>
      ask(context, options, { action: 'resolve', tag, as: options.as, reason: options.reason }),
    );
}

type ReleaseOptions = RequestOptions & { readonly how: 'adopt' | 'flatten' | 'stop' };

function addRelease(program: Command, context: CliContext): void {
  withReason(program.command('release'))
    .description('Decide what becomes of a run that is held because its replay differed')
    .argument('<run>', 'run, as "sauda status" names it')
    .addOption(
      new Option('--how <what>', 'go on from where it is, square it off, or leave it as it is')
        .choices(['adopt', 'flatten', 'stop'])
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      `
Example:
  sauda release short-straddle@2026-11-20/live --how adopt --reason "only the alert text was changed"`,
    )
    .action((runId: string, options: ReleaseOptions) =>
      ask(context, options, { action: 'release', runId, how: options.how, reason: options.reason }),
    );
}
