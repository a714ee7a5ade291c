import {
  asProgram,
  type CodeOwner,
  codeOwner,
  isFailureOfProgram,
} from '../adapters/system/code-owner.ts';
import { CodeInterrupted } from '../adapters/system/interruptible.ts';
import {
  endByFault,
  type Rejected,
  takeExceptions,
  takeRejections,
} from '../adapters/system/uncaught.ts';
import { InvariantViolation } from '../base/invariant.ts';
import { lineOfPromise } from '../host/globals/promises.ts';
import { describeStrategyFailure } from '../host/strategy-failure.ts';
import { WorldViolation } from '../host/world.ts';
import { ProcessRefusal } from './guard-process.ts';

/** What the code of a strategy threw outside of every turn. */
export interface StrayFailure {
  readonly owner: CodeOwner;
  readonly message: string;
}

/** More than this wait for no day: they all say the same. */
const WAITING_MAX = 100;

let take: ((failure: StrayFailure) => void) | null = null;
let isArmed = false;
const waiting: StrayFailure[] = [];

/**
 * From now on what strategies throw outside of their turns, and promises of theirs that are rejected and that nothing
 * handles, are failures of their runs, and do not end this process. What is not known to be a strategy's still ends it.
 * Before strategies are loaded: a module's timer may throw before its run has started.
 */
export function armStrayFailures(): void {
  if (isArmed) return;
  isArmed = true;
  takeExceptions((thrown) => {
    // Thrown to have Node clear up, by a program that has seen to the rest.
    if (thrown instanceof CodeInterrupted) return;
    if (!takeStray(thrown, describeStrategyFailure(thrown))) endByFault(thrown);
  });
}

/** Whether something that was rejected is a strategy's, and taken as a failure of its run. */
function takeStrayRejection({ reason, promise }: Rejected): boolean {
  if (!isArmed) return false;
  const told = describeStrategyFailure(reason, lineOfPromise(promise));
  return takeStray(reason, `A promise was rejected that nothing handles: ${told}`);
}

/** Hands over failures, those first that waited for it. The returned function ends that. */
export function handStrayFailures(to: (failure: StrayFailure) => void): () => void {
  take = to;
  for (const failure of waiting.splice(0)) to(failure);
  return () => {
    if (take === to) take = null;
  };
}

/** Whose code threw something; null where nothing shows that it was a strategy's. */
export function ownerOf(thrown: unknown): CodeOwner | null {
  if (thrown instanceof InvariantViolation || isFailureOfProgram(thrown)) return null;
  return codeOwner();
}

function takeStray(thrown: unknown, message: string): boolean {
  const owner = ownerOf(thrown);
  if (owner === null) return false;
  const failure = { owner, message };
  const day = take;
  if (day !== null) {
    asProgram(() => {
      day(failure);
    });
  } else if (waiting.length < WAITING_MAX) waiting.push(failure);
  return true;
}

/**
 * Lets the process live when an async function of a strategy was refused something: its run has failed for it, or nothing
 * knows the owner and it is reported; positions must still be squared off. Any other rejection that nothing handles
 * ends the process, unless it is a strategy's and its day takes it.
 */
export function forgiveViolations(tell: (refused: string) => void): void {
  takeRejections((rejected, isTakenElsewhere) => {
    const { reason } = rejected;
    if (isTakenElsewhere || reason instanceof WorldViolation) return;
    if (takeStrayRejection(rejected)) return;
    if (!(reason instanceof ProcessRefusal)) throw reason;
    tell(reason.message);
  });
}
