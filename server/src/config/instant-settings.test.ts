import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, (path) => path);
const ZEPTO = {
  WATTLE_INSTANT_PROVIDER: 'zepto',
  WATTLE_INSTANT_URL: 'https://api.zeptopayments.com',
  WATTLE_INSTANT_KEY: 'token',
  WATTLE_INSTANT_FLOAT: 'ab3de19b-709b-4a41-82a5-3b43b3dc58c9',
  WATTLE_INSTANT_EMAIL: 'payees@bank.example',
};
const { WATTLE_INSTANT_FLOAT: floatId, WATTLE_INSTANT_EMAIL: payeeEmail, ...CALLED } = ZEPTO;
const AZUPAY = { ...CALLED, WATTLE_INSTANT_PROVIDER: 'azupay' };

describe('the bank of instant payments', () => {
  it('is Zepto with its float and an address for payees', () => {
    const called = { provider: 'zepto', url: 'https://api.zeptopayments.com', apiKey: 'token' };
    expect(read(ZEPTO).outside.instant).toEqual({ ...called, floatId, payeeEmail });
  });

  it('is Azupay with the key of its notices', () => {
    const noticeKey = 'k'.repeat(16);
    const settings = read({ ...AZUPAY, WATTLE_INSTANT_NOTICE_KEY: noticeKey }).outside.instant;
    expect(settings).toEqual({ provider: 'azupay', url: 'https://api.zeptopayments.com', apiKey: 'token', noticeKey });
  });

  it.each([
    [CALLED, 'are needed for zepto'],
    [{ ...ZEPTO, WATTLE_INSTANT_PROVIDER: 'azupay' }, 'are for zepto alone'],
    [{ ...ZEPTO, WATTLE_INSTANT_FLOAT: '17' }, 'WATTLE_INSTANT_FLOAT'],
    [{ ...ZEPTO, WATTLE_INSTANT_KEY: 'a b' }, 'WATTLE_INSTANT_KEY: must have no spaces'],
    [{ ...ZEPTO, WATTLE_INSTANT_URL: 'https://api.zeptopayments.com/payments' }, 'without a path'],
    [
      { ...ZEPTO, WATTLE_MODE: 'production', WATTLE_INSTANT_URL: 'https://api.sandbox.zeptopayments.com' },
      'is a test system',
    ],
    [{ ...ZEPTO, WATTLE_MODE: 'production', WATTLE_INSTANT_URL: 'http://npp.example' }, 'must be https'],
    [{ WATTLE_INSTANT_FLOAT: floatId }, 'are for zepto alone'],
    [{ ...ZEPTO, WATTLE_INSTANT_NOTICE_KEY: 'k'.repeat(16) }, 'is for azupay alone'],
    [{ ...AZUPAY, WATTLE_INSTANT_NOTICE_KEY: 'k'.repeat(15) }, '16 or more characters'],
    [{ ...AZUPAY, WATTLE_INSTANT_KEY: 'k'.repeat(16), WATTLE_INSTANT_NOTICE_KEY: 'k'.repeat(16) }, 'another key'],
  ] as const)('refuses %o', (env, fault) => {
    expect(() => read(env)).toThrow(fault);
  });
});
