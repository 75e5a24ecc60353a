import webPush from 'web-push';
import { afterEach, expect, it } from 'vitest';
import { givenAdyenServer } from '../../test-support/adyen/server.ts';
import { givenAddressServer } from '../../test-support/outside/address-server.ts';
import { givenGatewayServer } from '../../test-support/outside/gateway-server.ts';
import { givenGreenIdServer } from '../../test-support/outside/greenid-server.ts';
import { givenHttpServer } from '../../test-support/outside/http-server.ts';
import { givenAzupay } from '../../test-support/outside/payee-names/azupay.ts';
import { givenNameServer } from '../../test-support/outside/payee-names/name-service.ts';
import { givenZepto } from '../../test-support/outside/payee-names/zepto.ts';
import { givenMessageMedia } from '../../test-support/outside/sms/message-media-server.ts';
import { givenTwilio } from '../../test-support/outside/sms/twilio-server.ts';
import { givenStripe } from '../../test-support/outside/stripe/server.ts';
import { givenPolicy } from '../../test-support/policy.ts';
import { openAddressfinder } from './addresses/addressfinder.ts';
import { openAdyen } from './gateway/adyen/adyen.ts';
import { openHostedPage } from './gateway/hosted-page.ts';
import { openStripe } from './gateway/stripe/stripe.ts';
import { openGreenId } from './greenid/greenid.ts';
import type { OutsideOutcome } from './outcome.ts';
import { openPayeeNames } from './payee-names/providers.ts';
import type { Probe } from './probe.ts';
import { openWebPush } from './push/web-push.ts';
import { openSmsGateway } from './sms/http-gateway.ts';
import { openMessageMedia } from './sms/message-media.ts';
import { openTwilio } from './sms/twilio.ts';
import { isSignedSms } from '../../test-support/outside/sms/signed-sms.ts';

const CLOCK = { now: () => Date.parse('2026-11-20T02:00:00Z') };
const CLOCKS = { business: CLOCK, security: CLOCK };
const PAYERS = { refusesFunding: { topUp: [], purchase: [] }, countries: undefined };
const policy = givenPolicy();

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Parts = { readonly policy: typeof policy };
type Opened = {
  readonly right: Probe | undefined;
  readonly wrong: Probe | undefined;
  /** Code of a wrong key. */
  readonly refusal: string;
  /** Messages, payments and other effects at the other system. */
  readonly effects: () => unknown;
  readonly faults?: readonly string[];
};

const kept = <S extends { close(): Promise<void> }>(server: S): S => {
  closing.push(() => server.close());
  return server;
};

const SYSTEMS: Readonly<Record<string, () => Promise<Opened>>> = {
  'a gateway of texts of ours': async () => {
    const key = Buffer.alloc(32, 7);
    const bodies: string[] = [];
    const server = kept(
      await givenHttpServer((call) => {
        if (!isSignedSms(key, call)) return { status: 401 };
        bodies.push(call.body.toString('utf8'));
        return { status: call.body.toString('utf8') === '{}' ? 400 : 202 };
      }),
    );
    return {
      right: openSmsGateway({ url: server.url, key }, CLOCK, policy).probe,
      wrong: openSmsGateway({ url: server.url, key: Buffer.alloc(32, 8) }, CLOCK, policy).probe,
      refusal: 'http_401',
      effects: () => bodies.filter((body) => body !== '{}'),
    };
  },
  Twilio: async () => {
    const server = kept(await givenTwilio());
    const { settings, accepted, faults } = server;
    return {
      right: openTwilio(settings, CLOCK, policy).probe,
      wrong: openTwilio({ ...settings, keySecret: 'another' }, CLOCK, policy).probe,
      refusal: 'http_401',
      effects: () => accepted,
      faults,
    };
  },
  MessageMedia: async () => {
    const server = kept(await givenMessageMedia());
    const { settings, accepted, faults } = server;
    return {
      right: openMessageMedia(settings, CLOCK, policy).probe,
      wrong: openMessageMedia({ ...settings, apiSecret: 'another' }, CLOCK, policy).probe,
      refusal: 'http_401',
      effects: () => accepted,
      faults,
    };
  },
  'a hosted page': async () => {
    const server = kept(await givenGatewayServer(CLOCKS));
    return {
      right: openHostedPage(server.settings, policy).probe,
      wrong: openHostedPage({ ...server.settings, apiKey: 'another' }, policy).probe,
      refusal: 'http_401',
      effects: async () => server.behind.list(0),
    };
  },
  Stripe: async () => {
    const server = kept(await givenStripe(CLOCK));
    const parts: Parts & { looking: typeof policy; payers: typeof PAYERS } = {
      policy,
      looking: policy,
      payers: PAYERS,
    };
    return {
      right: openStripe(server.settings, parts).probe,
      wrong: openStripe({ ...server.settings, key: 'rk_test_another0000' }, parts).probe,
      refusal: 'http_401',
      effects: () => server.calls.filter(({ method }) => method !== 'GET'),
    };
  },
  Adyen: async () => {
    const server = kept(await givenAdyenServer(CLOCK));
    return {
      right: openAdyen(server.settings, CLOCK, policy).probe,
      wrong: openAdyen({ ...server.settings, apiKey: 'another' }, CLOCK, policy).probe,
      refusal: 'http_401',
      effects: () => server.calls.filter(({ method }) => method !== 'GET'),
    };
  },
  ...Object.fromEntries(
    Object.entries({ 'a name service of ours': givenNameServer, Zepto: givenZepto, Azupay: givenAzupay }).map(
      ([name, given]) => [
        name,
        async (): Promise<Opened> => {
          const { settings } = kept(await given());
          return {
            right: openPayeeNames(settings, policy).probe,
            wrong: openPayeeNames({ ...settings, apiKey: 'another' }, policy).probe,
            refusal: 'http_401',
            effects: () => [],
          };
        },
      ],
    ),
  ),
  greenID: async () => {
    const server = kept(await givenGreenIdServer());
    return {
      right: openGreenId(server.settings, policy).probe,
      wrong: openGreenId({ ...server.settings, password: 'another' }, policy).probe,
      refusal: 'password_refused',
      effects: () => server.calls.filter(({ body }) => body.toString('utf8').includes('registerVerification')),
    };
  },
  Addressfinder: async () => {
    const server = kept(await givenAddressServer());
    return {
      right: openAddressfinder(server.settings, policy).probe,
      wrong: openAddressfinder({ ...server.settings, secret: 'another' }, policy).probe,
      refusal: 'http_401',
      effects: () => server.calls.filter(({ method }) => method !== 'GET'),
    };
  },
  'keys of notices': async () => {
    const [own, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];
    const rest = { subject: 'mailto:ops@wattle.example', hosts: [] };
    return {
      right: openWebPush({ ...own, ...rest }, () => policy).probe,
      wrong: openWebPush({ ...own, publicKey: other.publicKey, ...rest }, () => policy).probe,
      refusal: 'no_key_pair',
      effects: () => [],
    };
  },
};

it.each(Object.entries(SYSTEMS))('%s is signed in to without an effect, and tells a wrong key', async (_, open) => {
  const { right, wrong, refusal, effects, faults = [] } = await open();
  const before = JSON.stringify(await effects());
  expect(await right?.()).toEqual({ kind: 'done', value: null } satisfies OutsideOutcome<null>);
  expect(await wrong?.()).toMatchObject({ code: refusal });
  expect(JSON.stringify(await effects())).toBe(before);
  expect(faults).toEqual([]);
});

it('a key of Twilio that may send and not list is known by it', async () => {
  const { settings } = kept(await givenTwilio(() => ({ status: 403, body: '{}' })));
  expect(await openTwilio(settings, CLOCK, policy).probe?.()).toEqual({ kind: 'refused', code: 'may_not_list' });
});

it.each([
  [{ status: 302, headers: { location: '/elsewhere' } }, 'http_302'],
  [{ status: 200, body: '<html>welcome</html>' }, 'unreadable'],
  [{ status: 404, body: '<html>not here</html>' }, 'http_404'],
  [{ status: 502, body: 'bad gateway' }, 'http_502'],
])('a server in between that answers %j is not taken for the provider', async (answer, code) => {
  const server = kept(await givenHttpServer(() => answer));
  const { url } = server;
  const at = { url, apiKey: 'key' };
  const twilio = { ...(await closed(givenTwilio())).settings, url };
  const media = { ...(await closed(givenMessageMedia())).settings, url };
  const adyen = { ...(await closed(givenAdyenServer(CLOCK))).settings, url };
  const probes = [
    openTwilio(twilio, CLOCK, policy).probe,
    openMessageMedia(media, CLOCK, policy).probe,
    openAdyen(adyen, CLOCK, policy).probe,
    openPayeeNames({ ...at, provider: 'zepto' }, policy).probe,
    openPayeeNames({ ...at, provider: 'azupay' }, policy).probe,
    openPayeeNames({ ...at, provider: 'service' }, policy).probe,
  ];
  for (const probe of probes) expect(await probe?.()).toMatchObject({ code });
});

async function closed<S extends { close(): Promise<void> }>(opening: Promise<S>): Promise<S> {
  const server = await opening;
  await server.close();
  return server;
}
