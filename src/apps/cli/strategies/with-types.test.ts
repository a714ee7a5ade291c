import { expect, it } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { problem } from '../../../base/problem.ts';
import { type TypesOfFiles } from '../../../loading/type-check/type-check-task.ts';
import { type CheckedFile } from '../report/checked-file.ts';
import { withTypes } from './with-types.ts';

const WRONG = { line: 3, column: 7, code: 'TS2345', message: 'Not assignable' };

function context(isErrInteractive = false) {
  return {
    terminal: fakeTerminal({ isErrInteractive }),
    environment: {},
    workingDirectory: '/mine',
    signal: new AbortController().signal,
    finish: () => undefined,
  };
}

function found(file: string): CheckedFile {
  const path = `/mine/${file}`;
  return { file, path, kind: 'strategy', problems: [], text: 'a', facts: { strategy: 'a' } };
}

function answering(answer: Partial<TypesOfFiles>) {
  return (files: readonly string[]) => Promise.resolve([{ ...answer, files } as TypesOfFiles]);
}

it('tells errors of types as problems, those of imported files once', async () => {
  const problems = ['/mine/b.ts', '/mine/lib/shared.ts'].map((file) => ({ ...WRONG, file }));
  const findings = await withTypes(
    context(),
    [found('a.ts'), found('b.ts'), found('b.ts'), found('c.yaml')],
    answering({ kind: 'compiled', problems }),
  );
  const place = { line: 3, column: 7 };
  expect(findings.map((finding) => finding.problems)).toEqual([
    [problem('TS2345: Not assignable', { file: 'lib/shared.ts', ...place })],
    [problem('TS2345: Not assignable', { file: 'b.ts', ...place })],
    [],
    [],
  ]);
  expect(findings[0]?.facts).toEqual({ strategy: 'a', types: { compiled: true } });
});

it('compiles the modules of sources that a file in YAML names', async () => {
  const problems = ['/mine/vix.ts', '/mine/lib/shared.ts'].map((file) => ({ ...WRONG, file }));
  const modules = ['/mine/part.yaml', '/mine/vix.ts', '/mine/lib/hosts.ts'];
  const findings = await withTypes(
    context(),
    [{ ...found('a.yaml'), modules }, found('b.yaml')],
    answering({ kind: 'compiled', problems }),
  );
  expect(findings.map((finding) => finding.problems.map(({ file }) => file))).toEqual([
    ['vix.ts', 'lib/shared.ts'],
    [],
  ]);
});

it('says why types were not compiled, which is no problem', async () => {
  const reason = 'typescript is not installed here';
  const [finding] = await withTypes(
    context(),
    [found('a.ts')],
    answering({ kind: 'not-compiled', reason }),
  );
  expect(finding).toMatchObject({
    problems: [],
    types: reason,
    facts: { types: { compiled: false, reason } },
  });
});

it('says that it compiles only where that line can be taken away', async () => {
  for (const isErrInteractive of [false, true]) {
    const at = context(isErrInteractive);
    await withTypes(at, [found('a.ts')], answering({ kind: 'compiled', problems: [] }));
    expect(at.terminal.written.err).toBe(isErrInteractive ? 'Compiling types …\r\u001b[2K' : '');
  }
});
