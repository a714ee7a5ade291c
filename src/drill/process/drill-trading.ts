import { type Quarantine } from '../../day/quarantine.ts';
import { createStrategyStores } from '../../day/strategy-stores.ts';
import { takeStrays } from '../../day/stray-runs.ts';
import { TradingDay } from '../../day/trading-day.ts';
import { type StepWatch } from '../../day/watch-steps.ts';
import { type Profile } from '../../model/orders/platform-profile.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type Transport } from '../../ports/transport.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type Oracle } from '../oracle/oracle.ts';
import { type Foresight } from '../world/foresight.ts';
import { type DrillProgram } from './drill-program.ts';
import { createDrillVenue } from './drill-venue.ts';
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
  readonly onStep: StepWatch['take'];
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
      take: (entry) => {
        if (entry.kind === 'command') truth.takeCommand(entry.runId, entry.index, entry.command);
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
