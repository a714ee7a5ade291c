import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ControlDirectory } from './control-directory.ts';

let root = '';
let directory = new ControlDirectory(join(tmpdir(), 'unused'));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sauda-control-'));
  directory = new ControlDirectory(join(root, 'a.journal'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('a control directory', () => {
  it('is for its owner alone, its files too', () => {
    directory.leave('1', { action: 'resume', reason: 'r' });
    const path = join(root, 'a.journal.control');
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path)).toEqual(['1.request.json']);
    expect(statSync(join(path, '1.request.json')).mode & 0o777).toBe(0o600);
  });

  it('hands requests over once, in the order in which they were left', () => {
    directory.leave('1', { action: 'halt', state: 'halted', reason: 'wrong' });
    directory.leave('2', { action: 'resume', reason: 'right again' });
    expect(directory.take()).toMatchObject([
      {
        id: '1',
        request: { ok: true, value: { action: 'halt', state: 'halted', reason: 'wrong' } },
      },
      { id: '2', request: { ok: true, value: { action: 'resume', reason: 'right again' } } },
    ]);
    directory.answer('1', { told: [], status: null });
    expect(directory.take()).toEqual([]);
    expect(directory.withdraw('1')).toBe(false);
  });

  it('keeps a halt until it is answered: the program may end before it is done', () => {
    directory.leave('1', { action: 'halt', state: 'halted', reason: 'wrong' });
    expect(directory.take()).toHaveLength(1);
    expect(new ControlDirectory(join(root, 'a.journal')).take()).toHaveLength(1);
    directory.answer('1', { told: [], status: null });
    expect(directory.take()).toEqual([]);
  });

  it('hands them over so though the clock was set back meanwhile', () => {
    const resumed = directory.leave('001763784600000-7', { action: 'resume', reason: 'fine' });
    const halt = { action: 'halt', state: 'halted', reason: 'not fine' } as const;
    const halted = directory.leave('001763781060000-8', halt);
    const again = directory.leave('001763781070000-9', { action: 'resume', reason: 'fine' });
    const later = directory.leave('001763784700000-9', halt);
    expect([resumed, halted, again, later]).toEqual([
      '001763784600000-7',
      '001763784600001-8',
      '001763784600002-9',
      '001763784700000-9',
    ]);
    expect(directory.look().map(({ id }) => id)).toEqual([resumed, halted, again, later]);
  });

  it('says how old a request is by the clock of the machine', () => {
    directory.leave('1', { action: 'resume', reason: 'r' });
    const path = join(root, 'a.journal.control', '1.request.json');
    const writtenS = statSync(path).mtimeMs / 1_000;
    utimesSync(path, writtenS - 3_600, writtenS - 3_600);
    expect(directory.look()[0]?.ageMs).toBeGreaterThanOrEqual(3_599_000);
    utimesSync(path, writtenS + 3_600, writtenS + 3_600);
    expect(directory.look()[0]?.ageMs).toBeLessThan(-3_000_000);
  });

  it('hands nothing over that is taken back at that moment', () => {
    class Slow extends ControlDirectory {
      override look(): ReturnType<ControlDirectory['look']> {
        const left = super.look();
        this.withdraw('1');
        return left;
      }
    }
    const slow = new Slow(join(root, 'a.journal'));
    slow.leave('1', { action: 'flatten', runId: null, reason: 'r' });
    slow.leave('2', { action: 'flatten', runId: null, reason: 'r' });
    expect(slow.take()).toMatchObject([{ id: '2' }]);
  });

  it('passes over what is no file', () => {
    mkdirSync(join(root, 'a.journal.control', '1.request.json'));
    directory.leave('2', { action: 'resume', reason: 'r' });
    expect(directory.take()).toMatchObject([{ id: '2', request: { ok: true } }]);
  });

  it.each([
    '',
    '{',
    '{"action":"halt","state":"halted"}',
    '{"action":"halt","state":"off","reason":"r"}',
    '{"action":"resume","reason":"r","more":1}',
    '{"action":"explode","reason":"r"}',
    `{"action":"resume","reason":"${'x'.repeat(20_000)}"}`,
  ])('refuses what is no request: %s', (text) => {
    writeFileSync(join(root, 'a.journal.control', '1.request.json'), text);
    const [taken] = directory.take();
    expect(taken?.request.ok).toBe(false);
  });

  it('hands an answer over once, of a program without codes too', () => {
    const old = { severity: 'info', message: 'done' } as const;
    const facts = { leg: 'ce', units: 25 };
    const coded = { ...old, runId: null, code: 'leg-released', facts };
    const answer = { told: [old, coded], status: { a: 1 } } as const;
    directory.answer('1', answer);
    expect(directory.takeAnswer('1')).toEqual(answer);
    expect(directory.takeAnswer('1')).toBeNull();
  });

  it('gives a request back that nobody took', () => {
    directory.leave('1', { action: 'flatten', runId: null, reason: 'r' });
    expect(directory.withdraw('1')).toBe(true);
    expect(directory.take()).toEqual([]);
  });
});
