import { isSameJson } from '../base/same-json.ts';
import { stableJson } from '../base/stable-json.ts';
import { istClock } from '../model/ist.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** What the engine makes of events, as far as it is journaled and held against the journal. */
export type MadeEntry = Extract<JournalEntry, { kind: 'intent' | 'attempt' }>;

/** This program makes something else of the journal's events than the one that wrote them. */
export interface ProgramDivergence {
  readonly atMs: number;
  /** Both sides, for people. */
  readonly detail: string;
}

/** Whether two entries say the same, whichever build made them. */
export function isSameMade(recorded: MadeEntry, made: MadeEntry): boolean {
  if (isSameJson(recorded, made)) return true;
  return textWithoutBuild(recorded) === textWithoutBuild(made);
}

function textWithoutBuild(entry: MadeEntry): string {
  // An entry is plain data; its interface only lacks the index signature that Json asks for.
  return stableJson({ ...entry, build: '' });
}

/** The difference between what is recorded and what was made; null on a side that has nothing. */
export function programDivergence(
  atMs: number,
  recorded: MadeEntry | null,
  made: MadeEntry | null,
): ProgramDivergence {
  const detail = `at ${istClock(atMs)} the journal has ${textOf(recorded)}, this program makes ${textOf(made)}`;
  return { atMs, detail };
}

function textOf(entry: MadeEntry | null): string {
  if (entry === null) return 'nothing';
  if (entry.kind === 'attempt') return `attempt ${JSON.stringify(entry.attempt)}`;
  const { tag, runId, role, leg, parametersHash } = entry;
  return `the intent ${tag} of ${runId} (${leg} ${role}, parameters ${parametersHash.slice(0, 8)})`;
}
