import { type RunRecipe } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { lineOf, type LoggedLine } from './logged-line.ts';
import { type ToldLine } from './said-lines.ts';

/** Runs of which another version continues than the one that began: the hash of its source, by run. */
export type RunVersions = ReadonlyMap<string, string>;

/**
 * A line as a process hears it in which such versions live: they begin in the place of those that began, and where a replay
 * ends, nothing that those decided is asked of them.
 */
export function asHeard(line: LoggedLine, versions: RunVersions): readonly LoggedLine[] {
  if (line.kind === 'finish') return [...reloads(line, versions), line];
  const sourceHash = line.runId === null ? undefined : versions.get(line.runId);
  if (sourceHash === undefined || !line.text.includes('"recipe"')) return [line];
  return [{ ...line, text: JSON.stringify(withSource(parsed(line), sourceHash)) }];
}

function withSource(told: ToldLine, sourceHash: string): ToldLine {
  if ('call' in told && told.call.kind === 'start') {
    return { ...told, call: { ...told.call, recipe: { ...told.call.recipe, sourceHash } } };
  }
  if (!('replay' in told) || told.replay.step !== 'begin') return told;
  const { recipe } = told.replay.remade;
  const other: RunRecipe | null = recipe === null ? null : { ...recipe, sourceHash };
  return { replay: { ...told.replay, remade: { recipe: other, divergence: null } } };
}

function reloads(line: LoggedLine, versions: RunVersions): readonly LoggedLine[] {
  const told = parsed(line);
  const counts = 'replay' in told && told.replay.step === 'finish' ? told.replay.storeChanges : {};
  return [...versions.keys()].map((runId) => {
    const storeChanges = counts[runId] ?? 0;
    const replay: ReplayStep = { step: 'reload', runId, storeChanges, since: null };
    return lineOf({ replay }, line.atMs);
  });
}

function parsed({ text }: LoggedLine): ToldLine {
  return JSON.parse(text) as ToldLine;
}
