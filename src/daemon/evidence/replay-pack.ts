import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

import { z } from 'zod';

import { isRecord, parsedJson } from '../../base/json.ts';
import { ConfigurationError, whyUnreadable } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type DecisionChange } from '../../day/journal/decision-diff.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import {
  type ReplayedDay,
  replayDay,
  type ReplayOptions,
} from '../../day/journal/replay-journal.ts';
import { replayedParams } from '../../day/journal/replayed-params.ts';
import { readStrategy, type StrategySource } from '../../loading/load-strategy.ts';
import { MODULE_ENDINGS, YAML_ENDINGS } from '../../loading/load-module.ts';
import { istClock } from '../../model/time/ist.ts';
import { type JournalEntry, type RunDescription } from '../../ports/journal.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../settings/market/market-knowledge.ts';
import { entriesFrom, PACK } from './day-files.ts';
import { type EvidencePack } from './evidence-pack.ts';
import { named, SOURCE_FOLDERS } from './pack-sources.ts';
import { type SourceStretch, sourceStretches } from './source-stretches.ts';

/** A pack's day, replayed. */
export interface ReplayedPack {
  readonly runs: number;
  /** Commands that were decided again as they were. */
  readonly decisions: number;
  /** The first of each run, for people; none where every decision is confirmed. */
  readonly differences: readonly string[];
}

const sourcesSchema = z.array(
  z.strictObject({ path: z.string(), file: z.string(), sourceHash: z.string() }),
);

/** Replays the journal of a pack with the sources in it; or says why it cannot be. Sends nothing. */
export async function replayPack(
  pack: EvidencePack,
  { mayRunCode }: { readonly mayRunCode: boolean },
): Promise<Result<ReplayedPack, string>> {
  const sources = sourcesSchema.safeParse(parsedFile(pack, PACK.sources));
  if (!sources.success) return fail(`Not replayed: ${PACK.sources} cannot be read`);
  const outside = sources.data.find(({ file }) => !isPacked(file, pack));
  if (outside !== undefined) {
    return fail(`Not replayed: ${PACK.sources} names "${outside.file}", which is not in the pack`);
  }
  if (holdsCode(sources.data, pack) && !mayRunCode) {
    return fail(
      'Not replayed: it has code, which runs only if the key that signed it is known: --key KEY',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'sauda-evidence-'));
  try {
    for (const [name, content] of pack.files) {
      if (isPacked(name, pack)) put(folder, name, content);
    }
    const loaded: LoadedSources = new Map();
    for (const { path, file, sourceHash } of sources.data) {
      const source = await sourceAt(join(folder, file), sourceHash);
      loaded.set(named({ path, sourceHash }), source);
    }
    return replayWith(pack, loaded);
  } catch (error) {
    if (error instanceof ConfigurationError) return fail(`Not replayed: ${error.message}`);
    return fail(`Not replayed: ${whyUnreadable(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is signed may still be made to read or write elsewhere. */
function isPacked(name: string, { files }: EvidencePack): boolean {
  const [folder, ...rest] = name.split(/[/\\]/);
  const isSource = Object.values<string | undefined>(SOURCE_FOLDERS).includes(folder);
  return isSource && !rest.includes('..') && files.has(name);
}

/** A strategy of code, or modules that a file in YAML may name: they are loaded with it. */
function holdsCode(sources: readonly { readonly file: string }[], pack: EvidencePack): boolean {
  return (
    sources.some(({ file }) => !YAML_ENDINGS.includes(extname(file))) ||
    [...pack.files.keys()].some((name) => MODULE_ENDINGS.includes(extname(name)))
  );
}

function put(folder: string, name: string, content: Buffer): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
}

async function sourceAt(path: string, wanted: string): Promise<StrategySource | string> {
  const read = await readStrategy(path);
  if (!read.ok) return `its packed strategy cannot be loaded: ${read.error[0]?.message ?? ''}`;
  return read.value.sourceHash === wanted
    ? read.value
    : 'its packed strategy is not the one that ran';
}

/** What could be loaded, or why not, by `named`. */
type LoadedSources = Map<string, StrategySource | string>;

/** Its journal, and that of the shadow runs beside it where there were some. */
function replayWith(pack: EvidencePack, loaded: LoadedSources): Result<ReplayedPack, string> {
  const own = replayOf(PACK.journal, pack, loaded);
  if (!pack.files.has(PACK.shadowJournal)) return ok(own);
  const shadow = replayOf(PACK.shadowJournal, pack, loaded);
  return ok({
    runs: own.runs + shadow.runs,
    decisions: own.decisions + shadow.decisions,
    differences: [...own.differences, ...shadow.differences],
  });
}

/**
 * A source that took over has lived the day, and only what follows is compared: the whole day shows the last of each run, and
 * the day up to a takeover the one before it.
 */
function replayOf(name: string, pack: EvidencePack, loaded: LoadedSources): ReplayedPack {
  const entries = entriesFrom(pack.files.get(name)?.toString() ?? '');
  const stretches = sourceStretches(entries);
  const isLast = (one: SourceStretch): boolean => one.entries === Infinity;
  const replay = replayer(pack, loaded);
  const whole = replay(entries, stretches.filter(isLast));
  const runs = [...whole.runs];
  for (const stretch of stretches.filter((one) => !isLast(one))) {
    const { runs: cut } = replay(entries.slice(0, stretch.entries), [stretch]);
    runs.push(...cut.filter(({ runId }) => runId === stretch.runId));
  }
  return comparedDay({ ...whole, runs });
}

/** Replays entries with the source of one stretch for each run; the code of other runs is left out. */
function replayer(
  pack: EvidencePack,
  loaded: LoadedSources,
): (entries: readonly JournalEntry[], stretches: readonly SourceStretch[]) => ReplayedDay {
  const { date } = pack.manifest;
  const knowledge = knowledgeIn(pack);
  return (entries, stretches) => {
    const journal = createMemoryJournal();
    journal.append(entries, date);
    const sources = new Map(stretches.map(({ runId, about }) => [runId, sourceFor(about, loaded)]));
    const replayed = replayDay(journal, date, {
      knowledge,
      strategyFor: ({ runId }) => sources.get(runId) ?? NOT_DESCRIBED,
    });
    // Of a run without its code the replay says what it does not do; the reason is that it could not.
    const runs = replayed.runs.map((run) => {
      const source = sources.get(run.runId) ?? NOT_DESCRIBED;
      return typeof source === 'string' ? { ...run, problem: source } : run;
    });
    return { ...replayed, runs };
  };
}

const NOT_DESCRIBED = 'the journal does not say what it was made of';

/** The source of a stretch with its parameters; or why there is none. */
function sourceFor(
  about: RunDescription,
  loaded: LoadedSources,
): ReturnType<ReplayOptions['strategyFor']> {
  const source = loaded.get(named(about)) ?? 'its packed strategy is not the one that ran';
  if (typeof source === 'string') return source;
  const params = replayedParams(source, about, {});
  return params.ok ? { ...source, ...params.value } : 'its strategy refuses its parameters';
}

function knowledgeIn(pack: EvidencePack): MarketKnowledge {
  const configuration = parsedFile(pack, PACK.configuration);
  const calendar = isRecord(configuration) ? configuration['calendar'] : null;
  return loadMarketKnowledge(isRecord(calendar) ? calendar : undefined);
}

function parsedFile({ files }: EvidencePack, name: string): unknown {
  return parsedJson(files.get(name)?.toString() ?? '');
}

function comparedDay({ program, runs }: ReplayedDay): ReplayedPack {
  if (program !== null) {
    return { runs: 0, decisions: 0, differences: [`The engine decides otherwise: ${program}`] };
  }
  const differences = runs.flatMap(({ runId, problem, changes: [first], recorded, replayed }) => {
    if (problem !== null) return [`${runId}: ${problem}`];
    if (first !== undefined) return [`${runId}: ${changeText(first)}`];
    return recorded === replayed
      ? []
      : [`${runId}: ${String(recorded)} decisions recorded, ${String(replayed)} replayed`];
  });
  const decisions = runs.reduce((sum, { recorded }) => sum + recorded, 0);
  return { runs: new Set(runs.map(({ runId }) => runId)).size, decisions, differences };
}

function changeText({ kind, atMs, command }: DecisionChange): string {
  return `first difference at ${istClock(atMs)}: ${kind} ${command}`;
}
