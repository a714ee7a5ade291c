import { deepFreeze } from '../base/deep-freeze.ts';
import { counted } from '../base/counted.ts';
import { isPhoneNumber, PHONE_NUMBER_ALLOWED } from '../model/orders/phone-number.ts';
import { type Checked, ConfigurationError, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { type Secret } from '../base/secret.ts';
import { type Path, placeFinding, placeAt } from '../text/finding.ts';
import { apiSettings } from './api-settings.ts';
import { buildAlerts } from './alerts/build-alerts.ts';
import { brokerNamed } from './broker-settings.ts';
import { type BuildContext } from './build-context.ts';
import { engineSettings } from './engine-settings.ts';
import { keptTables, type KeptTables } from './market/kept-tables.ts';
import { nearestFile } from './names-in.ts';
import { buildPolicies, buildProtections } from './policies.ts';
import { isShippedProfile, loadProfile } from './profile.ts';
import { privateNumbers } from './network-settings.ts';
import { liveSettings, preflightSettings } from './readiness-settings.ts';
import { reloadSettings } from './reload-settings.ts';
import { type CredentialReference, readCredential } from './read-credentials.ts';
import { HOST_NAMES, type RawSettings } from './settings-schema.ts';
import {
  type Credentials,
  type Hosts,
  type ParamPlace,
  type ParamPlaces,
  type PricesChoice,
  type ProfileChoice,
  type Settings,
  type StrategyEntry,
  type VenueChoice,
} from './settings.ts';

/** Turns a checked configuration into settings: paths made absolute, files looked for, secrets read. */
export function buildSettings(raw: RawSettings, context: BuildContext): Checked<Settings> {
  const problems: Problem[] = [];
  const file = fileFinder(context, problems);
  const venue = buildVenue(raw, context, problems);
  problems.push(...privateNumbers(urlsIn(raw), context, raw.network.privateHosts));
  const pricesPath = raw.simulator.prices;
  const stateDirectory = context.absolute(raw.state.directory);
  const kept = keptTables(stateDirectory);
  if (!kept.ok && !context.isPart) problems.push(...kept.error);
  const settings: Settings = {
    file: context.file,
    mode: raw.mode,
    account: raw.account,
    venue,
    privateHosts: raw.network.privateHosts,
    profile: {
      nameOrPath: /[./\\]/.test(raw.platform.profile)
        ? file(raw.platform.profile, ['platform', 'profile'])
        : raw.platform.profile,
      overrides: raw.platform.profileOverrides,
    },
    strategies: strategyEntries(raw, context),
    prices: buildPrices(raw.prices, venue, file),
    simulator: {
      startAtMs: raw.simulator.at ?? null,
      speed: raw.simulator.speed,
      nightSpeed: nightSpeedOf(raw.simulator),
      seed: String(raw.simulator.seed),
      pricesPath: pricesPath === undefined ? null : file(pricesPath, ['simulator', 'prices']),
      underlyings: raw.simulator.underlyings ?? null,
    },
    engine: engineSettings(raw),
    accountProtections: buildProtections(raw.protections),
    stateDirectory,
    secretFiles: secretFilesIn([raw.platform.credentials, raw.alerts], context),
    journalKeepDays: raw.journal.keepDays,
    openBeforeMs: raw.daemon.openBefore,
    api: apiSettings(raw.api),
    preflight: preflightSettings(raw.preflight),
    live: liveSettings(raw.live),
    calendar: withUpdates(raw.calendar, kept.ok ? kept.value : []),
    logs: buildLogs(raw.logs, context),
    ...choicesOf(raw),
    outputs: buildOutputs(raw.outputs, context),
    alerts: buildAlerts(raw, context, problems),
  };
  if (problems.length === 0) problems.push(...profileProblems(settings.profile, context));
  return problems.length > 0 ? fail(problems) : ok(deepFreeze(settings));
}

/** Every `{file: PATH}` anywhere in sections that know no other use of it. */
function secretFilesIn(section: unknown, context: BuildContext): readonly string[] {
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section).flatMap(([key, value]: [string, unknown]) =>
    key === 'file' && typeof value === 'string'
      ? [context.absolute(value)]
      : secretFilesIn(value, context),
  );
}

/** Addresses of the platform and its prices, and where they stand. */
function urlsIn({ platform, prices }: RawSettings): Parameters<typeof privateNumbers>[0] {
  const hosts = HOST_NAMES.map(
    (role) => [platform.hosts[role], ['platform', 'hosts', role]] as const,
  );
  const gateway = typeof prices === 'object' ? prices.http : undefined;
  return [...hosts, [gateway, ['prices', 'http']]];
}

function strategyEntries(
  { strategies, brokers, brokerId }: RawSettings,
  context: BuildContext,
): readonly StrategyEntry[] {
  const known = { ...context, brokers, brokerId };
  return strategies.map((entry, index) => strategyEntry(entry, index, known));
}

/** A file that is not there, or a broker that is not known, keeps its strategy from running, and nothing else of the configuration from being used. */
function strategyEntry(
  entry: RawSettings['strategies'][number],
  index: number,
  { brokers, brokerId, ...context }: BuildContext & Pick<RawSettings, 'brokers' | 'brokerId'>,
): StrategyEntry {
  const at = ['strategies', index];
  const problems: Problem[] = [];
  const file = fileFinder(context, problems);
  const path = typeof entry === 'string' ? file(entry, at) : file(entry.path, [...at, 'path']);
  const broker = typeof entry === 'string' ? undefined : entry.policies.broker;
  if (broker !== undefined) {
    const place = placeAt(context.source, [...at, 'policies', 'broker']);
    const { file: named } = context.source;
    const known = brokerNamed(broker, brokers, { file: named, ...place, brokerId });
    if (!known.ok) problems.push(known.error);
  }
  const [missing] = problems;
  const found = { path, ...(missing === undefined ? {} : { missing }) };
  if (typeof entry === 'string') return { ...found, params: {}, policies: {} };
  return {
    ...found,
    params: entry.params,
    policies: buildPolicies(entry.policies),
    ...(broker === undefined ? {} : { broker }),
    goal: entry.policies.stage ?? null,
    paramPlaces: placesOf(entry.params, index, context),
  };
}

/** What is as it was written, or has another default from day to day. */
function choicesOf(
  raw: Pick<RawSettings, 'brokers' | 'evidence' | 'isolation' | 'reload' | 'mode'>,
): Pick<Settings, 'brokers' | 'evidence' | 'isolation' | 'reload'> {
  return {
    brokers: raw.brokers,
    evidence: raw.evidence ?? null,
    isolation: raw.isolation ?? null,
    reload: reloadSettings(raw.reload, raw.mode),
  };
}

function nightSpeedOf({ speed, nightSpeed = speed }: RawSettings['simulator']): number | 'max' {
  return nightSpeed;
}

function buildOutputs(
  { log }: RawSettings['outputs'],
  { absolute }: BuildContext,
): Settings['outputs'] {
  return { logPath: log === undefined ? null : absolute(log) };
}

function buildLogs(
  { directory, maxBytes: bytesMax, ...rest }: RawSettings['logs'],
  { absolute }: BuildContext,
): Settings['logs'] {
  return { ...rest, bytesMax, directory: directory === undefined ? null : absolute(directory) };
}

/** What the configuration says of the calendar, and the tables that were taken. */
function withUpdates(
  calendar: RawSettings['calendar'],
  kept: readonly Pick<KeptTables, 'name' | 'sha256' | 'json'>[],
): Settings['calendar'] {
  if (kept.length === 0) return calendar ?? null;
  return { ...calendar, updates: kept.map(({ name, sha256, json }) => ({ name, sha256, json })) };
}

function placesOf(
  params: Readonly<Record<string, unknown>>,
  index: number,
  { source }: BuildContext,
): ParamPlaces {
  const places = Object.keys(params).map((name): [string, ParamPlace] => {
    const at = ['strategies', index, 'params', name];
    return [name, { key: placeAt(source, at, true), value: placeAt(source, at) }];
  });
  return { file: source.file, places: Object.fromEntries(places) };
}

/** @throws errors that are not the user's */
function profileProblems(
  { nameOrPath, overrides }: ProfileChoice,
  { source }: BuildContext,
): readonly Problem[] {
  // What ships has been checked, and most commands have no use for it.
  if (isShippedProfile(nameOrPath) && Object.keys(overrides).length === 0) return [];
  try {
    loadProfile(nameOrPath, overrides);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const place = { file: source.file, ...placeAt(source, ['platform', 'profile']) };
    return error.problems.map((of) => (of.file === null ? { ...of, ...place } : of));
  }
}

type FileFinder = (path: string, at: Path) => string;

/** Makes paths absolute and notes those at which there is no file, with the nearest name in that directory. */
function fileFinder(context: BuildContext, problems: Problem[]): FileFinder {
  return (path, at) => {
    const absolute = context.absolute(path);
    if (!context.exists(absolute)) {
      const parts = {
        found: `"${path}"`,
        allowed: 'a path from the directory of the configuration, or an absolute one',
        nearest: nearestFile(absolute),
      };
      problems.push(placeFinding({ path: at, message: 'No such file', parts }, context.source));
    }
    return absolute;
  };
}

function buildVenue(raw: RawSettings, context: BuildContext, problems: Problem[]): VenueChoice {
  const brokerId = raw.brokerId ?? null;
  const { hosts } = raw.platform;
  if (!hasAllHosts(hosts)) return { kind: 'simulator', brokerId };
  return {
    kind: 'platform',
    hosts,
    credentials: buildCredentials(raw, context, problems),
    brokerId,
  };
}

function hasAllHosts(hosts: RawSettings['platform']['hosts']): hosts is Hosts {
  return HOST_NAMES.every((role) => hosts[role] !== undefined);
}

function buildCredentials(
  raw: RawSettings,
  context: BuildContext,
  problems: Problem[],
): Credentials {
  const read = (name: keyof Credentials): Credentials[keyof Credentials] => {
    const reference = raw.platform.credentials[name];
    if (reference === undefined || !context.readsSecrets) return null;
    const secret = readCredential(absoluteReference(reference, context), context.environment);
    const found = secret.ok ? malformed(name, secret.value) : secret.error;
    if (secret.ok && found === null) return secret.value;
    if (found === null || (!secret.ok && context.mayLackSecrets)) return null;
    const place = placeAt(context.source, ['platform', 'credentials', name]);
    problems.push({ ...found, file: context.source.file, ...place });
    return null;
  };
  return {
    phoneNumber: read('phoneNumber'),
    password: read('password'),
    webhookToken: read('webhookToken'),
    accessToken: read('accessToken'),
  };
}

/** A phone number that no login takes; null where nothing is known against a secret. Nothing of it is shown. */
function malformed(name: keyof Credentials, secret: Secret): Problem | null {
  const text = secret.reveal();
  if (name !== 'phoneNumber' || isPhoneNumber(text)) return null;
  return problem('Not a phone number: "platform.credentials.phoneNumber"', {
    found: `${counted(text.length, 'character')}, ${text.startsWith('+') ? 'not all digits after the +, or too few or many' : 'no + at the start'}`,
    allowed: `${PHONE_NUMBER_ALLOWED}: the country first, without spaces`,
    next: 'Correct it where it is kept',
  });
}

function absoluteReference(
  reference: CredentialReference,
  context: BuildContext,
): CredentialReference {
  return reference.file === undefined ? reference : { file: context.absolute(reference.file) };
}

function buildPrices(
  raw: RawSettings['prices'],
  venue: VenueChoice,
  file: FileFinder,
): PricesChoice {
  if (raw === undefined) return { kind: venue.kind === 'simulator' ? 'simulator' : 'none' };
  if (typeof raw === 'string') return { kind: raw };
  if (raw.http !== undefined) return { kind: 'http', url: raw.http };
  if (raw.file !== undefined) return { kind: 'file', path: file(raw.file, ['prices', 'file']) };
  return { kind: 'simulator' };
}
