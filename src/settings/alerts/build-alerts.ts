import { isLoopbackHost } from '../../base/loopback.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { Secret } from '../../base/secret.ts';
import { type Path, placeAt, shownText } from '../../text/finding.ts';
import { type BuildContext } from '../build-context.ts';
import { type CredentialReference, readCredential } from '../read-credentials.ts';
import { problemOfNumber } from '../network-settings.ts';
import { type RawSettings } from '../settings-schema.ts';

/** Who is called when something is wrong. */
export interface AlertSettings {
  /** Empty where none is configured, and where secrets were not read. */
  readonly channels: readonly AlertChannelSettings[];
  /** Of all that are configured, those too that are left out where no secrets are read. */
  readonly channelNames: readonly string[];
  /** Called while the program is well. @default null */
  readonly deadMan: {
    readonly url: Secret;
    readonly everyMs: number;
    readonly privateHosts: readonly string[];
  } | null;
  /** How long after a message the next one comes while no one acknowledges the alert. @default 5, 15 and 60 minutes */
  readonly repeatsMs: readonly number[];
  /** Most messages in a minute. @default 20 */
  readonly perMinuteMax: number;
  /** How late a day may open. @default 600,000 */
  readonly opensWithinMs: number;
  /** Less free space than this beside the journal is an alert. @default 512 MiB */
  readonly diskFreeBytesMin: number;
}

/** One way to reach a person. */
export type AlertChannelSettings = {
  readonly name: string;
  /** What is less severe is not sent. @default 'warning' */
  readonly severity: 'info' | 'warning' | 'critical';
  /** When only what is critical is sent, minutes of the IST day: from (included) until (excluded). @default null */
  readonly quietHours: { readonly fromMinutes: number; readonly untilMinutes: number } | null;
  /** @default 10,000 */
  readonly timeoutMs: number;
  /** See `Settings`. */
  readonly privateHosts: readonly string[];
} & (
  | { readonly kind: 'webhook'; readonly url: Secret; readonly secret: Secret }
  | {
      readonly kind: 'telegram';
      readonly host: string;
      readonly token: Secret;
      readonly chat: string;
    }
  | { readonly kind: 'slack'; readonly url: Secret }
  | {
      readonly kind: 'email';
      readonly host: string;
      readonly port: number;
      readonly tls: 'implicit' | 'starttls' | 'none';
      readonly login: { readonly user: string; readonly password: Secret } | null;
      readonly from: string;
      readonly to: readonly string[];
    }
  | {
      readonly kind: 'command';
      /** The program by its absolute path, and its arguments. */
      readonly command: readonly [string, ...string[]];
      /** Names of the variables that it may see. */
      readonly environment: readonly string[];
    }
);

type RawAlerts = RawSettings['alerts'];
type RawChannel = RawAlerts['channels'][string];

/** Reads what a section says; what cannot be used is added to the problems. */
export function buildAlerts(
  { alerts: raw, network: { privateHosts } }: Pick<RawSettings, 'alerts' | 'network'>,
  context: BuildContext,
  problems: Problem[],
): AlertSettings {
  const reader = new SecretReader(context, problems, privateHosts);
  const channels = context.readsSecrets
    ? Object.entries(raw.channels).flatMap(([name, of]) => {
        const built = buildChannel(name, of, reader);
        return built === null ? [] : [built];
      })
    : [];
  return {
    channels,
    channelNames: Object.keys(raw.channels),
    deadMan: buildDeadMan(raw, context, reader),
    repeatsMs: raw.repeat,
    perMinuteMax: raw.perMinute,
    opensWithinMs: raw.opensWithin,
    diskFreeBytesMin: raw.diskFreeMiB * 1024 * 1024,
  };
}

function buildDeadMan(
  { deadMan }: RawAlerts,
  { readsSecrets }: BuildContext,
  reader: SecretReader,
): AlertSettings['deadMan'] {
  if (deadMan === undefined || !readsSecrets) return null;
  const url = reader.address(deadMan.url, ['alerts', 'deadMan', 'url']);
  const { privateHosts } = reader;
  return url === null ? null : { url, everyMs: deadMan.every, privateHosts };
}

/** Null where something is wrong with it. */
function buildChannel(
  name: string,
  raw: RawChannel,
  reader: SecretReader,
): AlertChannelSettings | null {
  const { severity, timeout: timeoutMs } = raw;
  const { privateHosts } = reader;
  const quietHours = quietHoursOf(raw.quietHours);
  const own = { name, severity, timeoutMs, quietHours, privateHosts };
  const at = (key: string): Path => ['alerts', 'channels', name, key];
  switch (raw.kind) {
    case 'webhook':
      return buildWebhook(own, raw, { reader, at });
    case 'telegram': {
      const token = reader.secret(raw.token, at('token'));
      const { kind, host, chat } = raw;
      reader.checkNumber(host, at('host'));
      return token === null ? null : { ...own, kind, host, token, chat };
    }
    case 'slack': {
      const url = reader.address(raw.url, at('url'));
      return url === null ? null : { ...own, kind: raw.kind, url };
    }
    case 'email':
      return buildEmail(own, raw, { reader, at: at('server') });
    case 'command': {
      const command = reader.program(raw.command, at('command'));
      const { kind, environment } = raw;
      return command === null ? null : { ...own, kind, command, environment };
    }
  }
}

type Own = Pick<
  AlertChannelSettings,
  'name' | 'severity' | 'quietHours' | 'timeoutMs' | 'privateHosts'
>;

function buildWebhook(
  own: Own,
  { kind, url: address, secret: reference }: Extract<RawChannel, { kind: 'webhook' }>,
  { reader, at }: { readonly reader: SecretReader; readonly at: (key: string) => Path },
): AlertChannelSettings | null {
  const url = reader.address(address, at('url'));
  const secret = reader.secret(reference, at('secret'));
  return url === null || secret === null ? null : { ...own, kind, url, secret };
}

function buildEmail(
  own: Own,
  { kind, server, from, to }: Extract<RawChannel, { kind: 'email' }>,
  { reader, at }: { readonly reader: SecretReader; readonly at: Path },
): AlertChannelSettings | null {
  const { host, port, tls, user } = server;
  if (tls === 'none' && !isLoopbackHost(host)) {
    reader.refuse(at, problem('Mail without TLS', { allowed: 'a mail server on this machine' }));
    return null;
  }
  reader.checkNumber(`https://${host}/`, at);
  if ((user === undefined) !== (server.password === undefined)) {
    reader.refuse(at, problem('A mail server takes "user" and "password" together'));
    return null;
  }
  const rest = { ...own, kind, host, port, tls, from, to };
  if (user === undefined || server.password === undefined) return { ...rest, login: null };
  const password = reader.secret(server.password, [...at, 'password']);
  return password === null ? null : { ...rest, login: { user, password } };
}

function quietHoursOf(text: string | undefined): AlertChannelSettings['quietHours'] {
  if (text === undefined) return null;
  const [fromMinutes = 0, untilMinutes = 0] = text.split('-').map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { fromMinutes, untilMinutes };
}

/** Reads secrets and notes the problems of those that cannot be used. */
class SecretReader {
  readonly privateHosts: readonly string[];
  readonly #context: BuildContext;
  readonly #problems: Problem[];

  constructor(context: BuildContext, problems: Problem[], privateHosts: readonly string[]) {
    this.#context = context;
    this.#problems = problems;
    this.privateHosts = privateHosts;
  }

  secret(reference: CredentialReference, at: Path): Secret | null {
    const { absolute, environment } = this.#context;
    const { file } = reference;
    const read = readCredential(
      file === undefined ? reference : { file: absolute(file) },
      environment,
    );
    if (read.ok) return read.value;
    if (!this.#context.mayLackSecrets) this.refuse(at, read.error);
    return null;
  }

  /** An address is a secret too: who knows it may write there. */
  address(of: string | CredentialReference, at: Path): Secret | null {
    const secret = typeof of === 'string' ? new Secret(of) : this.secret(of, at);
    if (secret === null) return null;
    if (isUsable(secret.reveal())) {
      this.checkNumber(secret.reveal(), at);
      return secret;
    }
    const allowed = 'https://…, or http:// on localhost; no user';
    this.refuse(at, problem('Not a usable address', { allowed }));
    return null;
  }

  /** Notes an address whose host is a number at which nothing will be reached. */
  checkNumber(url: string, at: Path): void {
    const found = problemOfNumber(url, this.privateHosts);
    if (found !== null) this.refuse(at, found);
  }

  program(
    [program = '', ...args]: readonly string[],
    at: Path,
  ): readonly [string, ...string[]] | null {
    const path = this.#context.absolute(program);
    if (this.#context.exists(path)) return [path, ...args];
    const allowed = 'a path from the directory of the configuration, or an absolute one';
    this.refuse(at, problem('No such program', { found: shownText(program), allowed }));
    return null;
  }

  refuse(at: Path, of: Problem): void {
    const { source } = this.#context;
    this.#problems.push({ ...of, file: source.file, ...placeAt(source, at) });
  }
}

function isUsable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
