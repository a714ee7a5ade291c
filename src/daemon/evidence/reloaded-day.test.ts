import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type LateHosts, lateHosts } from '../../../test/support/late-host.ts';
import { valueOf } from '../../../test/support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../../../test/support/virtual-day.ts';
import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type LoadedStrategy, loadStrategy } from '../../loading/load-strategy.ts';
import { instantAt } from '../../model/time/ist.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayEvidence } from './day-files.ts';
import { evidenceKey } from './evidence-key.ts';
import { openEvidence, packEvidence } from './evidence-pack.ts';
import { KeptSources } from './kept-sources.ts';
import { verifyEvidence } from './verify-evidence.ts';
import { writeEvidence } from './write-evidence.ts';

const DATE = '2026-10-30';
const RUN_ID = `mine@${DATE}/paper`;
const WORDS = ['first', 'second', 'third'] as const;
const MINE = `import { interval, map } from 'rxjs';
import { alert, defineStrategy } from 'sauda';
import { word } from './word.js';

export default defineStrategy({
  name: 'mine',
  run: () => interval(10_000).pipe(map((count) => alert('info', \`\${word} \${count}\`))),
});
`;

let directory: string;
let path: string;
let publicKey: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-reloaded-'));
  const day = await reloadedDay();
  path = valueOf(await writeEvidence(day));
  publicKey = valueOf(evidenceKey(join(directory, 'state/evidence/signing-key.pem'))).publicKey;
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The strategy with a word in a file that it imports: all versions say that they are of one folder, as saved files are. */
async function version(word: string): Promise<LoadedStrategy> {
  save(word, word);
  const loaded = valueOf(await loadStrategy(join(directory, word, 'mine.js')));
  const file = join(directory, 'now', 'mine.js');
  return { ...loaded, path: file, imports: [pathToFileURL(join(file, '../word.js')).href] };
}

function save(folder: string, word: string): void {
  mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, folder, 'mine.js'), MINE);
  writeFileSync(join(directory, folder, 'word.js'), `export const word = '${word}';\n`);
}

/** A day on which two sources take over, the second one in a program that was started again. */
async function reloadedDay(): Promise<DayEvidence> {
  const versions = await Promise.all(WORDS.map(version));
  const [first, second, third] = versions as [LoadedStrategy, LoadedStrategy, LoadedStrategy];
  const journal = createMemoryJournal();
  const common = { seed: 'reloaded', stepMs: 1_000, arePolled: true, journal } as const;
  const world = virtualWorld(common);
  const settings = settingsNow();
  const start = async (loaded: LoadedStrategy): Promise<Started> => {
    const late = lateHosts(versions, 10);
    const day = virtualProcess(world, { ...common, strategies: [loaded], host: late.host });
    valueOf(day.start({ sources: 'left-closed' }));
    const sources = new KeptSources(settings, DATE);
    await sources.keep(loaded);
    return { day, sources, late };
  };
  save('now', 'first');
  world.clock.advanceTo(instantAt(DATE, '09:20'));
  const before = await start(first);
  await drive(before, '09:21');
  await takeOver(before, 'second', second);
  await drive(before, '09:22');
  before.day.kernel.write();
  before.late.host.close();
  const after = await start(second);
  await drive(after, '09:23');
  await takeOver(after, 'third', third);
  await drive(after, '09:24');
  after.day.stop();
  after.late.host.close();
  return {
    ...{ date: DATE, journal, settings, knowledge: loadMarketKnowledge(), strategies: [third] },
    ...{ summary: {} as DayEvidence['summary'], result: {} as DayEvidence['result'] },
    ...{ books: after.day.view(), shadow: null },
    keptSource: (sourceHash) => after.sources.find(sourceHash),
  };

  async function drive({ day, late }: Started, until: string): Promise<void> {
    const { clock } = world;
    while (clock.nowMs() < instantAt(DATE, until)) {
      day.kernel.tick();
      await answer(late);
      clock.advanceTo(clock.nowMs() + 1_000);
    }
  }
}

function settingsNow() {
  const state = JSON.stringify(join(directory, 'state'));
  const about = { environment: {}, workingDirectory: directory, file: null, shownFile: 'test' };
  return valueOf(settingsFromText(`state: {directory: ${state}}`, about));
}

/** A program of the day. */
interface Started {
  readonly day: TradingDay;
  readonly sources: KeptSources;
  readonly late: LateHosts;
}

/** Has its processes answer all that they were told. */
async function answer(late: LateHosts): Promise<void> {
  for (const process of late.processes().slice()) process.pass(process.waiting());
  await yieldToMachine();
}

async function takeOver(
  { day, sources, late }: Started,
  word: string,
  { sourceHash, params, imports = [], path: file }: LoadedStrategy,
): Promise<void> {
  save('now', word);
  await sources.keep({ path: file, imports, sourceHash });
  const prepared = day.reloads.prepare(RUN_ID, sourceHash);
  if (prepared === null) expect.unreachable();
  const run = { runId: RUN_ID, by: 'save', changes: 0, sourceHash, params, imports } as const;
  for (let tries = 0; !day.reloads.takeOver(run, prepared); tries += 1) {
    expect(tries).toBeLessThan(100);
    await answer(late);
  }
  prepared.drop();
}

it('confirms every decision of every source that ran', async () => {
  const verified = valueOf(await verifyEvidence({ path, publicKey }));
  expect(verified).toMatchObject({ problems: [], warnings: [] });
  const { files } = valueOf(openEvidence(readFileSync(path)));
  const commands = files.get('commands.jsonl')?.toString() ?? '';
  for (const word of WORDS) expect(commands).toContain(word);
  const decisions = commands.trim().split('\n').length;
  expect(decisions).toBeGreaterThan(20);
  expect(verified.replayed).toEqual({ runs: 1, decisions, differences: [] });
  expect([...files.keys()].filter((name) => name.startsWith('earlier-sources/'))).toHaveLength(4);
});

/** The pack with one file changed, all hashes right, signed with the account's own key. */
function signedAgain(change: (name: string, content: Buffer) => Buffer): string {
  const { manifest, files } = valueOf(openEvidence(readFileSync(path)));
  const key = valueOf(evidenceKey(join(directory, 'state/evidence/signing-key.pem')));
  const { account, mode, date, build, createdAtMs, previous } = manifest;
  const about = { account, mode, date, build, createdAtMs, previous };
  const changed = [...files].map(([name, content]) => ({ name, content: change(name, content) }));
  const to = join(directory, 'again.tar.gz');
  writeFileSync(to, packEvidence(changed, about, key));
  return to;
}

it.each(['first', 'second'])('reports that the source %s is not the one that ran', async (word) => {
  const file = signedAgain((name, content) => {
    const text = content.toString();
    const isIt = name.startsWith('earlier-sources/') && text.includes(`'${word}'`);
    return isIt ? Buffer.from(text.replace(word, 'forged')) : content;
  });
  const verified = valueOf(await verifyEvidence({ path: file, publicKey }));
  expect(verified.problems).toEqual([`${RUN_ID}: its packed strategy is not the one that ran`]);
});

it('reports a decision that an earlier source did not make', async () => {
  const file = signedAgain((name, content) => {
    const isRecord = ['journal.jsonl', 'commands.jsonl'].includes(name);
    return isRecord ? Buffer.from(content.toString().replaceAll('first 3', 'first 9')) : content;
  });
  const verified = valueOf(await verifyEvidence({ path: file, publicKey }));
  expect(verified.problems.join()).toMatch(/mine@.*first difference at 09:20:40: .*first 3/);
});

it('drops what was kept of a day once it is in a pack, and keeps that of later days', async () => {
  const settings = settingsNow();
  const loaded = await version('third');
  const later = new KeptSources(settings, '2026-11-02');
  await later.keep(loaded);
  await new KeptSources(settings, DATE).drop();
  expect(readdirSync(join(directory, 'state/sources/default.paper'))).toEqual(['2026-11-02']);
  expect(await later.find(loaded.sourceHash)).toMatchObject({ path: loaded.path });
});
