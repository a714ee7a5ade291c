import { describe, expect, it } from 'vitest';

import {
  asCodeOf,
  asCodeOfModule,
  asProgram,
  type CodeOwner,
  codeOwner,
  isFailureOfProgram,
} from './code-owner.ts';

const MINE: CodeOwner = { kind: 'run', runId: 'mine' };

describe('code belongs to', () => {
  it('the run in whose turn it runs, and to nobody after it', () => {
    expect(asCodeOf('mine', codeOwner)).toEqual(MINE);
    expect(codeOwner()).toBeNull();
  });

  it('the run that left it behind: in timers, ticks and after an await', async () => {
    const later = await asCodeOf('mine', () =>
      Promise.all([
        new Promise((resolve) =>
          setTimeout(() => {
            resolve(codeOwner());
          }, 0),
        ),
        new Promise((resolve) => {
          process.nextTick(() => {
            resolve(codeOwner());
          });
        }),
        (async () => {
          await Promise.resolve();
          return codeOwner();
        })(),
      ]),
    );
    expect(later).toEqual([MINE, MINE, MINE]);
  });

  it('the module that was loaded', async () => {
    const owner = await asCodeOfModule('/s.ts', async () => {
      await Promise.resolve();
      return codeOwner();
    });
    expect(owner).toEqual({ kind: 'module', path: '/s.ts' });
  });

  it('the program, where a run only called it', () => {
    const thrown = new RangeError('of the program');
    const owners: (CodeOwner | null)[] = [];
    expect(() => {
      asCodeOf('mine', () => {
        asProgram(() => {
          owners.push(codeOwner());
          throw thrown;
        });
      });
    }).toThrow(thrown);
    expect(owners).toEqual([null]);
    expect(isFailureOfProgram(thrown)).toBe(true);
    expect(isFailureOfProgram(new RangeError('of another'))).toBe(false);
  });
});
