import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

const urlOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** In a process of its own: what is thrown there would end this one. */
function inProcess(body: string): {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: string;
} {
  const program = `
import { asCodeOf, asCodeOfModule, asProgram, codeOwner } from ${urlOf('../adapters/system/code-owner.ts')};
import { armStrayFailures, handStrayFailures } from ${urlOf('stray-failures.ts')};
import { forgiveViolations } from ${urlOf('stray-failures.ts')};
const tell = (text) => process.stdout.write(text + '\\n');
const show = ({ owner, message }) => tell((owner.runId ?? owner.path) + ' ' + message);
forgiveViolations(() => undefined);
armStrayFailures();
const throwing = (message) => setTimeout(() => { throw new RangeError(message); }, 1);
${body}`;
  const args = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, out: stdout.trim().split('\n'), err: stderr };
}

describe('what the code of a strategy throws outside of its turns', () => {
  it('is handed over at once, by whose code began it; what came earlier waits for the day', () => {
    const body = `
asCodeOfModule('/a.ts', () => throwing('early'));
setTimeout(() => {
  tell('the day begins');
  const end = handStrayFailures((failure) => { show(failure); tell('handled as ' + codeOwner()); });
  asCodeOf('r@1', () => {
    throwing('a timer');
    setTimeout(() => tell('a later timer'), 2);
    void Promise.reject(new TypeError('nothing waits'));
  });
  setTimeout(() => {
    end();
    asCodeOf('r@1', () => throwing('after the day'));
    setTimeout(() => tell('it lives'), 20);
  }, 30);
}, 20);`;
    expect(inProcess(body)).toEqual({
      code: 0,
      err: '',
      out: [
        'the day begins',
        expect.stringMatching(/^\/a\.ts RangeError: early/),
        'handled as null',
        expect.stringMatching(/^r@1 A promise was rejected .*: TypeError: nothing waits/),
        'handled as null',
        expect.stringMatching(/^r@1 RangeError: a timer/),
        'handled as null',
        'a later timer',
        'it lives',
      ],
    });
  });

  it.each([
    [
      'that the program throws as it takes one',
      "handStrayFailures(() => { throw new RangeError('ours'); });\nasCodeOf('r@1', () => throwing('theirs'));",
    ],
    [
      'that the program throws for a strategy',
      "asCodeOf('r@1', () => setTimeout(() => asProgram(() => { throw new RangeError('ours'); }), 1));",
    ],
  ])('ends the process where it is one %s', (_, body) => {
    const { code, err } = inProcess(body);
    expect(code).not.toBe(0);
    expect(err).toContain('ours');
  });
});
