import { serveLines } from '../../adapters/system/confined-process.ts';
import { parsedJson } from '../../base/json.ts';

/** What a confined process is asked: a command line. */
export interface AskedCommand {
  readonly args: readonly string[];
  readonly directory: string;
}

/** How the command ended. */
export interface AnsweredCommand {
  readonly code: number;
  /** What it wrote on stdout. */
  readonly out: string;
}

/** Within a confined process: runs the commands that it is asked, each a line, and answers each with a line. */
export function serveCommands(run: (command: AskedCommand) => Promise<AnsweredCommand>): void {
  const say = serveLines((line) => {
    // Only this program speaks to it.
    void run(parsedJson(line) as AskedCommand).then((answered) => {
      say(JSON.stringify(answered));
    });
  });
}
