import { journalFor } from '../account/control-options.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { type TracedAsked } from '../options/trace-options.ts';

/**
 * What is asked, with the journal that it is asked of: the one that is named, else that of the account, as other commands find it.
 * A backtest is left as it is.
 *
 * @throws {CliFailure} where nothing leads to a journal, and for one beside the prices of a backtest
 */
export function withJournal<Asked extends TracedAsked>(context: CliContext, asked: Asked): Asked {
  const { journal, sim, strategy, prices, generate } = asked;
  if (prices !== undefined || generate !== undefined) {
    if (journal === undefined && sim === undefined) return asked;
    throw cliFailure('usage', 'A journal holds its own prices', {
      next: 'Leave --prices and --generate out, or leave --journal and --sim out',
    });
  }
  if (journal !== undefined) return asked;
  if (sim === undefined && strategy !== undefined) refuseStrategyAlone();
  return { ...asked, journal: journalOf(context, asked) };
}

function journalOf(context: CliContext, asked: TracedAsked): string {
  try {
    return journalFor(context, asked);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const way =
      'or ask about a backtest: --strategy FILE with --prices FILE, or with --generate SEED and --date';
    const problems = error.problems.map((of) => ({
      ...of,
      next: of.next === null ? way : `${of.next}; ${way}`,
    }));
    throw new CliFailure(error.exit, problems);
  }
}

function refuseStrategyAlone(): never {
  throw cliFailure('usage', 'Neither a journal nor the prices of a backtest are named', {
    allowed: '--strategy FILE with --prices or --generate, or beside --journal or --sim',
    next: 'Add --prices FILE, or --generate SEED with --date',
  });
}
