import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { lateHosts } from '../../../test/support/late-host.ts';
import { valueOf } from '../../../test/support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../../../test/support/virtual-day.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { driveVirtual } from '../../kernel/drive-virtual.ts';
import { type LoadedStrategy, loadStrategy } from '../../loading/load-strategy.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type NoticeCode } from '../../notices/notice.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { ReloadDesk } from './reload-desk.ts';

const DATE = '2026-10-30';
const knowledge = loadMarketKnowledge();

/** A strategy's file of so many lots. */
function pair(lots: number): string {
  return `name: pair\nschemaVersion: 1\nunderlying: NIFTY\nentry: '09:20'\nexit: '15:10'\nlots: ${String(lots)}
legs:\n  ce: {side: sell, type: CE, strike: ATM}\n`;
}

it('a reload is begun, checked by a process of its own, refused where it differs, and taken over where that is accepted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-checked-'));
  const path = join(directory, 'pair.yaml');
  const version = async (lots: number): Promise<LoadedStrategy> => {
    writeFileSync(path, pair(lots));
    return valueOf(await loadStrategy(path));
  };
  const [second, first] = [await version(2), await version(1)];
  const journal = createMemoryJournal();
  const common = { seed: 'checked', stepMs: 10_000, arePolled: true, journal } as const;
  const world = virtualWorld(common);
  const late = lateHosts([first, second], 10);
  const day = virtualProcess(world, { ...common, strategies: [first], host: late.host });
  const answer = (): void => {
    for (const process of late.processes()) process.pass(process.waiting());
  };
  world.clock.advanceTo(instantAt(DATE, '09:14'));
  valueOf(day.start({ sources: 'left-closed' }));
  for (let atMs = world.clock.nowMs(); atMs < instantAt(DATE, '09:24'); atMs += 10_000) {
    driveVirtual(day.kernel, world.clock, atMs);
    answer();
  }
  const told: NoticeCode[] = [];
  const { kernel, reloads } = day;
  const desk = new ReloadDesk({
    trading: {
      ...{ kernel, reloads },
      get planned() {
        return day.planned;
      },
      view: () => day.view(),
      note: ({ code }) => told.push(code),
    },
    ...{ journal, day: knowledge.calendar.day(DATE), mode: 'paper', clock: world.clock, knowledge },
    ...{ calendar: null, hidden: [], isAllowed: true, mayIsolate: true, check: { types: false } },
  });
  onTestFinished(() => {
    desk.end();
    day.stop();
    late.host.close();
    rmSync(directory, { recursive: true });
  });
  /** The last word on an attempt, asked again by its name as a caller does. */
  const outcomeOf = async (attempt: string, mayDiffer: boolean): Promise<string | undefined> => {
    const asked = { runId: 'pair', by: 'operator', attempt, sourceHash: null, mayDiffer } as const;
    expect(desk.ask(asked)).toMatchObject([{ code: 'reload-begun' }]);
    return vi.waitFor(
      () => {
        answer();
        const [notice] = desk.ask(asked);
        expect(notice?.code).not.toBe('reload-begun');
        return notice?.code;
      },
      { timeout: 20_000 },
    );
  };

  writeFileSync(path, pair(2));
  expect(await outcomeOf('one', false)).toBe('reload-refused');
  expect(told).toEqual(['reload-checked', 'reload-refused']);
  expect(await outcomeOf('two', true)).toBe('run-reloaded');
  expect(told).toEqual(['reload-checked', 'reload-refused', 'reload-checked']);
  // The file is what runs now.
  expect(await outcomeOf('three', true)).toBe('reload-refused');
  expect(told).toHaveLength(3);
}, 60_000);
