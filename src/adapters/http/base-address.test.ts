import { describe, expect, it } from 'vitest';
import { parseBaseAddress } from './base-address.ts';

describe('parseBaseAddress', () => {
  it.each([
    ['https://orders.example.test/api/orders/', 'https://orders.example.test', '/api/orders'],
    ['https://orders.example.test', 'https://orders.example.test', ''],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080', '/x'],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
    ['http://localhost:8080', 'http://localhost:8080', ''],
  ])('reads %s', (text, origin, prefix) => {
    expect(parseBaseAddress('orders', text)).toEqual({ origin, prefix });
  });

  it.each([
    'http://orders.example.test',
    'http://169.254.169.254',
    'http://2852039166',
    'http://0.0.0.0',
    'http://127.0.0.1.example.test',
    'ftp://127.0.0.1',
    'https://orders.example.test/start/live;canary',
    'https://orders.example.test/start/live%3Fcanary=',
    'https://orders.example.test/start%2Fcanary',
    'https://user:canary@orders.example.test',
    'https://orders.example.test/?token=canary',
    'https://orders.example.test/#canary',
    'orders.example.test',
    '',
  ])('refuses "%s" without repeating it', (text) => {
    const read = (): unknown => parseBaseAddress('auth', text);
    expect(read).toThrow(/Cannot use the address of host "auth"/);
    expect(read).not.toThrow(/canary/);
  });
});
