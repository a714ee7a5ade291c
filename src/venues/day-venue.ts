import { systemClock } from '../adapters/system/machine-time.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { Secret } from '../base/secret.ts';
import { VirtualClock } from '../kernel/clocks.ts';
import { type Profile } from '../model/orders/platform-profile.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { loadProfile } from '../settings/profile.ts';
import { type Settings } from '../settings/settings.ts';
import { connectLive } from './connect-live.ts';
import { connectPaper } from './connect-paper.ts';
import { type ConnectedVenue, loginOf, type PlatformAccess } from './open-connection.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';
import { type RunningSimulator, startSimulator } from './simulated-world.ts';
import { timeBeside, type WallTime } from './time-beside.ts';

/** What a day trades on, with the clock that goes with it. */
export interface DayVenue extends ConnectedVenue {
  readonly brokerId: string;
  /** Most elements that the platform takes in one call of any kind. */
  readonly callElementsMax: number;
  /** Paced when the built-in simulator shares the clock, else the wall, or a scaled one beside a simulator of its own. */
  readonly time:
    | { readonly kind: 'paced'; readonly clock: VirtualClock; readonly speed: number | 'max' }
    | WallTime;
  /** The built-in simulator; null on a platform. */
  readonly simulator: RunningSimulator | null;
  readonly assumptions: readonly string[];
  readonly close: () => Promise<void>;
}

/** The built-in simulator with its clock. It may outlive a day: what is carried overnight is in it. */
export interface BuiltInSimulator {
  readonly clock: VirtualClock;
  readonly running: RunningSimulator;
}

/** Starts the built-in simulator at its time. */
export async function startBuiltIn(
  settings: Settings,
  knowledge: MarketKnowledge,
): Promise<Result<BuiltInSimulator, RunRefusal>> {
  const { startAtMs, seed, pricesPath, underlyings } = settings.simulator;
  const clock = new VirtualClock(startAtMs ?? systemClock.nowMs());
  const underlying = underlyings?.[0] ?? null;
  const { brokers } = settings;
  const parts = { knowledge, clock, seed, pricesPath, underlying };
  const named = Object.keys(brokers).length === 0 ? {} : { brokers };
  const started = await startSimulator({ ...parts, ...named });
  if (!started.ok) return fail({ kind: 'configuration', problems: started.error });
  return ok({ clock, running: started.value });
}

/**
 * Opens the venue that the settings name. Nothing is sent to it. A built-in simulator that is given stays open when the
 * venue is closed.
 *
 * @throws {ConfigurationError} when the profile cannot be used
 */
export async function openDayVenue(
  settings: Settings,
  knowledge: MarketKnowledge,
  builtIn: BuiltInSimulator | null = null,
): Promise<Result<DayVenue, RunRefusal>> {
  const profile = loadProfile(settings.profile.nameOrPath, settings.profile.overrides);
  const { venue } = settings;
  if (venue.kind === 'platform') return openPlatform({ ...settings, venue }, knowledge, profile);
  if (builtIn !== null) return ok(openSimulated(settings, knowledge, { profile, builtIn }));
  const started = await startBuiltIn(settings, knowledge);
  if (!started.ok) return started;
  const opened = openSimulated(settings, knowledge, { profile, builtIn: started.value });
  const close = async (): Promise<void> => {
    await opened.close();
    await started.value.running.close();
  };
  return ok({ ...opened, close });
}

function openSimulated(
  settings: Settings,
  knowledge: MarketKnowledge,
  { profile, builtIn }: { readonly profile: Profile; readonly builtIn: BuiltInSimulator },
): DayVenue {
  const { clock, running: simulator } = builtIn;
  const { phoneNumber, password, webhookToken, accessToken } = simulator.simulator.credentials;
  const credentials = {
    phoneNumber: new Secret(phoneNumber),
    password: new Secret(password),
    webhookToken: new Secret(webhookToken),
    accessToken: new Secret(accessToken),
  };
  const { prices } = settings;
  const access = { hosts: simulator.addresses, profile, credentials, prices, clock };
  const name = 'built-in simulator';
  const { venue, connection } = connect(settings, knowledge, { name, access });
  return {
    venue,
    connection,
    brokerId: settings.venue.brokerId ?? simulator.simulator.brokerId,
    callElementsMax: profile.limits.cancelBatchMax,
    time: { kind: 'paced', clock, speed: settings.simulator.speed },
    simulator,
    assumptions: simulator.assumptions,
    close: connection.close,
  };
}

function openPlatform(
  settings: Settings & { readonly venue: { readonly kind: 'platform' } },
  knowledge: MarketKnowledge,
  profile: Profile,
): Result<DayVenue, RunRefusal> {
  const { hosts, brokerId } = settings.venue;
  const login = loginOf(settings.venue, settings.file);
  if (!login.ok) return login;
  if (brokerId === null && settings.mode === 'live') {
    return refusal('configuration', 'Cannot place live orders without "brokerId"', {
      file: settings.file,
      allowed: 'the identifier of your broker connection on the platform',
    });
  }
  const time = timeBeside(settings, knowledge);
  if (!time.ok) return time;
  const { clock, platformClock } = time.value;
  const access: PlatformAccess = {
    hosts,
    profile,
    credentials: login.value,
    prices: settings.prices,
    privateHosts: settings.privateHosts,
    clock,
    platformClock,
  };
  const { venue, connection } = connect(settings, knowledge, { name: 'platform', access });
  return ok({
    venue,
    connection,
    brokerId: brokerId ?? 'paper',
    callElementsMax: profile.limits.cancelBatchMax,
    time: time.value,
    simulator: null,
    assumptions: [],
    close: connection.close,
  });
}

function connect(
  settings: Settings,
  { calendar }: MarketKnowledge,
  { name, access }: { readonly name: string; readonly access: PlatformAccess },
): ConnectedVenue {
  if (settings.mode === 'live') return connectLive(name, access);
  return connectPaper({ name, access, calendar, seed: settings.simulator.seed });
}
