import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { calledDesk } from './called-desk.ts';
import { heldUnits, Rehearsal, summaryIn } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { mountSmallDisk } from './small-disk.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));

const { path: disk, isMounted, fill, free, unmount } = mountSmallDisk();
afterAll(() => {
  unmount();
});

/** How often a process has said something. */
function count(day: SaudaProcess, words: string): number {
  return day.err.split(words).length - 1;
}

describe.skipIf(!isMounted)(
  'with the journal on a small disk (needs the right to mount one)',
  () => {
    // Held to the end of the day, so that something is held whenever the disk is full.
    const params = "{from: '10:00', everyMs: 120000, heldMs: 18000000}";
    const strategies = [`{path: ${ROUND_TRIPS}, params: ${params}}`];
    // The check before the open would keep entries back: what is tested is a disk that fills all the same.
    const [config, byFiles] = ['preflight: {leaveOut: [disk]}', 'api: {enabled: false}'];
    const rehearsal = new Rehearsal({
      strategies,
      config: `${config}\n${byFiles}`,
      stateDirectory: join(disk, 'state'),
    });
    const served = new Rehearsal({ strategies, config, stateDirectory: join(disk, 'served') });
    afterAll(async () => {
      await rehearsal.close();
      await served.close();
    });

    test('a full disk stops all orders, and nothing is lost or doubled when there is room again', async () => {
      await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
      const day = rehearsal.startDay();
      await day.until('it trades', () => count(day, 'Completed') > 0);
      fill();
      await day.until('it says so', () => count(day, 'critical The journal cannot be written') > 0);
      const status = await rehearsal.operate('status');
      expect(status).toMatchObject({ code: 0 });
      expect(status.out).toContain('gave no answer: this is what its journal holds');
      const halt = await rehearsal.operate('halt', '--reason', 'the disk is full');
      expect(halt).toMatchObject({ code: EXIT_CODES.halted });
      expect(halt.out + halt.err).toContain(`kill -USR2 ${String(day.pid)}`);
      await day.until(
        'an entry is kept back',
        () => count(day, 'Not sent in time: the journal cannot keep it') > 0,
      );
      expect(await rehearsal.orders()).toHaveLength(count(day, 'Completed'));
      free();
      const trades = count(day, 'Completed');
      await day.until('it trades again', () => count(day, 'Completed') > trades);
      expect(day.err).toContain('The journal can be written again');
      fill();
      await day.until('it is full', () => count(day, 'critical The journal cannot be written') > 1);
      day.signal('SIGTERM');
      const ended = await day.ended();
      expect(ended).toMatchObject({ code: EXIT_CODES['unresolved-orders'] });
      expect(summaryIn(ended).journalProblem).toContain('full');
      free();
      const again = rehearsal.startDay();
      await again.until('it goes on', () => count(again, 'Completed') > 0);
      await rehearsal.operate('flatten', '--reason', 'enough');
      await again.until('it is closed', () => count(again, 'Squared off') > 0);
      again.signal('SIGTERM');
      await again.ended();
      const orders = await rehearsal.orders();
      expect(heldUnits(orders)).toEqual({});
      const tags = orders.map(({ tag }) => tag);
      expect(new Set(tags).size).toBe(tags.length);
      const intents = await rehearsal.journaled('intent');
      const intended = new Set(intents.map((entry) => (entry.kind === 'intent' ? entry.tag : '')));
      expect(tags.filter((tag) => !intended.has(tag))).toEqual([]);
      expect(await rehearsal.run('journal', rehearsal.journal, '--verify')).toMatchObject({
        code: 0,
      });
    });

    test('the desk is called while the disk is full, and when there is room again', async () => {
      await using desk = await calledDesk(', diskFreeMiB: 1');
      await using called = new Rehearsal({
        strategies: [`{path: ${ROUND_TRIPS}, params: {from: '10:00', everyMs: 120000}}`],
        config: `${config}\n${desk.config}`,
        stateDirectory: join(disk, 'called'),
      });
      desk.writeKey(called.directory);
      await called.open({ at: '2026-10-30T10:00', speed: 120 });
      const day = called.startDay();
      const until = (message: string): Promise<void> =>
        day.until(message, () => desk.messages().includes(message));
      await day.until('it trades', () => count(day, 'Completed') > 0);
      fill();
      await until('fired journal-trouble');
      await until('fired disk-low');
      free();
      await until('cleared journal-trouble');
      await until('cleared disk-low');
      day.signal('SIGTERM');
      await day.ended();
      expect(desk.text()).not.toContain('canary');
    });

    test('the control API still answers and halts, and says that the halt is not kept', async () => {
      await served.open({ at: '2026-10-30T10:00', speed: 120 });
      const day = served.startDay();
      await day.until('it trades', () => count(day, 'Completed') > 0);
      fill();
      await day.until('it says so', () => count(day, 'critical The journal cannot be written') > 0);
      const status = await served.operate('status');
      expect(status.out).toContain('active: rehearsal');
      const halt = await served.operate('halt', '--reason', 'the disk is full');
      expect(halt.out).toContain('The account is halted by the operator: the disk is full');
      expect(halt.out).toContain('The journal cannot keep that you asked to halt');
      free();
      await day.until('it is kept', () => count(day, 'The journal can be written again') > 0);
      day.signal('SIGTERM');
      await day.ended();
      expect((await served.operate('status')).out).toContain('halted: the disk is full');
    });
  },
);
