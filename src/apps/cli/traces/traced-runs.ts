import { resolve } from 'node:path';

import { strategiesOfJournal } from '../../../day/journal/journal-strategies.ts';
import { readingJournal } from '../../../day/journal/open-day-journal.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import {
  type MomentOf,
  traceBacktest,
  type TracedRun,
  traceJournal,
} from '../../../research/traces/traced-day.ts';
import { readingAny } from '../account/readable-journal.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { namedFailure } from '../files/as-named.ts';
import { readKnowledge } from '../files/read-settings.ts';
import { type TracedAsked } from '../options/trace-options.ts';
import { changedStrategy } from '../strategies/changed-strategy.ts';
import { backtestAsked } from './backtest-asked.ts';
import { withJournal } from './with-journal.ts';

/**
 * The runs that are asked about, each with its trace.
 *
 * @throws {CliFailure} when there are none, or what they are made from cannot be used
 */
export async function tracedRuns(
  context: CliContext,
  asked: TracedAsked,
  momentOf?: MomentOf,
): Promise<readonly TracedRun[]> {
  const { run } = asked;
  const { journal } = withJournal(context, asked);
  const all =
    journal === undefined
      ? await ofBacktest(context, asked, momentOf)
      : await ofJournal(context, { ...asked, journal }, momentOf);
  const ofDay = all.filter(({ date }) => asked.date === undefined || asked.date === date);
  const chosen = ofDay.filter(({ runId }) => run === undefined || nameOf(runId) === run);
  if (chosen.length > 0) return chosen;
  const allowed = [...new Set(ofDay.map(({ runId }) => nameOf(runId)))].join(', ');
  throw cliFailure('configuration', run === undefined ? 'No run to trace' : `No run "${run}"`, {
    allowed: allowed === '' ? null : allowed,
    next: 'Name a day with --date on which it ran',
  });
}

/** A run without its date and mode. */
export function nameOf(runId: string): string {
  return runId.slice(0, runId.lastIndexOf('@'));
}

async function ofJournal(
  context: CliContext,
  asked: TracedAsked & { readonly journal: string },
  momentOf?: MomentOf,
): Promise<readonly TracedRun[]> {
  const knowledge = readKnowledge(context, asked.config);
  const journalPath = resolve(context.workingDirectory, asked.journal);
  const changed = await changedStrategy(context, asked);
  return readingAny(journalPath, async (path) => {
    const strategyFor = await strategiesOfJournal(path, changed);
    if (!strategyFor.ok) throw new CliFailure(strategyFor.error.kind, strategyFor.error.problems);
    const date = asked.date ?? lastDateOf(path);
    const options = { journalPath: path, date, knowledge, strategyFor: strategyFor.value };
    const traced = traceJournal(options, momentOf);
    if (!traced.ok) throw new CliFailure(traced.error.kind, traced.error.problems);
    return traced.value;
  });
}

function lastDateOf(journalPath: string): IstDate | null {
  const last = readingJournal(journalPath, (journal) => journal.lastDate());
  if (last.ok) return last.value;
  throw new CliFailure(last.error.kind, last.error.problems);
}

async function ofBacktest(
  context: CliContext,
  asked: TracedAsked,
  momentOf?: MomentOf,
): Promise<readonly TracedRun[]> {
  const traced = await traceBacktest(await backtestAsked(context, asked), momentOf);
  if (!traced.ok) throw namedFailure(context, traced.error);
  return traced.value;
}
