import { serveCommands } from '../../daemon/why/serve-commands.ts';
import { runCli } from './run-cli.ts';

/*
 * Commands in a confined process: authors' code that they load can neither write, nor reach the network, nor read what is hidden
 * from it.
 */

serveCommands(async ({ args, directory }) => {
  let out = '';
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: () => undefined,
    isInteractive: false,
    isErrInteractive: false,
    hasColor: false,
    size: () => ({ columns: 80, rows: 24 }),
    onResize: () => () => undefined,
    onKeys: () => null,
    flush: () => Promise.resolve(null),
  };
  const { signal } = new AbortController();
  const context = { terminal, environment: {}, workingDirectory: directory, signal };
  return { code: await runCli(args, context), out };
});
