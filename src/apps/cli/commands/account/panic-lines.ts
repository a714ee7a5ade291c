import { holderText, type LoginHolder } from '../../../../daemon/lock-account.ts';
import { type PanicPlan } from '../../../../daemon/panic/plan-panic.ts';
import { heldLine, orderLine } from '../../../../daemon/panic/square-off-account.ts';
import { type Holder } from './panic-program.ts';

/** What a panic shows. */
export interface PanicShown {
  readonly plan: PanicPlan;
  /** Custom positions by the platform's identifier. */
  readonly positionIds: readonly string[];
  /** Why the journal is not gone by; null where it is. */
  readonly journalProblem: string | null;
  readonly holder: Holder;
  /** The process that has the login with another journal, beside which nothing is sent; null where none has. */
  readonly loginHolder: LoginHolder | null;
  /** Whether it was sent: then the plan is what is left. */
  readonly sent: boolean;
}

/** Whether anything works or is open, as far as it is known. */
export function isAnythingOpen({ plan, positionIds }: PanicShown): boolean {
  const { cancels, exits, leftOut } = plan;
  return cancels.length + exits.length + leftOut.length + positionIds.length > 0;
}

/** The same as JSON. */
export function panicJson({ plan, holder, ...shown }: PanicShown): object {
  const { cancels, exits, leftOut } = plan;
  return { schemaVersion: 1, ...shown, program: holder, cancels, exits, leftOut };
}

/** What would be done, or what is left, for people. */
export function panicLines(shown: PanicShown): readonly string[] {
  const { plan, positionIds, journalProblem, holder, loginHolder, sent } = shown;
  const { cancels, exits, leftOut } = plan;
  const journal =
    journalProblem === null
      ? []
      : [
          `The journal is not gone by: ${journalProblem}; what was carried into the day is not known`,
        ];
  const none = sent
    ? 'Nothing works and nothing is open'
    : 'Nothing works and nothing is open: there is nothing to send';
  const lines = [
    ...cancels.map((of) => `${sent ? 'left working' : 'would cancel'}: ${orderLine(of)}`),
    ...positionIds.map((id) => `would square off: position ${id}`),
    ...exits.map((of) => `${sent ? 'left open, to' : 'would'} ${heldLine(of)}`),
    ...leftOut.map((why) => `by hand: ${why}`),
  ];
  const login =
    loginHolder === null
      ? []
      : [
          `Another process has the login, and nothing is sent beside it: ${holderText(loginHolder)}`,
        ];
  const program = sent ? [] : [...login, ...programLines(holder)];
  return [...journal, ...program, ...(lines.length === 0 ? [none] : lines)];
}

/** What happens to a program that has the account. */
function programLines({ kind, pid }: Holder): readonly string[] {
  const whom = `program ${pid === null ? 'without a known PID' : `PID ${String(pid)}`}`;
  switch (kind) {
    case 'trading':
      return [`would halt the account and have the ${whom} flatten everything, which answers`];
    case 'idle':
      return [`would end the ${whom}, which has no day open; its next start is halted`];
    case 'hung':
      return [`would kill the ${whom}, which does not answer; its next start is halted`];
    case 'none':
    case 'panic':
      return [];
  }
}
