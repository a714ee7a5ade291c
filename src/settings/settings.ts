import { type Json } from '../base/json.ts';
import { type Problem } from '../base/problem.ts';
import { type Secret } from '../base/secret.ts';
import { type Protections, type RunPolicies } from '../model/runs/run-policies.ts';
import { type Mode } from '../model/runs/run.ts';
import { type ApiSettings } from './api-settings.ts';
import { type Stage } from '../model/runs/stage.ts';
import { type AlertSettings } from './alerts/build-alerts.ts';
import { type Brokers } from './broker-settings.ts';
import { type EngineSettings } from './engine-settings.ts';
import { type LiveSettings, type PreflightSettings } from './readiness-settings.ts';
import { type ReloadSettings } from './reload-settings.ts';
import { type HOST_NAMES } from './settings-schema.ts';

/** What a user configured, checked and complete. Frozen: nothing changes while a day runs. */
export interface Settings {
  /** The configuration file, absolute; null when there was none. */
  readonly file: string | null;
  /** @default 'paper' */
  readonly mode: Mode;
  /** Name of the account: part of tags and file names. @default 'default' */
  readonly account: string;
  readonly venue: VenueChoice;
  /** Further broker connections of the account, by name: their identifiers on the platform. @default none */
  readonly brokers: Brokers;
  /** Hosts, as URLs have them, that may be on a private network. @default none */
  readonly privateHosts: readonly string[];
  readonly profile: ProfileChoice;
  readonly strategies: readonly StrategyEntry[];
  readonly prices: PricesChoice;
  readonly simulator: SimulatorSettings;
  readonly engine: EngineSettings;
  /** Locks of the whole account. @default none */
  readonly accountProtections: Protections;
  /** Where journals are kept, absolute path. @default '.sauda' beside the configuration */
  readonly stateDirectory: string;
  /** Files that hold secrets which the configuration names, absolute paths. @default none */
  readonly secretFiles: readonly string[];
  /** How long the journal keeps a day, calendar days: 7 to 36,500. @default 1830, five years */
  readonly journalKeepDays: number;
  /** How long before the activation window and the first session `sauda daemon` opens a day, milliseconds. @default 15 minutes */
  readonly openBeforeMs: number;
  readonly api: ApiSettings;
  readonly preflight: PreflightSettings;
  readonly live: LiveSettings;
  readonly reload: ReloadSettings;
  /**
   * Late holidays and special sessions, to be merged into the market tables; under `updates` the tables that
   * `sauda tables update` has taken into the state directory. Null for none.
   */
  readonly calendar: Readonly<Record<string, Json>> | null;
  readonly logs: LogSettings;
  /** Whether days leave signed packs. Null: those of live, and those of a daemon. */
  readonly evidence: 'on' | 'off' | null;
  /**
   * Where strategies run on a wall clock: in a process of their own, or in the engine's. Days whose clock follows the program always
   * run them in its own process. Null: in a process of their own, where the clock goes at its natural pace.
   */
  readonly isolation: 'process' | 'none' | null;
  readonly outputs: {
    /** Journal of the day as JSON Lines, absolute path; null writes none. */
    readonly logPath: string | null;
  };
  readonly alerts: AlertSettings;
}

/** The log of what an account does, as JSON Lines. */
export interface LogSettings {
  /** Absolute; null where the configuration does not say: a daemon then has one in its state directory. */
  readonly directory: string | null;
  /** Lines below it are left out. @default 'info' */
  readonly level: 'debug' | 'info' | 'warning' | 'critical';
  /** Calendar days. @default 90 */
  readonly keepDays: number;
  /** Of one file. @default 67_108_864 */
  readonly bytesMax: number;
}

/** Where requests go. */
export type VenueChoice =
  | { readonly kind: 'simulator'; readonly brokerId: string | null }
  | {
      readonly kind: 'platform';
      readonly hosts: Hosts;
      readonly credentials: Credentials;
      /** Needed to place live orders. */
      readonly brokerId: string | null;
      /** Whether it is a simulator that takes the place of the account's platform for a while. @default false */
      readonly isRehearsal?: boolean;
    };

/** Base address of each host role: https, or http on loopback; without a slash at the end. */
export type Hosts = Readonly<Record<(typeof HOST_NAMES)[number], string>>;

/** Secrets as they were read. Null where the user gave none, or where reading was not asked for. */
export interface Credentials {
  readonly phoneNumber: Secret | null;
  readonly password: Secret | null;
  readonly webhookToken: Secret | null;
  readonly accessToken: Secret | null;
}

/** Which profile of the platform, and what differs from it. */
export interface ProfileChoice {
  /** A name of `config/profiles`, or an absolute path. @default 'openbroker' */
  readonly nameOrPath: string;
  readonly overrides: Readonly<Record<string, Json>>;
}

/** A strategy to run. */
export interface StrategyEntry {
  /** Absolute path. */
  readonly path: string;
  /** Why it cannot run, as where there is no such file. @default it can, as far as the configuration looked */
  readonly missing?: Problem;
  /** Over the strategy's defaults, key by key. */
  readonly params: Readonly<Record<string, Json>>;
  /** What differs from the default policies. */
  readonly policies: Partial<RunPolicies>;
  /** The broker connection that it trades through, over its own choice. @default its own, or the account's */
  readonly broker?: string;
  /** How far it is meant to go on a live account. @default null: it has no part in stages, and trades at full size */
  readonly goal?: Stage | null;
  /** Where a configuration gives the parameters; absent where none does. */
  readonly paramPlaces?: ParamPlaces;
}

/** Where parameters stand in a configuration; lines and columns from 1. */
export interface ParamPlaces {
  readonly file: string;
  readonly places: Readonly<Record<string, ParamPlace>>;
}

/** Where one parameter stands: its key, and its value. */
export interface ParamPlace {
  readonly key: { readonly line: number; readonly column: number };
  readonly value: { readonly line: number; readonly column: number };
}

/** Where quotes come from. */
export type PricesChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'simulator' }
  | { readonly kind: 'http'; readonly url: string }
  | {
      readonly kind: 'file';
      /** JSON Lines of quotes, absolute path. */ readonly path: string;
    };

/** The built-in simulator. */
export interface SimulatorSettings {
  /** When its day starts, epoch milliseconds; null starts it now. */
  readonly startAtMs: number | null;
  /** When that was, on the machine's wall clock; known of a simulator that runs already. @default when it is opened */
  readonly startedRealMs?: number;
  /** Simulated seconds per real second; `max` waits for nothing. @default 1 */
  readonly speed: number | 'max';
  /** The same between the trading days of `sauda daemon`. @default that of `speed` */
  readonly nightSpeed: number | 'max';
  /** @default 'sauda' */
  readonly seed: string;
  /** Minute bars of an index, absolute path; null generates prices. */
  readonly pricesPath: string | null;
  /** Underlyings with prices; with `pricesPath` exactly one. Null takes all that the tables know, or NIFTY for a file. */
  readonly underlyings: readonly string[] | null;
}

/** Five years: records of trades are to be kept for that long. */
const AUDIT_DAYS = 1826;

/** A setting that is allowed and likely a slip. */
export type SettingsWarning =
  | { readonly setting: 'lots-unbounded' }
  | { readonly setting: 'journal-keep-days'; readonly days: number };

/** What is allowed and likely a slip. */
export function settingsWarnings({
  mode,
  engine,
  journalKeepDays: days,
}: Pick<Settings, 'mode' | 'engine' | 'journalKeepDays'>): readonly SettingsWarning[] {
  if (mode !== 'live') return [];
  const warnings: SettingsWarning[] = [];
  // What is not set has a default that bounds it.
  if (engine.lotsPerRunMax === null && engine.lotsMax === null) {
    warnings.push({ setting: 'lots-unbounded' });
  }
  if (days < AUDIT_DAYS) warnings.push({ setting: 'journal-keep-days', days });
  return warnings;
}
