import { type ResolveAs } from '../model/orders/operator-request.ts';

/** Stands for what the operator gives as the reason. */
const REASON = '--reason "…"';

/** Stands for what the platform shows as a position's identifier. */
const ID = '--id POSITION_ID';

/** What the operator can type, as whole commands; where there is a choice, one each. */
export const operatorCommands = {
  /** Ends a halt, and lets runs that were flattened enter again; of a run, its pause. */
  resume: (runId: string | null = null): readonly string[] => [
    `sauda resume ${runId === null ? '' : `${runId} `}${REASON}`,
  ],
  /** Closes all of a run. */
  flatten: (runId: string): readonly string[] => [`sauda flatten ${runId} ${REASON}`],
  /** Decides what happens to a held run. */
  release: (runId: string): readonly string[] =>
    ['adopt', 'flatten', 'stop'].map((how) => `sauda release ${runId} --how ${how} ${REASON}`),
  /** Lets the code of a quarantined run be tried again at the next start. */
  liftQuarantine: (runId: string): string => `sauda release ${runId} --how adopt ${REASON}`,
  /** Compares a run's changed file with its day. */
  dryReload: (runId: string): string => `sauda reload ${runId} --dry-run`,
  /** Ends the pauses of a run's legs: it continues with the rest, or closes that. */
  unpause: (runId: string): readonly string[] => [
    `sauda release ${runId} --how adopt ${REASON}`,
    ...operatorCommands.flatten(runId),
  ],
  /** Says whether a carried leg is still there; with it, closes the run. */
  confirm: (runId: string, leg: string): readonly string[] => [
    ...operatorCommands.resolveStart(`${runId}/${leg}`, ['open', 'closed']),
    ...operatorCommands.flatten(runId),
  ],
  /** Says what became of an order; each of `as` is allowed of it. */
  resolve: (tag: string, as: readonly ('absent' | 'resend')[]): readonly string[] =>
    as.map((what) => `sauda resolve ${tag} --as ${what} ${REASON}`),
  /** Says what became of a position start or a text signal; each of `as` is allowed of it. */
  resolveStart: (name: string, as: readonly ResolveAs[]): readonly string[] =>
    as.map((what) => {
      const id = what === 'started' ? ` ${ID}` : '';
      return `sauda resolve ${quoted(name)} --as ${what}${id} ${REASON}`;
    }),
};

/** Authors name positions as they like: what a shell would take apart is quoted. */
function quoted(name: string): string {
  return /^[\w@./:+#-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
