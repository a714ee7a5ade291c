import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ledgerPathOf, PromotionLedger } from '../../src/daemon/arming/promotion-ledger.ts';
import { finishPastDay } from '../../src/daemon/closing/finish-past-day.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { type ShownNotice, shownNotice } from '../../src/notices/told-notice.ts';
import { type Settings } from '../../src/settings/settings.ts';
import { daemonSettings } from '../support/daemon-days.ts';
import { loadAll, shipped, simulatedDay, valueOf } from '../support/simulated-day.ts';

const FRIDAY = '2026-10-30';
const STRADDLE = shipped('short-straddle.yaml');
let state: string;
let journalPath: string;
let settings: Settings;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'sauda-proofs-'));
  journalPath = join(state, 'account.journal');
  const venue = { kind: 'platform', isRehearsal: true } as Settings['venue'];
  const own = daemonSettings({ at: `${FRIDAY}T09:14`, stateDirectory: state });
  settings = { ...own, mode: 'paper', venue };
  await simulatedDay({ at: `${FRIDAY}T09:14`, pollEvery: '1m', journalPath });
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

/** Puts the paper day away as one on a platform. */
async function finish(
  of: { readonly until?: string; readonly sourceHash?: string; readonly evidence?: boolean } = {},
): Promise<readonly ShownNotice[]> {
  const journalOf = (path: string) =>
    valueOf(openDayJournal({ path, account: 'default', mode: 'paper' }));
  const whole = journalOf(journalPath);
  const kept = journalOf(join(state, 'kept.journal'));
  const untilMs = Date.parse(`${FRIDAY}T${of.until ?? '23:59'}:00+05:30`);
  kept.journal.append([...whole.journal.entriesOf(FRIDAY)].filter(({ atMs }) => atMs < untilMs));
  const [loaded] = await loadAll([STRADDLE]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const strategies = [{ ...loaded, sourceHash: of.sourceHash ?? loaded.sourceHash }];
  const notices: ShownNotice[] = [];
  const onNotice = (notice: Parameters<typeof shownNotice>[0]): unknown =>
    notices.push(shownNotice(notice));
  const { evidence = false } = of;
  const options = { settings, strategies, evidence, journalPath, onNotice };
  valueOf(await finishPastDay(options, { date: FRIDAY, kept, nowMs: () => untilMs }));
  whole.journal.close();
  kept.journal.close();
  return notices;
}

function proven(): readonly (string | null)[] {
  return new PromotionLedger(ledgerPathOf(settings)).days().map(({ why }) => why);
}

it('a paper day that was watched to its close is proof though it is put away late', async () => {
  await finish();
  expect(proven()).toEqual([null]);
});

it('a paper day whose program ended at eleven is none', async () => {
  await finish({ until: '11:00' });
  expect(proven()).toEqual(['its program ended before the close']);
});

it('leaves no pack, and no proof, where the source that ran is lost', async () => {
  const notices = await finish({ sourceHash: 'another', evidence: true });
  const failed = notices.filter(({ code }) => code === 'evidence-failed');
  expect(failed.map(({ facts }) => facts)).toEqual([
    { detail: 'the source of short-straddle is not the one that ran' },
  ]);
  expect(notices.map(({ code }) => code)).not.toContain('evidence-written');
  expect(proven()).toEqual([]);
});
