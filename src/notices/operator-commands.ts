import { type ResolveAs } from '../model/orders/operator-request.ts';

/** Stands for what the operator gives as the reason. */
const REASON = '--reason "…"';

/** Stands for what the platform shows as a position's identifier. */
const ID = '--id POSITION_ID';

/** Makes a command reach the account of whoever reads it: adds the configuration, journal or simulator that names it. */
export type Address = (command: string) => string;

/** What the operator can type, as whole commands; where there is a choice, one each. */
export interface OperatorCommands {
  /** Shows how the account stands, and what waits for the operator. */
  readonly status: () => string;
  /** Takes no new risk. */
  readonly halt: () => string;
  /** Ends a halt, and lets runs that were flattened enter again; of a run, its pause. */
  readonly resume: (runId?: string | null) => readonly string[];
  /** Closes all of a run; null: everything. */
  readonly flatten: (runId: string | null) => readonly string[];
  /** Answers a question of a run. */
  readonly answer: (runId: string, question: string) => readonly string[];
  /** Decides what happens to a held run. */
  readonly release: (runId: string) => readonly string[];
  /** Lets the code of a quarantined run be tried again at the next start. */
  readonly liftQuarantine: (runId: string) => string;
  /** Compares a run's changed file with its day. */
  readonly dryReload: (runId: string) => string;
  /** Ends the pauses of a run's legs: it continues with the rest, or closes that. */
  readonly unpause: (runId: string) => readonly string[];
  /** Says whether a carried leg is still there; with it, closes the run. */
  readonly confirm: (runId: string, leg: string) => readonly string[];
  /** Says what became of an order; each of `as` is allowed of it. */
  readonly resolve: (tag: string, as: readonly ('absent' | 'resend')[]) => readonly string[];
  /** Says what became of a position start or a text signal; each of `as` is allowed of it. */
  readonly resolveStart: (name: string, as: readonly ResolveAs[]) => readonly string[];
}

/** The commands of a reader. */
export function commandsFor(address: Address): OperatorCommands {
  const all = (...commands: readonly string[]): readonly string[] => commands.map(address);
  const release = (runId: string, how: string): string =>
    address(`sauda release ${runId} --how ${how} ${REASON}`);
  const commands: OperatorCommands = {
    status: () => address('sauda status'),
    halt: () => address(`sauda halt ${REASON}`),
    resume: (runId = null) => all(`sauda resume ${ofRun(runId)}${REASON}`),
    flatten: (runId) => all(`sauda flatten ${ofRun(runId)}${REASON}`),
    answer: (runId, question) =>
      all(
        ...['yes', 'no'].map((answer) => `sauda answer ${runId} ${question} ${answer} ${REASON}`),
      ),
    release: (runId) => ['adopt', 'flatten', 'stop'].map((how) => release(runId, how)),
    liftQuarantine: (runId) => release(runId, 'adopt'),
    dryReload: (runId) => address(`sauda reload ${runId} --dry-run`),
    unpause: (runId) => [release(runId, 'adopt'), ...commands.flatten(runId)],
    confirm: (runId, leg) => [
      ...commands.resolveStart(`${runId}/${leg}`, ['open', 'closed']),
      ...commands.flatten(runId),
    ],
    resolve: (tag, as) => all(...as.map((what) => `sauda resolve ${tag} --as ${what} ${REASON}`)),
    resolveStart: (name, as) =>
      as.map((what) => {
        const id = what === 'started' ? ` ${ID}` : '';
        return address(`sauda resolve ${quoted(name)} --as ${what}${id} ${REASON}`);
      }),
  };
  return commands;
}

/** The commands without an account: of the configuration that is found by itself, or to be addressed later. */
export const operatorCommands = commandsFor((command) => command);

function ofRun(runId: string | null): string {
  return runId === null ? '' : `${runId} `;
}

/** Authors name positions as they like: what a shell would take apart is quoted. */
function quoted(name: string): string {
  return /^[\w@./:+#-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
