import { type Terminal } from '../../src/apps/cli/terminal.ts';

/** A terminal that keeps what was written to it. */
export function fakeTerminal(parts: Partial<Terminal> = {}): Terminal & {
  readonly written: { out: string; err: string };
} {
  const written = { out: '', err: '' };
  return {
    written,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    isInteractive: false,
    isErrInteractive: false,
    hasColor: false,
    size: () => ({ columns: 80, rows: 24 }),
    onResize: () => () => undefined,
    onKeys: () => null,
    flush: () => Promise.resolve(null),
    ...parts,
  };
}
