import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { earlierExits, openPanicRecord } from './panic-record.ts';
import { anOrder, BadPlatform, squareOff } from './testing/bad-platform.ts';

describe('a panic after one that was killed as its exit left', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-panic-'));
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  /** The first sends its exit and ends before it hears of it; the second begins at once. */
  async function twice(name: string, platform: BadPlatform): Promise<readonly string[]> {
    const journalPath = join(directory, name);
    const killed = new AbortController();
    platform.onPlaced = () => {
      killed.abort();
    };
    const record = openPanicRecord(journalPath, 1);
    const write = (line: object): void => {
      if (!killed.signal.aborted) record.write(line);
    };
    const first = squareOff(platform, [], {
      ...{ record: { ...record, write }, signal: killed.signal },
    });
    await first.squaring.carryOut();
    record.close();
    const second = squareOff(platform, [], { earlier: () => earlierExits(journalPath) });
    await second.squaring.carryOut();
    return second.lines;
  }

  it('doubles nothing where the platform shows that exit late', async () => {
    const platform = new BadPlatform([anOrder({})], ['unseen']);
    platform.showsAtMs = 40_000;
    expect(await twice('late', platform)).toEqual(['Waiting for exits of an earlier panic: A']);
    expect(platform.net()).toEqual({ A: 0 });
  });

  it('closes what is open after a minute where it never arrived', async () => {
    const platform = new BadPlatform([anOrder({})], ['lost']);
    const lines = await twice('lost', platform);
    expect(lines).toEqual([
      'Waiting for exits of an earlier panic: A',
      'Placing sell 75 A at 92.00',
    ]);
    expect(platform.net()).toEqual({ A: 0 });
  });

  it('waits for nothing that was refused, or is seen at its end', async () => {
    const journalPath = join(directory, 'refused');
    const record = openPanicRecord(journalPath, 1);
    const platform = new BadPlatform([anOrder({})], ['rejected', 'fills']);
    await squareOff(platform, [], { record }).squaring.carryOut();
    record.close();
    platform.orders.push(anOrder({ orderId: 'more' }));
    const second = squareOff(platform, [], { earlier: () => earlierExits(journalPath) });
    await second.squaring.carryOut();
    expect(second.lines).toEqual(['Placing sell 75 A at 92.00']);
    expect(platform.net()).toEqual({ A: 0 });
  });
});
