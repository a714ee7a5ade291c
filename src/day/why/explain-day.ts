import { type VerifiableJournal } from '../../adapters/journal/block-journal.ts';
import { markingMade } from '../../base/author-line.ts';
import { nearestWord } from '../../base/nearest-word.ts';
import { ok, type Result } from '../../base/result.ts';
import { createHost } from '../../loading/planned-run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { describeDivergence } from '../../recovery/divergence.ts';
import { recoverDay } from '../../recovery/recover-day.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { readingJournal } from '../journal/open-day-journal.ts';
import { engineOfJournal, remaking, type ReplayOptions } from '../journal/replay-journal.ts';
import { DayWitness } from './day-witness.ts';
import { type RunStory } from './order-story.ts';

/** A recorded day, told. */
export interface ExplainedDay {
  readonly date: IstDate;
  readonly runs: readonly RunStory[];
}

/**
 * Tells why each order of a recorded day was placed and what became of it: the engine is stepped through the day again, and the strategies
 * are shown it again. Sends nothing, and asks nothing.
 *
 * `date`: null takes the last day of the journal.
 */
export function explainDay(options: ReplayOptions): Result<ExplainedDay, RunRefusal> {
  const { journalPath, date: asked } = options;
  const told = readingJournal(journalPath, (journal): Result<ExplainedDay, RunRefusal> => {
    const dates = journal.dates();
    const date = asked ?? journal.lastDate();
    if (date === null) {
      return refusal('configuration', 'The journal is empty: there is no day to explain', {
        file: journalPath,
      });
    }
    if (dates.includes(date)) return explainDayOf(journal, date, options);
    return refusal('configuration', `No day in the journal is ${date}`, {
      ...{ file: journalPath, found: date, allowed: dates.slice(-20).join(', ') },
      nearest: nearestWord(date, dates),
    });
  });
  return told.ok ? told.value : told;
}

/** The same of one day of a journal that is open. */
export function explainDayOf(
  journal: Pick<VerifiableJournal, 'entriesOf'>,
  date: IstDate,
  { knowledge, strategyFor }: Pick<ReplayOptions, 'knowledge' | 'strategyFor'>,
): Result<ExplainedDay, RunRefusal> {
  const engine = engineOfJournal(journal, date, knowledge);
  const { strategies, remake } = remaking(knowledge.calendar.day(date), unchanged(strategyFor));
  const witness = new DayWitness();
  witness.knowing(engine);
  const { onCommand, onStep } = witness;
  const host = createHost(({ header }) => strategies.get(header.runId), { onCommand });
  const recovered = markingMade(() =>
    recoverDay(journal.entriesOf(date), {
      ...{ engine, host: witness.around(host), remake, onStep },
    }),
  );
  if (!recovered.ok) {
    const { detail } = recovered.error;
    return refusal('halted', `The journal is not this program's: ${detail}`, {
      next: 'Explain it with the program that wrote it',
    });
  }
  const problems = new Map(
    recovered.value.runs.map(({ runId, divergence }) => [
      runId,
      divergence === null ? null : describeDivergence(divergence),
    ]),
  );
  return ok({ date, runs: witness.runs((runId) => problems.get(runId) ?? null) });
}

/** Lines of a file that is another now would be of other code. */
function unchanged(strategyFor: ReplayOptions['strategyFor']): ReplayOptions['strategyFor'] {
  return (header, about) => {
    const loaded = strategyFor(header, about);
    const isSame = typeof loaded === 'string' || loaded.sourceHash === about?.sourceHash;
    return isSame ? loaded : 'its file was changed since that day';
  };
}
