import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { openJournal, openJournalForReading } from '../../src/adapters/journal/sqlite-journal.ts';
import { drill } from '../../src/drill/drill.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type Mode } from '../../src/model/runs/run.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { openVirtualDay } from '../support/virtual-day.ts';
import { sauda } from './run-sauda.ts';

/** What was done, and what must come out the same as ever. */
export interface Golden {
  readonly name: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Index files by the underlying that their strategies are told to trade. */
export type IndexFiles = Readonly<Record<string, string>>;

const STRATEGIES = join(import.meta.dirname, '../../strategies');
const DATE = '2026-10-30';
const ON_PAPER = ['short-straddle.ts', 'iron-condor.yaml', 'opening-range-breakout.ts'];
const SEEDS_AT_ONCE = 10;

/** Backtests of every strategy that ships over index files: what was decided and what came of it, each by itself. */
export function* goldenBacktests(files: IndexFiles, scratch: string): Generator<Golden> {
  const log = join(scratch, 'log.jsonl');
  for (const file of readdirSync(STRATEGIES).sort()) {
    const path = join(STRATEGIES, file);
    const takesUnderlying = /\bunderlying\b/.test(readFileSync(path, 'utf8'));
    for (const [underlying, prices] of Object.entries(files)) {
      const param = takesUnderlying ? ['--param', `underlying=${underlying}`] : [];
      for (const fills of ['central', 'worse', 'touch']) {
        const name = `backtest ${file} ${underlying} ${fills}`;
        const asked = ['--prices', prices, '--fills', fills, '--no-iv-band', '--log', log];
        rmSync(log, { force: true });
        const { out } = sauda(['backtest', path, ...asked, ...param, '--json']);
        yield { name: `${name}: result`, hash: hashOf(out) };
        yield { name: `${name}: commands`, hash: hashOf(readFileSync(log, 'utf8')) };
      }
    }
  }
}

/** Days of faults, some seeds at a time. */
export async function* goldenDrills(): AsyncGenerator<Golden> {
  const strategiesOf = valueOf(await drillStrategies());
  const knowledge = loadMarketKnowledge();
  const days: readonly (readonly [Mode, 'safety' | 'liveness', number, number])[] = [
    ['live', 'safety', 1, 180],
    ['live', 'liveness', 1, 100],
    ['paper', 'safety', 1, 20],
  ];
  for (const [mode, drillMode, first, last] of days) {
    for (let from = first; from <= last; from += SEEDS_AT_ONCE) {
      const to = Math.min(last, from + SEEDS_AT_ONCE - 1);
      const asked = { knowledge, strategiesOf, from, to, mode, drillMode, faults: null } as const;
      const { logHash, violations } = await drill({ ...asked, areSelfChecksShown: false });
      const name = `drill ${mode} ${drillMode} ${String(from)}..${String(to)}`;
      yield { name, hash: violations === 0 ? logHash : `${String(violations)} violations` };
    }
  }
}

/** Days of generated prices on paper, with a journal that is kept in a folder: their commands and their journals. */
export async function* goldenPaperDays(folder: string): AsyncGenerator<Golden> {
  mkdirSync(folder, { recursive: true });
  const all = readdirSync(STRATEGIES).filter((name) => name.endsWith('.ts'));
  for (const names of [ON_PAPER, all]) {
    const path = join(folder, `paper-of-${String(names.length)}.journal`);
    rmSync(path, { force: true });
    const journal = valueOf(openJournal({ path, account: 'default', mode: 'paper' }));
    const strategies = await loadAll(names.map(shipped));
    const { day, clock, lines } = openVirtualDay({
      seed: 'golden',
      stepMs: 1000,
      strategies,
      journal,
    });
    day.start({ sources: 'left-closed' });
    driveVirtual(day.kernel, clock, instantAt(DATE, '15:32'));
    day.stop();
    journal.close();
    const name = `paper day of ${String(names.length)} strategies`;
    yield { name: `${name}: commands`, hash: hashOf(lines.join('\n')) };
    yield { name: `${name}: journal`, hash: journalHash(path) };
  }
}

/** A day that the command line runs against the simulator over real HTTP: its commands, lines, summary and journal. */
export function* goldenRehearsals(scratch: string): Generator<Golden> {
  const [log, journal] = ['rehearsal.jsonl', 'rehearsal.journal'];
  const when = ['--at', `${DATE}T09:10`, '--seed', 'golden', '--speed', 'max'];
  const kept = ['--log', log, '--journal', journal, '--json'];
  const { out, lines } = sauda(['run', ...ON_PAPER.map(shipped), ...when, ...kept], scratch);
  yield { name: 'rehearsal: summary', hash: hashOf(untimed(out.replaceAll(scratch, ''))) };
  yield { name: 'rehearsal: notices', hash: hashOf(noticesIn(lines.replaceAll(scratch, ''))) };
  yield { name: 'rehearsal: commands', hash: hashOf(readFileSync(join(scratch, log), 'utf8')) };
  yield { name: 'rehearsal: journal', hash: journalHash(join(scratch, journal), unbuilt) };
}

/** Replays of all journals of a folder. */
export function* goldenReplays(folder: string): Generator<Golden> {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.journal'))
    .sort()) {
    const { out, code } = sauda(['replay', join(folder, file), '--json']);
    yield { name: `replay ${basename(file)}`, hash: `${String(code)} ${hashOf(out)}` };
  }
}

/** Without what the machine's own clock has measured. */
function untimed(summary: string): string {
  return summary.replace(/"firstFillAfterRealMs":[\d.]+/, '');
}

/** How far an order has come is printed as often as the machine allows; every notice is. */
function noticesIn(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => !/^\S+ IST order /.test(line))
    .join('\n');
}

/** Without the hash of the program's own sources. */
function unbuilt(entry: string): string {
  return entry.replace(/"build":"[^"]*"/g, '');
}

function journalHash(path: string, shown = (entry: string): string => entry): string {
  const { journal } = valueOf(openJournalForReading(path));
  try {
    const hash = createHash('sha256');
    for (const entry of journal.entriesOf(DATE)) hash.update(shown(JSON.stringify(entry)));
    return hash.digest('hex');
  } finally {
    journal.close();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
