import { type PollResult } from '../../engine/event.ts';
import { type Venue } from '../../kernel/venue.ts';
import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { type ContractsSight, type LoginSight, type PricesSight } from './sight.ts';

type Failed = Exclude<Outcome<never>, { readonly kind: 'accepted' }>;

/** What the polls of a day last brought, as far as the checks look at it. */
export class PolledSight {
  login: LoginSight;
  prices: PricesSight;
  readonly contracts = new Map<string, ContractsSight>();
  /** A local book answers about orders without a session. */
  readonly #areOrdersLocal: boolean;

  /** @param known - what is known before the first poll */
  constructor(known: Pick<PolledSight, 'login' | 'prices'>, areOrdersLocal: boolean) {
    this.login = known.login;
    this.prices = known.prices;
    this.#areOrdersLocal = areOrdersLocal;
  }

  /** Takes in what a poll brought. Whether it was about contracts. */
  take(result: PollResult, nowMs: number): boolean {
    switch (result.subject) {
      case 'contracts':
        this.#takeLogin(result.outcome, nowMs);
        this.#takeContracts(result, nowMs);
        return true;
      case 'quotes':
        this.#takeQuotes(result, nowMs);
        return false;
      case 'orders':
      case 'orders-of-tag':
        if (!this.#areOrdersLocal) this.#takeLogin(result.outcome, nowMs);
        return false;
      case 'history':
        return false;
    }
  }

  /** A request that timed out says nothing of the session. */
  #takeLogin(outcome: Outcome<unknown>, atMs: number): void {
    if (outcome.kind === 'accepted') this.login = { state: 'valid', atMs };
    else if (isOfSession(outcome)) {
      this.login = { state: 'refused', detail: describeFailure(outcome) };
    }
  }

  /** A good list stays good for the day: the engine polls again, and the platform refuses what is not listed. */
  #takeContracts(
    { underlying, outcome }: Extract<PollResult, { subject: 'contracts' }>,
    atMs: number,
  ): void {
    if (outcome.kind === 'accepted') {
      const { contracts } = outcome.value;
      this.contracts.set(underlying, { state: 'listed', atMs, contracts });
      return;
    }
    const earlier = this.contracts.get(underlying);
    if (earlier?.state === 'listed') return;
    const sinceMs = earlier?.sinceMs ?? atMs;
    this.contracts.set(underlying, { state: 'failed', detail: describeFailure(outcome), sinceMs });
  }

  #takeQuotes({ outcome }: Extract<PollResult, { subject: 'quotes' }>, atMs: number): void {
    if (outcome.kind !== 'accepted') {
      const sinceMs = this.prices.state === 'failed' ? this.prices.sinceMs : atMs;
      this.prices = { state: 'failed', detail: describeFailure(outcome), sinceMs };
      return;
    }
    const earlier = this.prices.state === 'answered' ? this.prices.newestMs : null;
    const newestMs = outcome.value.reduce(
      (newest: number | null, quote) => Math.max(newest ?? -Infinity, quote.atMs),
      earlier,
    );
    this.prices = { state: 'answered', atMs, newestMs };
  }
}

function isOfSession(outcome: Failed): boolean {
  if (outcome.kind === 'unknown') return false;
  const { rejection } = outcome;
  // No login may be tried for a while: the last ones failed.
  if (rejection.form === 'not-sent') return rejection.retryAtMs !== undefined;
  return 'status' in rejection && (rejection.status === 401 || rejection.status === 403);
}

/** A venue whose polls are seen before the engine sees them. */
export function tapPolls(venue: Venue, onPoll: (result: PollResult, atMs: number) => void): Venue {
  return {
    ...venue,
    poll: (poll, atMs) => {
      const answer = venue.poll(poll, atMs);
      if (!(answer instanceof Promise)) {
        onPoll(answer, atMs);
        return answer;
      }
      return answer.then((result) => {
        onPoll(result, atMs);
        return result;
      });
    },
  };
}
