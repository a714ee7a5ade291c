import { BlockList } from 'node:net';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addressKind, mayReach } from './internet-address.ts';

describe('where an address leads', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['::ffff:a9fe:a9fe', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['100.100.100.200', 'never'],
    ['fd00:ec2::254', 'never'],
    ['fe80::1%eth0', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['::7f00:1', 'never'],
    ['2002:7f00:1::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['ff02::1', 'never'],
    ['localhost', null],
    ['1.2.3', null],
    ['1.2.3.256', null],
    ['2852039166', null],
    ['', null],
  ])('%s: %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it.each([
    ['decimal', '2852039166'],
    ['octal', '0251.0376.0251.0376'],
    ['hexadecimal', '0xa9fea9fe'],
    ['short', '169.254.43518'],
    ['mapped', '[::ffff:169.254.169.254]'],
    ['of other digits', '１６９.254.169.254'],
  ])('is seen through however a URL writes it: %s', (_spelling, host) => {
    expect(addressKind(new URL(`https://${host}/`).hostname)).toBe('never');
  });

  it('agrees with lists of Node for any address', () => {
    const loopback = new BlockList();
    loopback.addSubnet('127.0.0.0', 8);
    const own = new BlockList();
    own.addSubnet('10.0.0.0', 8);
    own.addSubnet('172.16.0.0', 12);
    own.addSubnet('192.168.0.0', 16);
    const octet = fc.integer({ min: 0, max: 255 });
    const first = fc.constantFrom(8, 10, 127, 169, 172, 192);
    fc.assert(
      fc.property(first, fc.tuple(octet, octet, octet), (start, rest) => {
        const address = [start, ...rest].join('.');
        const kind = addressKind(address);
        expect(kind === 'loopback').toBe(loopback.check(address));
        expect(own.check(address) && kind !== 'private').toBe(false);
        expect(addressKind(`::ffff:${address}`)).toBe(kind);
      }),
    );
  });
});

describe('a host', () => {
  it('is reached on a private network only where it is named as one', () => {
    expect(mayReach('mail.example.test', '10.0.0.5')).toBe(false);
    expect(mayReach('mail.example.test', '127.0.0.1')).toBe(false);
    expect(mayReach('mail.example.test', '10.0.0.5', ['mail.example.test'])).toBe(true);
    expect(mayReach('10.0.0.5', '10.0.0.5')).toBe(false);
    expect(mayReach('10.0.0.5', '10.0.0.5', ['10.0.0.5'])).toBe(true);
    expect(mayReach('mail.example.test', '192.0.32.7')).toBe(true);
  });

  it('is never reached where no server of anyone is, however it is named', () => {
    for (const address of ['169.254.169.254', '0.0.0.0', '::', 'fe80::1', 'ff02::1', 'nonsense']) {
      expect(mayReach('mail.example.test', address, ['mail.example.test', address])).toBe(false);
    }
  });

  it('that is this machine by its name leads nowhere else: it may be spoken to in the clear', () => {
    for (const host of ['localhost', '127.0.0.1', '::1', '[::1]']) {
      expect(mayReach(host, '127.0.0.1')).toBe(true);
      expect(mayReach(host, '10.0.0.5', [host])).toBe(false);
      expect(mayReach(host, '8.8.8.8', [host])).toBe(false);
    }
  });
});
