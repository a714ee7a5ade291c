import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import { addressKind, mayReach } from '../../base/internet-address.ts';

/** What may be reached beyond the internet and this machine. */
export interface AddressReach {
  /** Hosts, as URLs have them, that may be on a private network. @default none */
  readonly privateHosts?: readonly string[];
  /** A port of this machine that is this program's own: nothing that an author declares may lead there. @default none */
  readonly ownPort?: number;
  /** How names become addresses. @default the machine's way */
  readonly lookUp?: LookupFunction;
}

/** A host leads to an address at which it must not be reached. Nothing was sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'SAUDA_ADDRESS_REFUSED';
}

/** Whether an address and a port are this program's own. */
export function isOwnPort(address: string, port: number, { ownPort }: AddressReach): boolean {
  return port === ownPort && addressKind(address) === 'loopback';
}

/** The error for a host that is a number, and one at which nothing may be reached; null for any other. */
export function refusedNumber(host: string, { privateHosts }: AddressReach): AddressRefused | null {
  const number = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(number) === 0 || mayReach(number, number, privateHosts)) return null;
  return new AddressRefused('The address is not to be reached');
}

/**
 * Looks names up for a connection, which goes to the very addresses that were checked: a name that answers otherwise a moment later
 * gains nothing. One address that must not be reached refuses them all. `port`: where it will connect, if anything there is its own.
 */
export function checkedLookUp(reach: AddressReach, port = 0): LookupFunction {
  const { privateHosts, lookUp = lookUpName } = reach;
  return (host, options, callback) => {
    lookUp(host, options, (error, found, family) => {
      const addresses = addressesIn(found);
      const isReachable = addresses.every(
        (address) => mayReach(host, address, privateHosts) && !isOwnPort(address, port, reach),
      );
      if (error !== null || isReachable) callback(error, found, family);
      else callback(new AddressRefused('The name leads to an address not to be reached'), found);
    });
  };
}

/** Node gives nothing at all where it fails. */
function addressesIn(found: string | LookupAddress[] | undefined): readonly string[] {
  if (found === undefined) return [];
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}
