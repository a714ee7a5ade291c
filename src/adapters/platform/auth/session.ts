import { type Secret } from '../../../base/secret.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';
import { type Clock } from '../../../ports/clock.ts';
import { describeFailure, type Outcome } from '../../../ports/outcome.ts';
import {
  type Transport,
  type TransportRequest,
  type TransportResult,
} from '../../../ports/transport.ts';
import {
  type AnswerRules,
  answerRules,
  invalidRequest,
  mismatch,
  rejected,
  successBody,
} from '../../shared/answer.ts';
import { createScrub, type Scrub } from '../../shared/scrub.ts';
import { type PlatformSession } from '../../shared/session.ts';
import { CookieJar } from './cookie-jar.ts';
import { isRefusedLogin, LoginBudget, type LoginRefusal } from './login-budget.ts';
import { loginMessage, loginRequestWire, nextSessionEndMs } from './wire.ts';

/** What a session is made of. */
export interface SessionOptions {
  readonly transport: Transport;
  readonly profile: Profile;
  readonly credentials: { readonly phoneNumber: Secret; readonly password: Secret };
  readonly clock: Clock;
}

/** How long a session that only one endpoint refuses is kept though none has taken it. */
const UNPROVEN_MS_MAX = 60_000;

type LoginOutcome = Outcome<{ readonly message: string }>;

/** Makes a session that logs in by itself when it has to. */
export function createSession(options: SessionOptions): PlatformSession {
  const session = new SharedLogin(options);
  return {
    login: () => session.login(),
    send: (request, kind) => session.send(request, kind),
    scrub: session.scrub,
  };
}

/**
 * States: *none* (at first, after a 401, the daily end or the cookie's expiry), *logging in* (one request, shared), *held* (the
 * session cookie is in the jar). Answers to an older generation of session do not end or change it. A session is *proven* by
 * the first 200; a 401 before that counts as a failed login, so that a platform that lets in and then refuses is not hammered.
 */
class SharedLogin {
  readonly scrub: Scrub;
  readonly #options: SessionOptions;
  readonly #budget: LoginBudget;
  readonly #rules: AnswerRules;
  #jar = new CookieJar();
  #generation = 0;
  /** Null when no session is held. */
  #endsAtMs: number | null = null;
  #loggingIn: Promise<LoginOutcome> | null = null;
  #isProven = false;
  #beganAtMs = -Infinity;
  /** Endpoints that answered with 200 to this session. */
  #provedBy = new Set<string>();
  /** The endpoint that refused a session which others took, and has taken none since: its 401s end no session. */
  #refusedAlone: string | null = null;
  /** Why the last login that was tried failed; null when it did well. */
  #lastFailure: string | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { loginAttemptsMax, loginWindowMs } = options.profile.session;
    this.#budget = new LoginBudget(loginAttemptsMax, loginWindowMs);
    const { phoneNumber, password } = options.credentials;
    this.scrub = createScrub(() => [
      password.reveal(),
      phoneNumber.reveal(),
      ...this.#jar.values(),
    ]);
    this.#rules = answerRules(options.profile, this.scrub);
  }

  async send(request: TransportRequest, kind: 'read' | 'write'): Promise<TransportResult> {
    const { transport, profile } = this.#options;
    if (request.role === 'orders' && !profile.session.ordersNeedSession) {
      return transport.send(request);
    }
    const refused = kind === 'write' ? this.#heldBackWrite() : await this.#refusedLogin();
    if (refused !== null) return refused;
    const first = await this.#sendOnce(request);
    const isOver = first.kind === 'response' && first.status === 401 && kind === 'read';
    if (!isOver || this.#isStanding(request)) return first;
    return (await this.#refusedLogin()) ?? this.#sendOnce(request);
  }

  /** Whether a 401 was the endpoint's own, so that another login would not help. */
  #isStanding(request: TransportRequest): boolean {
    return this.#isHeld() && this.#isOwnRefusal(endpointOf(request));
  }

  login(kind: 'read' | 'write' = 'read'): Promise<LoginOutcome> {
    this.#loggingIn ??= this.#loginOnce(kind).finally(() => {
      this.#loggingIn = null;
    });
    return this.#loggingIn;
  }

  async #loginOnce(kind: 'read' | 'write'): Promise<LoginOutcome> {
    const refusal = this.#budget.refusal(this.#nowMs(), kind);
    if (refusal !== null) {
      const { reason, retryAtMs } = refusal;
      return rejected({ form: 'not-sent', reason: this.#withLast(reason), retryAtMs });
    }
    const outcome = await this.#tryLogin();
    if (outcome.kind === 'accepted') {
      this.#lastFailure = null;
      return outcome;
    }
    this.#lastFailure = describeFailure(outcome);
    if (isRefusedLogin(outcome)) this.#budget.refuse(this.#nowMs());
    else this.#budget.fail(this.#nowMs());
    return outcome;
  }

  #withLast(text: string): string {
    return this.#lastFailure === null ? text : `${text}; the last one failed: ${this.#lastFailure}`;
  }

  async #refusedLogin(): Promise<TransportResult | null> {
    if (this.#isHeld()) return null;
    const outcome = await this.login();
    if (outcome.kind === 'accepted') return null;
    const reason = `Not logged in: ${describeFailure(outcome)}`;
    return { kind: 'not-sent', reason, ...retryOf(this.#budget.refusal(this.#nowMs())) };
  }

  /** A write does not wait for a login: it would leave later than whoever spaces writes has counted it. */
  #heldBackWrite(): TransportResult | null {
    if (this.#isHeld() && this.#loggingIn === null) return null;
    // Read before the login is begun: what it came to last is known, what it will come to is not.
    const isIdle = this.#loggingIn === null;
    const refusal = isIdle ? this.#budget.refusal(this.#nowMs(), 'write') : null;
    const yet = refusal === null ? 'Not logged in yet' : `Not logged in yet: ${refusal.reason}`;
    const reason = this.#withLast(yet);
    void this.login('write');
    return { kind: 'not-sent', reason, isTransient: true, ...retryOf(refusal) };
  }

  #isHeld(): boolean {
    const nowMs = this.#nowMs();
    if (this.#endsAtMs === null || this.#endsAtMs <= nowMs) return false;
    return this.#jar.value(this.#options.profile.session.cookieName, nowMs) !== null;
  }

  async #sendOnce(request: TransportRequest): Promise<TransportResult> {
    const generation = this.#generation;
    const headers = { ...request.headers, ...this.#heldHeaders() };
    const result = await this.#options.transport.send({ ...request, headers });
    if (result.kind === 'response' && this.#generation === generation) {
      this.#jar.keep(result.headers, this.#nowMs());
      this.#learnFrom(result.status, endpointOf(request));
    }
    return result;
  }

  #learnFrom(status: number, endpoint: string): void {
    // What comes late to a session that is over says nothing of the next.
    if (this.#endsAtMs === null) return;
    if (status === 200) {
      this.#isProven = true;
      this.#budget.succeed();
      this.#provedBy.add(endpoint);
      if (this.#refusedAlone === endpoint) this.#refusedAlone = null;
    }
    if (status === 401 && !this.#isOwnRefusal(endpoint)) this.#end(endpoint);
  }

  #end(endpoint: string): void {
    this.#endsAtMs = null;
    // Refused where others were let in: should it be so with a fresh session, too, it is no matter of the session.
    const isAlone = this.#isProven && !this.#provedBy.has(endpoint);
    if (isAlone || this.#isProven) this.#refusedAlone = isAlone ? endpoint : null;
    if (this.#isProven) return;
    this.#lastFailure = 'its session was refused at once (HTTP 401)';
    this.#budget.refuse(this.#nowMs());
  }

  #isOwnRefusal(endpoint: string): boolean {
    if (this.#refusedAlone !== endpoint) return false;
    // Where nothing else proves the session, it is given up after a while all the same.
    return this.#isProven || this.#nowMs() - this.#beganAtMs < UNPROVEN_MS_MAX;
  }

  async #tryLogin(): Promise<LoginOutcome> {
    const { transport, credentials, profile } = this.#options;
    const body = loginRequestWire.safeParse({
      phoneNumber: credentials.phoneNumber.reveal(),
      password: credentials.password.reveal(),
    });
    if (!body.success) return invalidRequest(body.error);
    this.#budget.spend(this.#nowMs());
    const held = profile.session.sendHeldOnLogin ? this.#heldHeaders() : {};
    return this.#begin(await postLogin(transport, body.data, held));
  }

  #begin(result: TransportResult): LoginOutcome {
    const body = successBody(result, this.#rules);
    if (!body.ok) return body.error;
    const nowMs = this.#nowMs();
    const jar = new CookieJar();
    if (result.kind === 'response') jar.keep(result.headers, nowMs);
    const { cookieName, endsAtIst } = this.#options.profile.session;
    if (jar.value(cookieName, nowMs) === null) {
      return mismatch(`The login was answered without the cookie "${cookieName}"`);
    }
    this.#jar = jar;
    this.#generation += 1;
    this.#isProven = false;
    this.#provedBy = new Set();
    this.#beganAtMs = nowMs;
    this.#endsAtMs = endsAtIst === null ? Infinity : nextSessionEndMs(nowMs, endsAtIst);
    return { kind: 'accepted', value: { message: this.scrub(loginMessage(body.value)) } };
  }

  #heldHeaders(): Readonly<Record<string, string>> {
    const { csrfCookieName, csrfHeader } = this.#options.profile.session;
    const nowMs = this.#nowMs();
    const cookie = this.#jar.header(nowMs);
    const csrf = this.#jar.value(csrfCookieName, nowMs);
    return {
      ...(cookie === null ? {} : { cookie }),
      ...(csrf === null ? {} : { [csrfHeader.toLowerCase()]: csrf }),
    };
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }
}

function retryOf(refusal: LoginRefusal | null): { readonly retryAtMs?: number } {
  return refusal === null ? {} : { retryAtMs: refusal.retryAtMs };
}

/** Method and path without its query. */
function endpointOf({ role, method, path }: TransportRequest): string {
  return `${role} ${method} ${path.split('?', 1)[0] ?? path}`;
}

/** Sends a login, with the session held before it where the profile wants that. */
function postLogin(
  transport: Transport,
  body: { readonly phoneNumber: string; readonly password: string },
  held: Readonly<Record<string, string>>,
): Promise<TransportResult> {
  return transport.send({
    role: 'auth',
    method: 'POST',
    path: '/login',
    headers: { ...held, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
