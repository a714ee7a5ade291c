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
  /** Code that must not run, as each life of the process finds it. @default none */
  readonly quarantine?: () => Quarantine;
  /** Told when the process fails by itself while it takes an answer. */
  readonly onThrow: (error: unknown) => void;
  readonly onStep: NonNullable<TradingDayOptions['onStep']>;
}

/** Makes the trading day of one life: what is composed for live and paper, on the drill's world. */
export function createDrillTrading(parts: DrillTradingParts): TradingDay {
  const { knowledge, oracle, machine, program, journal, quarantine, onStep } = parts;
  const { day, mode, account, brokerId, seed } = parts.plan;
  const { truth } = oracle.facts;
  const trading = new TradingDay({
    ...{ day, mode, account, brokerId, seed, knowledge, journal, onStep },
    strategies: program.strategies,
    venue: createDrillVenue(parts),
    clock: machine.processClock,
    requests: 'at-once',
    limits: program.limits,
    stores: createStrategyStores(),
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
  });
  // Until the next life takes them.
  takeStrays(trading);
  return trading;
}

/** Composes the adapters of a mode over the drill's transport. Quotes come from the market itself, at once. */
function createDrillVenue(parts: DrillTradingParts): Venue {
  const { plan, profile, machine, foresight } = parts;
  const isLive = plan.mode === 'live';
  const transport = isLive ? parts.transport : restrictToPaperRoutes(parts.transport);
  const session = createSession({
    transport,
    profile,
    clock: machine.processClock,
    credentials: {
      phoneNumber: new Secret('+910000000000'),
      password: new Secret(plan.secrets.password),
    },
  });
  const venue = isLive ? liveVenue(parts, session) : paperVenue({ ...parts, transport }, session);
  const held = <Answer>(answer: Answer | Promise<Answer>): Answer | Promise<Answer> =>
    answer instanceof Promise ? guarded(answer, parts.onThrow) : answer;
  return {
    ...venue,
    attempt: (attempt, atMs) => held(venue.attempt(attempt, atMs)),
    poll: (poll, atMs) => {
      if (isLive && poll.subject === 'quotes') return foresight.quotes(poll.symbols);
      const startedAtMs = machine.nowMs;
      const result = venue.poll(poll, atMs);
      if (!isLive) return held(result);
      if (!(result instanceof Promise)) return foresight.of(poll, result, startedAtMs);
      return held(result.then((answer) => foresight.of(poll, answer, startedAtMs)));
    },
  };
}

function liveVenue(
  { transport, profile, plan: { secrets } }: DrillTradingParts,
  session: PlatformSession,
): Venue {
  const accessToken = new Secret(secrets.accessToken);
  return createLiveVenue({
    name: 'drill',
    orders: createOrders({ session, profile }),
    contracts: createContracts({ session, profile }),
    prices: { ...NO_PRICES, history: pastOver(session) },
    positions: createLivePositions({ transport, profile, token: accessToken }),
    signals: createSignals({ transport, profile, token: new Secret(secrets.webhookToken) }),
  });
}

function paperVenue(
  { transport, profile, plan, knowledge, foresight }: DrillTradingParts,
  session: PlatformSession,
): Venue {
  const accessToken = new Secret(plan.secrets.accessToken);
  return createLocalPaperVenue({
    name: 'drill',
    calendar: knowledge.calendar,
    seed: plan.seed,
    contracts: createContracts({ session, profile }),
    prices: {
      quotes: (symbols) => Promise.resolve(foresight.quotes(symbols).outcome),
      history: pastOver(session),
    },
    positions: createPaperPositions({ transport, profile, token: accessToken }),
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
