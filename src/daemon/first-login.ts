import { isPassingLoginFailure, isRefusedLogin } from '../adapters/platform/auth/login-budget.ts';
import { ok, type Result } from '../base/result.ts';
import { type FactsOf } from '../notices/notice.ts';
import { type Auth } from '../ports/auth.ts';
import { type Clock } from '../ports/clock.ts';
import { describeFailure, type Outcome } from '../ports/outcome.ts';
import { refusal, type RunRefusal } from '../venues/run-refusal.ts';

/** A day that cannot log in for this long gives way to whoever starts it again. */
const WITHIN_MS = 10 * 60_000;
/** Between tries where the session does not say when it lets the next one through. */
const WAIT_MS = 1_000;
/** The same failure is reported this often. */
const TELL_EVERY_MS = 60_000;

/** The first login of a day. */
export interface FirstLoginOptions {
  readonly auth: Auth;
  readonly clock: Clock;
  /** No login is of use after this time, epoch milliseconds. */
  readonly untilMs: number;
  /** Lets time of `clock` pass; ends early when the signal aborts. Null where it passes only with what is done: one try. */
  readonly pass: ((forMs: number, signal?: AbortSignal) => Promise<void>) | null;
  /** Ends it at once. */
  readonly signal?: AbortSignal;
  /** Told what goes wrong while it is tried on. */
  readonly onTrouble: (trouble: Omit<FactsOf<'login-fails'>, 'isUnderWay'>) => void;
}

type LoginFailure = Exclude<Outcome<unknown>, { kind: 'accepted' }>;

/**
 * Logs in. What may pass by itself (no connection, no answer, a server in trouble) is tried again as the session's ladder
 * lets it, for ten minutes and never beyond `untilMs`; a refusal ends it at once.
 */
export async function firstLogin(options: FirstLoginOptions): Promise<Result<null, RunRefusal>> {
  const { auth, clock, signal } = options;
  const startMs = clock.nowMs();
  const endMs = Math.min(startMs + WITHIN_MS, options.untilMs);
  const tell = createTelling(options, endMs);
  let failure: LoginFailure | null = null;
  for (;;) {
    const login = await unlessAborted(() => auth.login(), signal);
    if (login === 'aborted') return ended(failure);
    if (login.kind === 'accepted') return ok(null);
    const heldUntilMs = heldBackUntilMs(login);
    // That the ladder holds a try back is no news, and no reason.
    failure = heldUntilMs === null ? login : (failure ?? login);
    if (!isTriedAgain(login, options)) return refuseLogin(login, null);
    const tryAtMs = heldUntilMs ?? clock.nowMs() + WAIT_MS;
    if (tryAtMs >= endMs) return refuseLogin(failure, clock.nowMs() - startMs);
    tell(failure);
    await options.pass?.(tryAtMs - clock.nowMs(), signal);
  }
}

function isTriedAgain(login: LoginFailure, { pass }: FirstLoginOptions): boolean {
  return pass !== null && isPassingLoginFailure(login);
}

/** When the session lets the next login through; null for a login that was tried. */
function heldBackUntilMs(login: LoginFailure): number | null {
  if (login.kind === 'unknown' || login.rejection.form !== 'not-sent') return null;
  return login.rejection.retryAtMs ?? null;
}

function createTelling(
  { clock, onTrouble }: FirstLoginOptions,
  endMs: number,
): (failure: LoginFailure) => void {
  let last = { cause: '', atMs: -Infinity };
  return (failure) => {
    const cause = describeFailure(failure);
    const atMs = clock.nowMs();
    if (cause === last.cause && atMs - last.atMs < TELL_EVERY_MS) return;
    last = { cause, atMs };
    onTrouble({ cause, untilMs: endMs });
  };
}

/** A login without an answer must not hold up the end. */
async function unlessAborted<Value>(
  login: () => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | 'aborted'> {
  if (signal === undefined) return login();
  if (signal.aborted) return 'aborted';
  return new Promise((resolve) => {
    const end = (): void => {
      resolve('aborted');
    };
    signal.addEventListener('abort', end, { once: true });
    void login().then((outcome) => {
      signal.removeEventListener('abort', end);
      resolve(outcome);
    });
  });
}

function ended(failure: LoginFailure | null): Result<never, RunRefusal> {
  const why = failure === null ? '' : `: ${describeFailure(failure)}`;
  return refusal('platform-unavailable', `Ended before the platform could be reached${why}`, {
    next: 'Start it again: the day continues from its journal',
  });
}

function refuseLogin(login: LoginFailure, triedForMs: number | null): Result<never, RunRefusal> {
  const cause = describeFailure(login);
  const next = 'sauda login, with the same configuration';
  if (isRefusedLogin(login)) {
    return refusal('authentication', `The platform refused the login: ${cause}`, { next });
  }
  const minutes =
    triedForMs === null ? '' : `, tried for ${String(Math.round(triedForMs / 60_000))} min`;
  return refusal('platform-unavailable', `Cannot reach the platform${minutes}: ${cause}`, { next });
}
