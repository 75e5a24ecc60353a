import { describe, expect, it } from 'vitest';
import { KEY_SETTING } from '../platform/secrets/keys.ts';
import { ConfigError, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, (path) => path);

describe('the settings', () => {
  it('have defaults that start a sandbox on this machine', () => {
    expect(read({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      rates: { signIn: [{ most: 60, windowMs: 60_000 }] },
    });
  });

  it('count as not set where they are empty, as a container writes them', () => {
    expect(read({ PORT: '', WATTLE_MODE: '', WATTLE_SMTP_URL: '', DATABASE_URL: '' })).toEqual(read({}));
  });

  it.each(['WATTLE_TRUSTED_PROXY', 'WATTLE_SIGNIN_RATE', 'WATTLE_E2E'])('refuse %s, which does not exist', (name) => {
    expect(() => read({ [name]: '1' })).toThrow(new ConfigError(`${name}: there is no such setting`));
  });

  it.each([
    'files.example',
    'https://files.example/in',
    'sftp://files.example/in',
    'sftp://me:secret@files.example/in',
  ])('refuse %s as a host by SFTP in one line', (url) => {
    expect(() => read({ WATTLE_PRINT_URL: url })).toThrow(ConfigError);
    expect(() => read({ WATTLE_PRINT_URL: url })).toThrow(/^WATTLE_PRINT_URL: (must|takes no password)[^\n]*$/);
  });

  it('name all that do not fit together, and those that do not exist', () => {
    const wrong = { WATTLE_MAIL_FROM: 'cards@harbour.test', WATTLE_ADDRESS_KEY: 'x', WATTLE_PROXY: '1' };
    expect(() => read(wrong)).toThrow(
      new ConfigError(
        [
          'WATTLE_PROXY: there is no such setting',
          'WATTLE_SMTP_URL: is missing beside WATTLE_MAIL_FROM',
          'WATTLE_ADDRESS_URL: is missing beside WATTLE_ADDRESS_KEY',
          'WATTLE_ADDRESS_SECRET: is missing beside WATTLE_ADDRESS_KEY',
        ].join('\n'),
      ),
    );
  });

  it('leave keys and the steering of tests to those who read them', () => {
    expect(() => read({ WATTLE_KEY_PAN: '00', WATTLE_TEST_POSTGRES: '15', WATTLE_SEED: '7' })).not.toThrow();
  });

  it('refuse a key that does not exist, and take each that a key comes from', () => {
    expect(() => read({ WATTLE_KEY_PANN: '00' })).toThrow(new ConfigError('WATTLE_KEY_PANN: there is no such setting'));
    const keys = Object.values(KEY_SETTING).map((name) => [name, '00']);
    expect(() => read(Object.fromEntries(keys) as Record<string, string>)).not.toThrow();
  });

  it.each(['10.0.0.0/99', '10.0.0.0/8,fe80::/129', '300.1.1.1', 'localhost', '10', '10.0.0.0/8/8'])(
    'refuse %s as networks',
    (text) => {
      for (const name of ['WATTLE_TRUSTED_PROXIES', 'WATTLE_DESK_NETWORKS', 'WATTLE_CALLED_NETWORKS']) {
        const fault = `${name}: must be addresses or networks, separated by commas or spaces`;
        expect(() => read({ [name]: text })).toThrow(new ConfigError(fault));
      }
    },
  );

  it('take addresses and networks of both kinds', () => {
    const { trustedProxies, desk } = read({
      WATTLE_TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,::1',
      WATTLE_DESK_NETWORKS: 'fd00::/8',
    });
    expect([trustedProxies, desk.networks]).toEqual([['10.0.0.1', '192.168.0.0/16', '::1'], ['fd00::/8']]);
  });

  it.each(['db.example:5432/wattle', 'wattle', 'mysql://db.example/wattle'])('refuse %s as a database', (url) => {
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL']) {
      expect(() => read({ [name]: url })).toThrow(`${name}: must be postgres://… or postgresql://…`);
    }
  });

  it.each(['account=5/30', 'nobody=5/30/60', 'card=0/30/30', 'account=5/60/30'])('refuse %s as a lockout', (text) => {
    expect(() => read({ WATTLE_LOCKOUTS: text })).toThrow(`WATTLE_LOCKOUTS: ${text} is not`);
  });

  it('read the most that a standby approves in cents, and name the field of a fault', () => {
    const replica = { DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URL: 'postgres://c/b' };
    const { cluster } = read({ ...replica, WATTLE_NETWORK_STAND_IN: 'approve=50.00' });
    expect(cluster.standIn).toEqual({ rule: 'approve', most: 5_000 });
    expect(() => read({ PORT: 'x' })).toThrow(/^PORT: /);
  });

  it('replace the lockouts that they name', () => {
    const { lockouts } = read({ WATTLE_LOCKOUTS: 'account=3/10/40, card=4/20/20/8' });
    expect(lockouts.account).toEqual({ failuresToLock: 3, lockMs: 600_000, longestLockMs: 2_400_000 });
    expect(lockouts.card).toMatchObject({ failuresToLock: 4, lockMs: 1_200_000, failuresADay: 8 });
    expect(lockouts.passcode).toMatchObject({ failuresToLock: 3 });
  });

  it.each([
    ['date,amount,text,balance', ['date', 'amount', 'text', 'balance']],
    ['date, debit, credit, text, text, -, -', ['date', 'debit', 'credit', 'text', 'text', '-', '-']],
  ])("name the columns of the bank's statements as %s", (typed, columns) => {
    expect(read({ WATTLE_STATEMENT_COLUMNS: typed }).bank.statementColumns).toEqual(columns);
  });

  it.each([
    'date,text',
    'amount,text',
    'date,amount,debit,credit',
    'date,debit',
    'date,date,amount',
    'date,amount,words',
  ])('take no columns %s', (typed) => {
    expect(() => read({ WATTLE_STATEMENT_COLUMNS: typed })).toThrow('WATTLE_STATEMENT_COLUMNS');
  });

  it('take no bank account of the demo in production', () => {
    const bank = { WATTLE_BANK_INSTITUTION: 'ABC', WATTLE_BANK_USER_NAME: 'OWN', WATTLE_BANK_USER_ID: '123456' };
    const account = { ...bank, WATTLE_BANK_BSB: '000-001', WATTLE_BANK_ACCOUNT: '12345678' };
    expect(read(account)).toMatchObject({ bank: { sender: { bsb: '000-001' } } });
    const production = { ...account, WATTLE_MODE: 'production' };
    expect(() => read(production)).toThrow('WATTLE_BANK_BSB: 000-001 is of the demo: your bank gives you one');
    expect(() => read({ ...production, WATTLE_BANK_BSB: '062-001' })).not.toThrow(/WATTLE_BANK_BSB/);
  });

  it('read which cards of others may pay', () => {
    expect(read({}).gateway.payers).toEqual({
      refusesFunding: { topUp: ['prepaid'], purchase: [] },
      countries: undefined,
    });
    const given = { WATTLE_GATEWAY_TOP_UP_REFUSES: 'none', WATTLE_GATEWAY_PURCHASE_REFUSES: 'unknown, prepaid' };
    expect(read({ ...given, WATTLE_GATEWAY_COUNTRIES: 'AU, NZ' }).gateway.payers).toEqual({
      refusesFunding: { topUp: [], purchase: ['prepaid', 'unknown'] },
      countries: ['AU', 'NZ'],
    });
  });

  const ADYEN = {
    WATTLE_GATEWAY_PROVIDER: 'adyen',
    WATTLE_ADYEN_URL: 'https://checkout-test.adyen.com',
    WATTLE_ADYEN_API_KEY: 'key',
    WATTLE_ADYEN_MERCHANT: 'TestMerchant',
    WATTLE_ADYEN_HMAC: 'aB'.repeat(32),
  };
  it('open Adyen with one key, and with two while one replaces the other', () => {
    const { outside } = read(ADYEN);
    expect(outside.gateway).toEqual({
      provider: 'adyen',
      url: 'https://checkout-test.adyen.com',
      apiKey: 'key',
      merchantAccount: 'TestMerchant',
      hmacKeys: [Buffer.alloc(32, 0xab)],
    });
    const two = read({ ...ADYEN, WATTLE_ADYEN_HMAC_OLD: '0c'.repeat(32) }).outside.gateway;
    expect(two).toMatchObject({ hmacKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 0x0c)] });
  });

  it.each([
    [{ ...ADYEN, WATTLE_ADYEN_HMAC: 'ab'.repeat(31) }, 'WATTLE_ADYEN_HMAC: must be 64 hexadecimal digits'],
    [{ ...ADYEN, WATTLE_ADYEN_HMAC_OLD: 'old' }, 'WATTLE_ADYEN_HMAC_OLD: must be 64 hexadecimal digits'],
    [{ ...ADYEN, WATTLE_ADYEN_MERCHANT: 'a:b' }, 'WATTLE_ADYEN_MERCHANT: must be the name of a merchant account'],
    [{ ...ADYEN, WATTLE_ADYEN_URL: 'https://x.example/v72' }, 'WATTLE_ADYEN_URL: must be without the version'],
    [
      { ...ADYEN, WATTLE_ADYEN_URL: 'https://x-checkout-live.adyenpayments.com/checkout' },
      'WATTLE_ADYEN_URL: must be that of a test account',
    ],
    [{ WATTLE_GATEWAY_PROVIDER: 'adyen', WATTLE_ADYEN_MERCHANT: 'M' }, 'WATTLE_ADYEN_HMAC: is missing, WATTLE_GATEWAY'],
    [{ ...ADYEN, WATTLE_GATEWAY_PROVIDER: 'hostedPage' }, 'WATTLE_ADYEN_URL: is of the provider adyen'],
    [{ WATTLE_GATEWAY_PROVIDER: 'square' }, 'WATTLE_GATEWAY_PROVIDER: must be one of hostedPage, stripe, adyen'],
    [{ WATTLE_GATEWAY_URL: 'https://pay.example' }, 'WATTLE_GATEWAY_API_KEY: is missing beside WATTLE_GATEWAY_URL'],
    [{ WATTLE_GATEWAY_TOP_UP_REFUSES: 'gift' }, 'WATTLE_GATEWAY_TOP_UP_REFUSES: must be none, or of credit'],
    [{ WATTLE_GATEWAY_COUNTRIES: 'Australia' }, 'WATTLE_GATEWAY_COUNTRIES: must be codes of countries'],
  ] as const)('refuse the gateway of %j', (given, fault) => {
    expect(() => read({ ...given })).toThrow(fault);
  });

  const STRIPE = {
    WATTLE_GATEWAY_PROVIDER: 'stripe',
    WATTLE_STRIPE_KEY: 'rk_test_0123456789abcdef',
    WATTLE_STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  };

  it('read an account at Stripe, with the secret before while it is rolled', () => {
    const account = {
      provider: 'stripe',
      url: 'https://api.stripe.com',
      key: 'rk_test_0123456789abcdef',
      noticeSecrets: ['whsec_0123456789abcdef'],
      pageOrigin: 'https://checkout.stripe.com',
    };
    expect(read(STRIPE).outside.gateway).toEqual(account);
    const given = {
      ...STRIPE,
      WATTLE_STRIPE_WEBHOOK_SECRET_OLD: 'whsec_before_0123456',
      WATTLE_STRIPE_URL: 'http://127.0.0.1:7',
      WATTLE_STRIPE_PAGE_ORIGIN: 'https://pay.example/',
    };
    expect(read(given).outside.gateway).toEqual({
      ...account,
      url: 'http://127.0.0.1:7',
      noticeSecrets: ['whsec_0123456789abcdef', 'whsec_before_0123456'],
      pageOrigin: 'https://pay.example',
    });
  });

  it.each([
    [{ WATTLE_STRIPE_KEY: '' }, 'WATTLE_STRIPE_KEY: is missing, WATTLE_GATEWAY_PROVIDER is stripe'],
    [
      { WATTLE_STRIPE_WEBHOOK_SECRET: '' },
      'WATTLE_STRIPE_WEBHOOK_SECRET: is missing, WATTLE_GATEWAY_PROVIDER is stripe',
    ],
    [{ WATTLE_STRIPE_KEY: 'pk_test_0123456789abcdef' }, 'WATTLE_STRIPE_KEY: must be a key of the API, rk_live_'],
    [
      { WATTLE_STRIPE_WEBHOOK_SECRET: 'rk_test_0123456789' },
      'WATTLE_STRIPE_WEBHOOK_SECRET: must be the signing secret',
    ],
    [{ WATTLE_STRIPE_KEY: 'sk_live_0123456789abcdef' }, 'WATTLE_STRIPE_KEY: takes real money, and this is a sandbox'],
    [
      { WATTLE_GATEWAY_URL: 'https://pay.example' },
      'WATTLE_GATEWAY_URL: is of the provider hostedPage, and WATTLE_GATEWAY_PROVIDER is stripe',
    ],
    [
      { WATTLE_GATEWAY_PROVIDER: 'hostedPage' },
      'WATTLE_STRIPE_KEY: is of the provider stripe, and WATTLE_GATEWAY_PROVIDER is hostedPage',
    ],
  ] as const)('refuse the account at Stripe with %j', (given, fault) => {
    expect(() => read({ ...STRIPE, ...given })).toThrow(fault);
  });

  it('take real money by Stripe in production alone, over connections that nobody reads', () => {
    const production = { ...STRIPE, WATTLE_MODE: 'production' };
    expect(() => read(production)).toThrow('WATTLE_STRIPE_KEY: is of test mode, where anyone pays without money');
    const live = { ...production, WATTLE_STRIPE_KEY: 'rk_live_0123456789abcdef' };
    expect(read(live).outside.gateway).toMatchObject({ key: 'rk_live_0123456789abcdef' });
    const plain = { ...live, WATTLE_STRIPE_URL: 'http://api.stripe.example' };
    expect(() => read(plain)).toThrow('WATTLE_STRIPE_URL: must be https, payments go there');
  });

  it('trace nothing without a collector, and take its standard names', () => {
    expect(read({ OTEL_SERVICE_NAME: 'harbour', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318/' };
    expect(read(given).tracing).toEqual({
      url: 'http://10.0.0.7:4318/v1/traces',
      headers: {},
      serviceName: 'wattle',
      sampler: 'parentbased_always_on',
      ratio: 1,
      takesParents: false,
    });
    const more = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi==, x-scope = 7',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(read(more).tracing).toMatchObject({
      url: 'https://traces.example/otlp/v1/traces',
      headers: { authorization: 'Basic YTpi==', 'x-scope': '7' },
      ratio: 0.25,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: is missing'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'SECRET' }, 'OTEL_EXPORTER_OTLP_HEADERS: must be names and values'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%SECRET' }, 'OTEL_EXPORTER_OTLP_HEADERS: has a %'],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER: '],
    [{ OTEL_TRACES_SAMPLER_ARG: '10' }, 'OTEL_TRACES_SAMPLER_ARG: must be a part from 0 to 1'],
    [{ WATTLE_TRACE_PARENT: 'proxies' }, 'WATTLE_TRACE_PARENT: needs WATTLE_TRUSTED_PROXIES'],
    [
      { WATTLE_MODE: 'production', OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be https, its headers carry a secret',
    ],
  ])('refuse tracing with %j, and quote no secret', (given, fault) => {
    const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example' };
    const withCollector = fault.includes('missing') ? given : { ...at, ...given };
    expect(() => read(withCollector)).toThrow(fault);
    expect(() => read(withCollector)).not.toThrow(/SECRET/);
  });

  it('of staging are those of production, with accounts of test mode', () => {
    const staging = { ...STRIPE, WATTLE_MODE: 'staging' };
    expect(read(staging).outside.gateway).toMatchObject({ key: STRIPE.WATTLE_STRIPE_KEY });
    const live = { ...staging, WATTLE_STRIPE_KEY: 'rk_live_0123456789abcdef' };
    expect(() => read(live)).toThrow('WATTLE_STRIPE_KEY: takes real money, and this is staging');
    const plain = { ...staging, WATTLE_STRIPE_URL: 'http://api.stripe.example' };
    expect(() => read(plain)).toThrow('WATTLE_STRIPE_URL: must be https, payments go there');
    const { desk, outside, bank } = read({ WATTLE_MODE: 'staging' });
    expect(desk.isSecondFactorDemanded).toBe(true);
    expect(outside.networks.given).toEqual([]);
    expect(bank).toMatchObject({ sender: { institution: 'SBX' }, isOfSandbox: true });
    expect(read({ WATTLE_MODE: 'production' }).bank).toMatchObject({ sender: undefined, isOfSandbox: false });
  });

  it('of staging name who may be reached: no one at first, and in another mode the setting is refused', () => {
    expect(read({ WATTLE_MODE: 'staging' }).messages.recipients).toEqual([]);
    const WATTLE_STAGING_RECIPIENTS = 'Kate@Bank.example, @testers.example +61400000001';
    expect(read({ WATTLE_MODE: 'staging', WATTLE_STAGING_RECIPIENTS }).messages.recipients).toEqual([
      'kate@bank.example',
      '@testers.example',
      '+61400000001',
    ]);
    expect(() => read({ WATTLE_MODE: 'staging', WATTLE_STAGING_RECIPIENTS: 'testers.example' })).toThrow(
      'WATTLE_STAGING_RECIPIENTS: must be email addresses, @domains or numbers',
    );
    for (const WATTLE_MODE of ['production', 'sandbox']) {
      expect(read({ WATTLE_MODE }).messages.recipients).toBeUndefined();
      expect(() => read({ WATTLE_MODE, WATTLE_STAGING_RECIPIENTS })).toThrow(
        `WATTLE_STAGING_RECIPIENTS: is of staging, and WATTLE_MODE is ${WATTLE_MODE}`,
      );
    }
  });

  it('name each one that is wrong', () => {
    expect(() => read({ PORT: '70000', WATTLE_MODE: 'test' })).toThrow(/PORT: [^]*WATTLE_MODE: /);
  });
});
