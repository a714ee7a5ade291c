import { createSession } from '../../adapters/platform/auth/session.ts';
import { createContracts } from '../../adapters/platform/contracts/contracts.ts';
import { createOrders } from '../../adapters/platform/orders/orders.ts';
import { createLivePositions } from '../../adapters/platform/webhooks/live-positions.ts';
import { createPaperPositions } from '../../adapters/platform/webhooks/paper-positions.ts';
import { createSignals } from '../../adapters/platform/webhooks/signals.ts';
import { createHttpHistory } from '../../adapters/prices/http-history.ts';
import { type PlatformSession } from '../../adapters/shared/session.ts';
import { Secret } from '../../base/secret.ts';
import { type Quarantine } from '../../day/quarantine.ts';
import { createStrategyStores } from '../../day/strategy-stores.ts';
import { takeStrays } from '../../day/stray-runs.ts';
import { type TradingDayOptions } from '../../day/trading-day-options.ts';
import { TradingDay } from '../../day/trading-day.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Profile } from '../../model/orders/platform-profile.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type Clock } from '../../ports/clock.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type Prices } from '../../ports/prices.ts';
import { type Transport } from '../../ports/transport.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { createLiveVenue } from '../../venues/live-venue.ts';
import { restrictToPaperRoutes } from '../../venues/paper-routes.ts';
import { createLocalPaperVenue } from '../../venues/paper-venue.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type Oracle } from '../oracle/oracle.ts';
import { type Foresight } from '../world/foresight.ts';
import { type DrillProgram } from './drill-program.ts';
import { type Machine } from './machine.ts';

/** What program a drill says that it is. */
export const BUILD = 'drill';

/** What one life of a process trades with. */
export interface DrillTradingParts {
  readonly plan: DrillDayPlan;
  readonly knowledge: MarketKnowledge;
  readonly profile: Profile;
  readonly oracle: Oracle;
  readonly machine: Machine;
  readonly foresight: Foresight;
  readonly program: DrillProgram;
  readonly transport: Transport;
  readonly journal: ReadableJournal;
  readonly quarantine?: () => Quarantine;
  readonly onThrow: (error: unknown) => void;
  readonly onStep: NonNullable<TradingDayOptions['onStep']>;
}

/** Makes the trading day of one life: what is composed for live and paper, on the drill's world. */
export function createDrillTrading(parts: DrillTradingParts): TradingDay {
  const { plan, knowledge, profile, oracle, machine, foresight, program } = parts;
  const { transport, journal, quarantine, onThrow, onStep } = parts;
  const venue = createDrillVenue({
    mode: plan.mode,
    calendar: knowledge.calendar,
    seed: plan.seed,
    transport,
    profile,
    machine,
    credentials: { phoneNumber: '+910000000000', ...plan.secrets },
    foresight,
    onThrow,
  });
  const { truth } = oracle.facts;
  const trading = new TradingDay({
    day: plan.day,
    mode: plan.mode,
    account: plan.account,
    brokerId: plan.brokerId,
    seed: plan.seed,
    strategies: program.strategies,
    knowledge,
    venue,
    clock: machine.processClock,
    requests: 'at-once',
    limits: program.limits,
    stores: createStrategyStores(),
    journal,
    build: BUILD,
    ...(quarantine === undefined ? {} : { quarantine: quarantine() }),
    log: {
      take: ({ runId, index, command }) => {
        truth.takeCommand(runId, index, command);
      },
      count: () => 0,
      sha256: () => '',
    },
    onNotice: () => undefined,
    onStep,
  });
  // Until the next life takes them.
  takeStrays(trading);
  return trading;
}

interface DrillCredentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly webhookToken: string;
  readonly accessToken: string;
}

interface DrillVenueParts {
  readonly mode: Mode;
  readonly calendar: Calendar;
  readonly seed: string;
  readonly transport: Transport;
  readonly profile: Profile;
  readonly credentials: DrillCredentials;
  readonly machine: Machine;
  readonly foresight: Foresight;
  /** Told when the process fails by itself while it takes an answer. */
  readonly onThrow: (error: unknown) => void;
}

/** Composes the adapters of a mode over the drill's transport. Quotes come from the market itself, at once. */
function createDrillVenue(parts: DrillVenueParts): Venue {
  const { profile, credentials, machine, foresight } = parts;
  const transport =
    parts.mode === 'live' ? parts.transport : restrictToPaperRoutes(parts.transport);
  const clock: Clock = machine.processClock;
  const session = createSession({
    transport,
    profile,
    clock,
    credentials: {
      phoneNumber: new Secret(credentials.phoneNumber),
      password: new Secret(credentials.password),
    },
  });
  const venue =
    parts.mode === 'live'
      ? liveVenue(parts, session)
      : paperVenue({ ...parts, transport }, session);
  const held = <Answer>(answer: Answer | Promise<Answer>): Answer | Promise<Answer> =>
    answer instanceof Promise ? guarded(answer, parts.onThrow) : answer;
  return {
    ...venue,
    attempt: (attempt, atMs) => held(venue.attempt(attempt, atMs)),
    poll: (poll, atMs) => {
      if (parts.mode === 'live' && poll.subject === 'quotes') return foresight.quotes(poll.symbols);
      const startedAtMs = machine.nowMs;
      const result = venue.poll(poll, atMs);
      if (parts.mode === 'paper') return held(result);
      if (!(result instanceof Promise)) return foresight.of(poll, result, startedAtMs);
      return held(result.then((answer) => foresight.of(poll, answer, startedAtMs)));
    },
  };
}

function liveVenue(
  { transport, profile, credentials }: DrillVenueParts,
  session: PlatformSession,
): Venue {
  const { accessToken, webhookToken } = credentials;
  return createLiveVenue({
    name: 'drill',
    orders: createOrders({ session, profile }),
    contracts: createContracts({ session, profile }),
    prices: { ...NO_PRICES, history: pastOver(session) },
    positions: createLivePositions({ transport, profile, token: new Secret(accessToken) }),
    signals: createSignals({ transport, profile, token: new Secret(webhookToken) }),
  });
}

function paperVenue(parts: DrillVenueParts, session: PlatformSession): Venue {
  const { transport, profile, credentials, calendar, seed, foresight } = parts;
  return createLocalPaperVenue({
    name: 'drill',
    calendar,
    seed,
    contracts: createContracts({ session, profile }),
    prices: {
      quotes: (symbols) => Promise.resolve(foresight.quotes(symbols).outcome),
      history: pastOver(session),
    },
    positions: createPaperPositions({
      transport,
      profile,
      token: new Secret(credentials.accessToken),
    }),
  });
}

function pastOver(session: PlatformSession): NonNullable<Prices['history']> {
  const transport: Transport = { send: (request) => session.send(request, 'read') };
  return createHttpHistory({ transport, path: '/simulator/quotes/history' });
}

const NO_PRICES: Prices = {
  quotes: () =>
    Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason: 'No network' } }),
};

/**
 * The same promise, whose listeners may throw: what they throw goes to `onThrow` instead of being unhandled, as a
 * process that fails by itself would tell it with its last breath.
 */
function guarded<Value>(
  promise: Promise<Value>,
  onThrow: (error: unknown) => void,
): Promise<Value> {
  // Not by assignment: where built-ins are frozen, what a promise inherits cannot be assigned over.
  return Object.defineProperty(promise, 'then', {
    value: (listener: (value: Value) => unknown) =>
      Promise.prototype.then.call(promise, (value: Value) => {
        try {
          return listener(value);
        } catch (error) {
          onThrow(error);
          return undefined;
        }
      }),
  });
}
