import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Env,
  ofMessageMediaAdyenAzupay,
  ofOurProtocols,
  ofTwilioStripeZepto,
  settingsOfOthers,
} from '../../../test-support/processes/configured.ts';
import { givenCheck, LIMIT_MS, linesOf } from '../../../test-support/processes/given-check.ts';
import { productionSettings } from '../../../test-support/processes/production-server.ts';
import { runConfig } from '../config.ts';

const { given, kept, check } = givenCheck();

const SYSTEMS = [
  'Mail',
  'Texts',
  'Notices',
  'Addresses',
  'Breached passwords',
  'Identity checks',
  'Names of payees',
  'Card payments',
  'Card maker',
  'Printer',
  'Files for the bank',
  'Files of the bank',
  'Statements of the card scheme',
  'Statements of the gateway',
  'Traces',
];

describe('a check of settings that are right', () => {
  it.each([
    ['our own protocols', ofOurProtocols, []],
    ['Twilio, Stripe and Zepto', ofTwilioStripeZepto, []],
    ['MessageMedia, Adyen and Azupay', ofMessageMediaAdyenAzupay, ['Reports of the gateway']],
  ])('signs in to every system with %s, and shows no secret', async (_, providers, more) => {
    const env = { ...(await settingsOfOthers(kept, given.folder)), ...(await providers(kept)) };
    const findings = await check(env);
    expect([...linesOf(findings, 'failed'), ...linesOf(findings, 'look')]).toEqual([]);
    const tried = findings.filter(({ words }) => /^(signed in at 127\.0\.0\.1:\d+|it can be used)$/.test(words));
    expect(tried.map(({ about }) => about).toSorted()).toEqual([...SYSTEMS, ...more].toSorted());
    const said = JSON.stringify(findings);
    const secrets = Object.entries(env).filter(([name]) =>
      /KEY$|SECRET|PASSWORD|TOKEN|PRIVATE|HMAC|HEADERS/.test(name),
    );
    expect(secrets.length).toBeGreaterThan(5);
    for (const [, secret] of secrets) expect(said).not.toContain(secret);
    for (const secret of [
      'secret of traces',
      'secret of mail',
      'secret%20of%20mail',
      /:\/\/[^:]+:([^@]+)@/.exec(given.ctx.url)?.[1] ?? '',
    ])
      expect(said).not.toContain(secret);
  });

  it('says what production has not set up, and what is still the demo', async () => {
    const findings = await check({
      ...productionSettings(given.ctx.url, given.brand),
      ...(await ofOurProtocols(kept)),
    });
    expect(linesOf(findings, 'failed')).toEqual([
      expect.stringMatching(/^Product \d+: settings.bsb: is of the demo: your bank gives you one$/),
    ]);
    const looks = linesOf(findings, 'look');
    expect(looks).toContain('Mail: WATTLE_SMTP_URL and WATTLE_MAIL_FROM are not set, so none is sent');
    expect(looks).toContain('Card maker: orders of plastic wait until WATTLE_CARD_MAKER_URL is set');
    expect(looks).toContainEqual(
      expect.stringMatching(/^Brand \w+: brand.json: settings.BrandUrl: still has "\.example"/),
    );
    const passes = linesOf(findings, 'passed');
    expect(passes).toContain('Database: mode and keys are those that it was used with');
    expect(passes).toContain('Database: the role of DATABASE_URL may do what the server does, and no more');
    expect(passes).toContain('Addresses: no service is set (WATTLE_ADDRESS_URL), so they are typed by hand');
    expect(passes).toContain('Traces: OTEL_EXPORTER_OTLP_ENDPOINT is not set, so nothing is traced');
    expect(passes).toContainEqual(expect.stringMatching(/^Texts: signed in at 127\.0\.0\.1:\d+$/));
  });

  it('says what the sandbox stands in for in staging, and who is reached', async () => {
    const env = {
      ...productionSettings(given.ctx.url, given.brand),
      ...(await ofOurProtocols(kept)),
      WATTLE_MODE: 'staging',
    };
    const findings = await check(env);
    const passes = linesOf(findings, 'passed');
    expect(passes).toContain('Settings: each that is set is known and right; the mode is staging');
    expect(passes).toContain('Mail: is not set up: the sandbox stands in for it');
    expect(passes).toContain('Addresses: is not set up: the sandbox stands in for it');
    expect(passes).toContainEqual(expect.stringMatching(/^Texts: signed in at 127\.0\.0\.1:\d+$/));
    expect(linesOf(findings, 'look')).toContain(
      'Recipients: none is listed (WATTLE_STAGING_RECIPIENTS), so mail and texts are only in the inbox',
    );
    const listed = await check({ ...env, WATTLE_STAGING_RECIPIENTS: '@testers.example +61400000001' });
    expect(linesOf(listed, 'passed')).toContain(
      'Recipients: mail and texts go to @testers.example, +61400000001; those to others are in the inbox',
    );
  });
});

describe('npm run config -- check', () => {
  const run = async (argv: readonly string[], env: Env = {}) => {
    const said: string[] = [];
    const complained: string[] = [];
    const code = await runConfig({
      argv,
      env: { WATTLE_DATA: path.join(given.folder, 'none'), ...env },
      resolve: (file) => path.resolve(file),
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
      limitMs: LIMIT_MS,
    });
    return { code, said, complained };
  };

  it('says what passed, what to look at and what failed, and exits by the worst', async () => {
    const { code, said } = await run(['check']);
    expect([code, said[0], said.at(-1)]).toEqual([0, 'Passed:', `${said.length - 2} passed, 0 to look at, 0 failed.`]);
    expect(said).toContain('  Database: the embedded one is made at the first start');
    const bad = await run(['check'], { PORT: 'eighty' });
    expect([bad.code, bad.said[0], bad.said.at(-1)]).toEqual([1, 'Failed:', '0 passed, 0 to look at, 1 failed.']);
    const shared = path.join(given.folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o755);
    const looking = await run(['check'], { WATTLE_DATA: shared });
    expect([looking.code, looking.said.at(-2)]).toEqual([
      3,
      `  Data folder: others may read or write ${shared}. Take that away: chmod go-rw ${shared}`,
    ]);
    expect(await run(['chek'])).toMatchObject({ code: 2, said: [] });
  });

  it('explains a setting, lists all, and knows no other', async () => {
    const { code, said } = await run(['explain', 'WATTLE_SMTP_URL']);
    expect([code, ...said]).toEqual([
      0,
      'WATTLE_SMTP_URL: mail server, with user and password',
      '  form     smtp://… or smtps://…',
      '  default  none',
      '  example  smtps://user:PASSWORD@mail.example:465',
      '  secret   yes',
      '  page     docs/settings.md#mail',
    ]);
    const all = await run(['explain']);
    expect(all.said.slice(0, 2)).toEqual([
      'What a start needs:',
      '  WATTLE_MODE: sandbox with a demo, staging, or production',
    ]);
    expect(await run(['explain', 'WATTLE_SMPT_URL'])).toEqual({
      code: 1,
      said: [],
      complained: ['WATTLE_SMPT_URL: there is no such setting. All of them: npm run config -- explain'],
    });
  });
});
