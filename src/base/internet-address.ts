import { lazily } from './lazily.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * Where an internet address leads:
 *
 * - public: anywhere on the internet.
 * - loopback: this machine.
 * - private: a network that only its members reach.
 * - never: no server of anyone's that trades: metadata of a cloud, link-local, unspecified, multicast, reserved.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'never';

/** The first that fits decides. */
const RANGES: readonly (readonly [
  start: string,
  bits: number,
  kind: Exclude<AddressKind, 'public'>,
])[] = [
  // Metadata services of clouds that lie within private ranges.
  ['100.100.100.200', 32, 'never'],
  ['192.0.0.192', 32, 'never'],
  ['fd00:ec2::254', 128, 'never'],
  ['0.0.0.0', 8, 'never'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'never'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'private'],
  ['192.0.2.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['198.51.100.0', 24, 'private'],
  ['203.0.113.0', 24, 'private'],
  ['224.0.0.0', 3, 'never'],
  ['::1', 128, 'loopback'],
  // Addresses of the other kind within, but for those of `EMBEDDING`.
  ['::', 96, 'never'],
  ['64:ff9b:1::', 48, 'never'],
  ['2001::', 32, 'never'],
  ['2001:db8::', 32, 'private'],
  ['2002::', 16, 'never'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'never'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'never'],
];
/** Prefixes of 96 bits before an address of the old kind: mapped, and of NAT64. */
const EMBEDDING = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

const ranges = lazily(() =>
  RANGES.map(([start, bits, kind]) => ({ start: bitsOf(start) ?? '', bits, kind })),
);

/** Where an address leads; null for a text that is not one. Brackets and a zone (`%eth0`) are passed over. */
export function addressKind(text: string): AddressKind | null {
  const bits = bitsOf(text);
  if (bits === null) return null;
  const found = ranges().find(
    (range) =>
      range.start.length === bits.length &&
      range.start.slice(0, range.bits) === bits.slice(0, range.bits),
  );
  return found?.kind ?? 'public';
}

/**
 * Whether a host may be reached at an address: a public one always, this machine where the host is named so, another private one
 * only where `privateHosts` has the host as it stands in a URL.
 */
export function mayReach(
  host: string,
  address: string,
  privateHosts: readonly string[] = [],
): boolean {
  const kind = addressKind(address);
  // Plain HTTP is allowed to a loopback host, so that no such name may lead elsewhere.
  if (isLoopbackHost(host) || isLoopbackHost(`[${host}]`)) return kind === 'loopback';
  if (kind === 'public') return true;
  return (kind === 'private' || kind === 'loopback') && privateHosts.includes(host);
}

/** Ones and zeros: 32 or 128 of them; null for a text that is no address. */
function bitsOf(text: string): string | null {
  const address = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return address.includes(':') ? bitsOfGroups(address) : bitsOfOctets(address);
}

function bitsOfOctets(text: string): string | null {
  const octets = text.split('.');
  const isAddress = octets.length === 4 && octets.every((octet) => /^\d{1,3}$/.test(octet));
  if (!isAddress || octets.some((octet) => Number(octet) > 255)) return null;
  return octets.map((octet) => Number(octet).toString(2).padStart(8, '0')).join('');
}

function bitsOfGroups(text: string): string | null {
  // The URL parser writes every spelling of an address in one way.
  if (!URL.canParse(`http://[${text}]/`)) return null;
  const [head = '', tail] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...(first ?? []), ...(last ?? [])];
  const zeros = Array.from({ length: 8 - groups.length }, () => '0');
  const all = [...(first ?? []), ...zeros, ...(last ?? [])];
  const bits = all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'));
  return EMBEDDING.includes(all.slice(0, 6).join(':')) ? bits.slice(6).join('') : bits.join('');
}
