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
import { runsOfDay } from '../../day/reload/runs-of-day.ts';
import { readStrategy, type StrategySource } from '../../loading/load-strategy.ts';
import { YAML_ENDINGS } from '../../loading/load-module.ts';
import { istClock } from '../../model/time/ist.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../settings/market/market-knowledge.ts';
import { entriesFrom, PACK } from './day-files.ts';
import { type EvidencePack } from './evidence-pack.ts';

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
  const isCode = sources.data.some(({ file }) => !YAML_ENDINGS.includes(extname(file)));
  if (isCode && !mayRunCode) {
    return fail(
      'Not replayed: it has code, which runs only if the key that signed it is known: --key KEY',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'sauda-evidence-'));
  try {
    for (const [name, content] of pack.files) {
      if (isPacked(name, pack)) put(folder, name, content);
    }
    const loaded = new Map<string, StrategySource | string>();
    for (const { path, file, sourceHash } of sources.data) {
      loaded.set(path, await sourceAt(join(folder, file), sourceHash));
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
  return folder === 'sources' && !rest.includes('..') && files.has(name);
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

/** Its journal, and that of the shadow runs beside it where there were some. */
function replayWith(
  pack: EvidencePack,
  loaded: ReadonlyMap<string, StrategySource | string>,
): Result<ReplayedPack, string> {
  const own = replayOf(PACK.journal, pack, loaded);
  if (!pack.files.has(PACK.shadowJournal)) return ok(own);
  const shadow = replayOf(PACK.shadowJournal, pack, loaded);
  return ok({
    runs: own.runs + shadow.runs,
    decisions: own.decisions + shadow.decisions,
    differences: [...own.differences, ...shadow.differences],
  });
}

function replayOf(
  name: string,
  pack: EvidencePack,
  loaded: ReadonlyMap<string, StrategySource | string>,
): ReplayedPack {
  const { date } = pack.manifest;
  const journal = createMemoryJournal();
  journal.append(entriesFrom(pack.files.get(name)?.toString() ?? ''), date);
  // Of a run under several sources the pack has the last: only what that decided is decided again.
  const last = new Map(runsOfDay(journal, date).map(({ header, about }) => [header.runId, about]));
  const strategyFor: ReplayOptions['strategyFor'] = ({ runId }) => {
    const about = last.get(runId) ?? null;
    if (about === null) return 'The journal does not say what it was made of';
    const source = loaded.get(about.path) ?? 'its strategy is not in the pack';
    if (typeof source === 'string') return source;
    if (source.sourceHash !== about.sourceHash) {
      return 'its packed strategy is not the one that ran';
    }
    const params = replayedParams(source, about, {});
    return params.ok ? { ...source, ...params.value } : 'its strategy refuses its parameters';
  };
  return comparedDay(replayDay(journal, date, { knowledge: knowledgeIn(pack), strategyFor }));
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
  return { runs: runs.length, decisions, differences };
}

function changeText({ kind, atMs, command }: DecisionChange): string {
  return `first difference at ${istClock(atMs)}: ${kind} ${command}`;
}
