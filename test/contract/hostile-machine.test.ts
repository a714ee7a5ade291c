import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { deniesNetwork } from '../../src/adapters/system/confined-process.ts';
import { HeardProcess } from './heard-process.ts';

const HOSTILE = resolve(import.meta.dirname, 'hostile-machine.js');
const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
const CANARY = 'canary-of-the-environment';

let root: string;
let strategy: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sauda-hostile-'));
  const project = join(root, 'project');
  mkdirSync(project);
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'secret.txt'), 'canary-of-a-file');
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  symlinkSync(PACKAGES, join(project, 'node_modules'));
  strategy = join(project, 'strategy.js');
  copyFileSync(HOSTILE, strategy);
});
afterEach(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

const DENIED = 'ERR_ACCESS_DENIED';
/** What keeps each from being done; nothing but its own process ends by those of `signal`. */
const KEPT_BY = /^(ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|ProcessRefusal|SealedDoor|RefusedImport)$/;

describe('a strategy that attacks the machine', () => {
  it.runIf(deniesNetwork())(
    'reaches no network, file, process, debugger or environment, and signals no one',
    async () => {
      vi.stubEnv('SAUDA_CANARY', CANARY);
      vi.stubEnv('NODE_OPTIONS', '--allow-child-process --allow-fs-read=*');
      const signals: string[] = [];
      const onSignal = (name: string): void => void signals.push(name);
      process.on('SIGUSR2', onSignal);
      const priority = getPriority();
      using heard = new HeardProcess(strategy);
      heard.start('hostile', {});
      const { tried, environment } = (await heard.told()) as Record<string, Record<string, string>>;
      const undone = Object.entries(tried ?? {}).filter(([what]) => !what.startsWith('signal: '));
      expect(undone.filter(([, by]) => !KEPT_BY.test(by))).toEqual([
        // Refused as an event, not as an error: `refused` has it.
        ['net: a server', 'RangeError'],
        ['net: WebSocket', 'TypeError'],
      ]);
      expect(
        undone.filter(([what, by]) => what.startsWith('proc: ') && by === DENIED),
      ).toHaveLength(12);
      expect(heard.refused.map(({ permission }) => permission)).toContain('Net');
      expect(JSON.stringify(environment)).not.toContain(CANARY);
      expect(Object.keys(environment ?? {})).not.toContain('NODE_OPTIONS');
      // Its last shot is at its own input, with the next line: it may end itself, and no one else.
      heard.start('next', {});
      await Promise.race([heard.ended, heard.answered(2)]);
      expect(signals).toEqual([]);
      expect(getPriority()).toBe(priority);
      expect(readdirSync(join(root, 'project')).sort()).toEqual([
        'node_modules',
        'package.json',
        'strategy.js',
      ]);
      process.off('SIGUSR2', onSignal);
    },
  );

  it('is not loaded where a link of its project leads out of it', async () => {
    symlinkSync(join(root, 'outside'), join(root, 'project', 'data'));
    using heard = new HeardProcess(strategy);
    heard.start('linked', {});
    await heard.answered(1);
    expect(heard.answers[0]?.answer.turn).toMatchObject({
      state: 'failed',
      failure: `its folder has a link that leads out of it: data -> ${join(root, 'outside')}`,
    });
  });

  it('is loaded where a link of its project leads within it', async () => {
    symlinkSync('strategy.js', join(root, 'project', 'current.js'));
    writeFileSync(strategy, WELL_BEHAVED);
    using heard = new HeardProcess(strategy);
    heard.start('linked', {});
    await heard.answered(1);
    expect(heard.answers[0]?.answer.turn.state).toBe('completed');
  });

  it.runIf(process.platform === 'linux')(
    'has no open file of the program, nothing of it in its command line, and goes first where memory runs out',
    async () => {
      writeFileSync(strategy, WELL_BEHAVED);
      vi.stubEnv('SAUDA_CANARY', CANARY);
      using heard = new HeardProcess(strategy);
      heard.start('well', {});
      await heard.answered(1);
      const of = (name: string): string => join('/proc', String(heard.pid), name);
      const open = readdirSync(of('fd')).map((fd) => readlinkSync(join(of('fd'), fd)));
      expect(open.filter((to) => to.startsWith('/') && to !== '/dev/null')).toEqual([]);
      for (const name of ['cmdline', 'environ']) {
        expect(readFileSync(of(name), 'utf8')).not.toContain(CANARY);
      }
      expect(readFileSync(of('oom_score_adj'), 'utf8').trim()).toBe('1000');
    },
  );

  it.runIf(process.platform === 'linux')(
    'is ended where it takes memory beside its heap',
    async () => {
      writeFileSync(strategy, HOARDS_BUFFERS);
      using heard = new HeardProcess(strategy, { memoryMib: 32, answerWithinMs: 30_000 });
      heard.start('hoards', {});
      expect(await heard.ended).toMatchObject({
        runId: 'hoards',
        why: 'exited',
        detail: 'its process ran out of memory',
      });
    },
  );

  it.each([
    ['what is no line of ours', "writeSync(1, 'hello\\n')"],
    ['an answer to nothing', 'writeSync(1, \'{"done":true}\\n{"done":true}\\n\')'],
    ['a line without end', "for (;;) writeSync(1, 'x'.repeat(60_000))"],
  ])('is ended where it forges answers: %s', async (_what, act) => {
    writeFileSync(strategy, `import { writeSync } from 'node:fs';\n${act};\n${WELL_BEHAVED}`);
    using heard = new HeardProcess(strategy);
    heard.start('forges', {});
    expect(await heard.ended).toMatchObject({ runId: 'forges', why: 'garbled' });
  });

  it('prints nothing that moves a cursor or forges a line of a log, and floods no one', async () => {
    const shown: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      shown.push(String(text));
      return true;
    });
    writeFileSync(
      strategy,
      `console.log('\\u001b[2J\\u001b]0;owned\\u0007 ok\\r forged');\n${WELL_BEHAVED}`,
    );
    using heard = new HeardProcess(strategy);
    heard.start('prints', {});
    await heard.answered(1);
    await vi.waitFor(() => {
      expect(shown.join('')).toContain('forged');
    });
    write.mockRestore();
    expect(shown.join('')).toBe('\\u{1b}[2J\\u{1b}]0;owned\\u{7} ok\\u{d} forged\n');
  });
});

const WELL_BEHAVED = `import { EMPTY } from 'rxjs';
import { defineStrategy } from 'sauda';
export default defineStrategy({ name: 'well', run: () => EMPTY });
`;
const HOARDS_BUFFERS = `const hoard = [];
for (;;) {
  hoard.push(Buffer.alloc(2 ** 24, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
}
`;
