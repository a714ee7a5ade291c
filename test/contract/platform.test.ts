import { describe } from 'vitest';
import { authContract } from './auth-contract.ts';
import { contractsContract } from './contracts-contract.ts';
import { ordersContract } from './orders-contract.ts';
import { PLATFORMS } from './platform-harness.ts';
import { webhooksContract } from './webhooks-contract.ts';

describe.each(PLATFORMS)('the platform %s', (_name, start) => {
  describe('auth', () => {
    authContract(start);
  });
  describe('orders', () => {
    ordersContract(start);
  });
  describe('contracts', () => {
    contractsContract(start);
  });
  describe('webhooks', () => {
    webhooksContract(start);
  });
});
