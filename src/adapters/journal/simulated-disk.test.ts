import fc from 'fast-check';
import { expect, test } from 'vitest';

import { invariant } from '../../base/invariant.ts';
import { isSameJson } from '../../base/json.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type VerifiableJournal } from './block-journal.ts';
import { UnreadableJournal } from './journal-failures.ts';
import { ioFailure } from './journal-failures.ts';
import { type DiskCrash, type DiskFault, SimulatedDeath, SimulatedDisk } from './simulated-disk.ts';

const DATE = '2026-11-23';

function entry(number: number, date = DATE): JournalEntry {
  return { kind: 'event', atMs: instantAt(date, '10:00') + number, event: { number } };
}

function opened(disk: SimulatedDisk): VerifiableJournal {
  const journal = disk.open();
  expect(journal.ok).toBe(true);
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

test('what was appended is read back in order, by date', () => {
  const journal = opened(new SimulatedDisk());
  const [first, second, later] = [entry(1), entry(2), entry(3, '2026-11-24')];
  expect(journal.append([first])).toMatchObject({ ok: true });
  expect(journal.append([second, later])).toMatchObject({ ok: true });
  expect(journal.dates()).toStrictEqual([DATE, '2026-11-24']);
  expect([...journal.entriesOf(DATE)]).toStrictEqual([first, second]);
  expect([...journal.entriesOf('2026-11-24')]).toStrictEqual([later]);
  expect(journal.verify()).toMatchObject({ value: { blocks: 3, entries: 3, dates: 2 } });
});

test('the date that was written last need not be the latest, and is none before anything was', () => {
  const journal = opened(new SimulatedDisk());
  expect(journal.lastDate()).toBeNull();
  journal.append([entry(1, '2026-11-24')]);
  journal.append([entry(2), entry(3)]);
  expect(journal.lastDate()).toBe(DATE);
});

test('one handle at a time; a handle that has ended keeps nothing', () => {
  const disk = new SimulatedDisk();
  const first = opened(disk);
  expect(disk.open()).toMatchObject({ ok: false, error: { kind: 'in-use' } });
  disk.crash('clean');
  const second = opened(disk);
  expect(first.append([entry(1)])).toMatchObject({ ok: false, error: { kind: 'io' } });
  first.close();
  expect(disk.open()).toMatchObject({ ok: false, error: { kind: 'in-use' } });
  second.close();
  expect([...opened(disk).entriesOf(DATE)]).toStrictEqual([]);
});

test.each(['full', 'io', 'io-but-kept', 'read-only'] as const)(
  'entries given again after "%s" are kept once, with those that came since',
  (kind) => {
    const disk = new SimulatedDisk();
    const journal = opened(disk);
    disk.failNext(kind, 2);
    const error = { kind: kind === 'io-but-kept' ? 'io' : kind };
    expect(journal.append([entry(1)])).toMatchObject({ ok: false, error });
    expect(journal.append([entry(1), entry(2)])).toMatchObject({ ok: false });
    expect(journal.append([entry(1), entry(2), entry(3)])).toMatchObject({ ok: true });
    expect([...journal.entriesOf(DATE)]).toStrictEqual([entry(1), entry(2), entry(3)]);
    expect(journal.verify().ok).toBe(true);
  },
);

test.each([
  ['clean', []],
  ['torn', []],
  ['kept', [entry(2)]],
] as const)('an append cut short by a death is "%s"', (how, left) => {
  const disk = new SimulatedDisk();
  const journal = opened(disk);
  journal.append([entry(1)]);
  disk.dieInNext(how);
  expect(() => journal.append([entry(2)])).toThrow(SimulatedDeath);
  const next = opened(disk);
  expect([...next.entriesOf(DATE)]).toStrictEqual([entry(1), ...left]);
  expect(next.append([entry(3)])).toMatchObject({ ok: true });
  expect([...next.entriesOf(DATE)]).toStrictEqual([entry(1), ...left, entry(3)]);
});

test.each([
  ['clean', 0],
  ['torn', 0.5],
  ['kept', 1],
] as const)('a death after an append failed leaves it on the disk as "%s"', (how, share) => {
  const whole = new SimulatedDisk();
  opened(whole).append([entry(1)]);
  const disk = new SimulatedDisk();
  const journal = opened(disk);
  disk.failNext('io');
  journal.append([entry(1)]);
  expect(disk.characters).toBe(0);
  disk.crash(how);
  expect(disk.characters).toBe(Math.floor(share * whole.characters));
});

test('blocks that are lost are missed by the next handle', () => {
  const disk = new SimulatedDisk();
  const journal = opened(disk);
  for (const number of [1, 2, 3]) journal.append([entry(number)]);
  disk.crash('clean');
  disk.loseLast(2);
  expect(opened(disk).end.failure?.detail).toContain(
    '2 blocks from number 2 to number 3, of 2026-11-23, are missing at its end',
  );
});

test('an open that is refused is refused once', () => {
  const disk = new SimulatedDisk();
  disk.refuseNext(ioFailure('no'));
  expect(disk.open()).toMatchObject({ ok: false, error: { kind: 'io' } });
  expect(disk.open().ok).toBe(true);
});

test('a journal can lose all that it kept, and no more', () => {
  const disk = new SimulatedDisk();
  const journal = opened(disk);
  for (const number of [1, 2]) journal.append([entry(number)]);
  disk.crash('clean');
  disk.loseLast(3);
  expect(disk.characters).toBe(0);
});

type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'fail'; readonly fault: DiskFault; readonly times: number }
  | { readonly kind: 'crash'; readonly how: DiskCrash }
  | { readonly kind: 'die'; readonly how: DiskCrash };

const faults = fc.constantFrom<DiskFault[]>('full', 'io', 'io-but-kept', 'read-only');
const crashes = fc.constantFrom<DiskCrash[]>('clean', 'torn', 'kept');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append'), count: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fail'), fault: faults, times: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash'), how: crashes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die'), how: crashes }) },
);

/** A caller that buffers as the kernel does, beside a list of what it was told is durable. */
class Caller {
  readonly disk = new SimulatedDisk();
  durable: readonly number[] = [];
  #journal = opened(this.disk);
  #unwritten: number[] = [];
  #count = 0;

  take(next: Step): void {
    if (next.kind === 'fail') this.disk.failNext(next.fault, next.times + 1);
    if (next.kind === 'die') this.disk.dieInNext(next.how);
    if (next.kind === 'append') this.#append(next.count);
    if (next.kind === 'crash') {
      this.disk.crash(next.how);
      this.#restart();
    }
  }

  #append(count: number): void {
    for (let left = count; left > 0; left -= 1) this.#unwritten.push((this.#count += 1));
    try {
      if (!this.#journal.append(this.#unwritten.map((number) => entry(number))).ok) return;
      this.durable = [...this.durable, ...this.#unwritten];
      this.#unwritten = [];
    } catch (error) {
      if (!(error instanceof SimulatedDeath)) throw error;
      this.#restart();
    }
  }

  /** A new process knows what the journal shows: all that was durable, then whole appends in doubt. */
  #restart(): void {
    this.#journal = opened(this.disk);
    invariant(this.#journal.end.failure === null, 'A crash is taken for a loss');
    const shown = this.numbers();
    const known = [...this.durable, ...this.#unwritten];
    invariant(shown.length >= this.durable.length, 'What was durable is lost');
    invariant(isSameJson(shown, known.slice(0, shown.length)), 'Kept is not what was given');
    this.durable = shown;
    this.#unwritten = [];
  }

  numbers(): readonly number[] {
    return [...this.#journal.entriesOf(DATE)].map((one) =>
      one.kind === 'event' ? (one.event as { readonly number: number }).number : -1,
    );
  }
}

test('whatever fails and crashes, what was durable is there, once, in order, and the chain holds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const caller = new Caller();
      for (const next of steps) caller.take(next);
      caller.take({ kind: 'crash', how: 'clean' });
      expect(caller.numbers()).toStrictEqual(caller.durable);
    }),
    { numRuns: 300 },
  );
});
