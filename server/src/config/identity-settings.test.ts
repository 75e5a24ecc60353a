import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, (path) => path);

it('settings take a service of payee names whole, and no test system of one in production', () => {
  const zepto = {
    WATTLE_PAYEE_NAMES_PROVIDER: 'zepto',
    WATTLE_PAYEE_NAMES_URL: 'https://api.zeptopayments.com',
    WATTLE_PAYEE_NAMES_KEY: 'token',
  };
  const taken = { provider: 'zepto', url: 'https://api.zeptopayments.com', apiKey: 'token' };
  expect(read(zepto).outside.payeeNames).toEqual(taken);
  const { WATTLE_PAYEE_NAMES_PROVIDER: _, ...own } = zepto;
  expect(read(own).outside.payeeNames).toEqual({ ...taken, provider: 'service' });
  expect(() => read({ WATTLE_PAYEE_NAMES_PROVIDER: 'zepto' })).toThrow('WATTLE_PAYEE_NAMES_URL: is missing');
  expect(() => read({ ...zepto, WATTLE_PAYEE_NAMES_PROVIDER: 'other' })).toThrow('WATTLE_PAYEE_NAMES_PROVIDER');
  expect(() => read({ ...zepto, WATTLE_PAYEE_NAMES_KEY: 'a b' })).toThrow(
    'WATTLE_PAYEE_NAMES_KEY: must have no spaces',
  );
  const url = 'https://api.zeptopayments.com/cop/account/validate';
  expect(() => read({ ...zepto, WATTLE_PAYEE_NAMES_URL: url })).toThrow('without a path');
  const sandbox = { ...zepto, WATTLE_PAYEE_NAMES_URL: 'https://api.sandbox.zeptopayments.com' };
  expect(read(sandbox).outside.payeeNames?.url).toBe('https://api.sandbox.zeptopayments.com');
  expect(() => read({ ...sandbox, WATTLE_MODE: 'production' })).toThrow('is a test system');
  const plain = { ...zepto, WATTLE_PAYEE_NAMES_URL: 'http://names.example', WATTLE_MODE: 'production' };
  expect(() => read(plain)).toThrow('WATTLE_PAYEE_NAMES_URL: must be https');
});
