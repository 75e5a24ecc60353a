import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import webPush from 'web-push';
import { realClock } from '../../src/platform/time/clock.ts';
import { HMAC } from '../adyen/notices.ts';
import { givenAdyenServer } from '../adyen/server.ts';
import { givenAddressServer } from '../outside/address-server.ts';
import { givenCollector } from '../outside/collector.ts';
import { givenGatewayServer, NOTICE_KEY } from '../outside/gateway-server.ts';
import { givenGreenIdServer } from '../outside/greenid-server.ts';
import { givenHttpServer } from '../outside/http-server.ts';
import { givenAzupay } from '../outside/payee-names/azupay.ts';
import { givenNameServer } from '../outside/payee-names/name-service.ts';
import { givenZepto } from '../outside/payee-names/zepto.ts';
import { givenSftpServer } from '../outside/sftp-server.ts';
import { givenMessageMedia, PROOF_KEY } from '../outside/sms/message-media-server.ts';
import { isSignedSms } from '../outside/sms/signed-sms.ts';
import { AUTH_TOKEN, givenTwilio } from '../outside/sms/twilio-server.ts';
import { givenStripe, STRIPE_SECRETS } from '../outside/stripe/server.ts';

export const SMS_KEY = '6b'.repeat(32);
const CLOCKS = { business: realClock, security: realClock };

export type Env = Readonly<Record<string, string>>;
/** Closes a server after the test. */
export type Kept = <S extends { close(): unknown }>(server: S) => S;

/** Address of a mail server that takes one password, with this one. */
export async function mailServer(kept: Kept, password = 'secret of mail'): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _, done) =>
      auth.password === 'secret of mail'
        ? done(null, { user: 'wattle' })
        : done(new Error('Invalid username or password')),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  kept({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const { port } = server.server.address() as AddressInfo;
  return `smtp://wattle:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

/** Settings of every exchange of files, at one server by SFTP. */
export async function filesBySftp(
  kept: Kept,
  folder: string,
  given: { readonly strangeKey?: true; readonly strangeHost?: true } = {},
): Promise<Env> {
  const [server, other] = [kept(await givenSftpServer()), kept(await givenSftpServer({ hasOwnKeys: true }))];
  const keyFile = path.join(folder, `key-${server.port}`);
  await writeFile(keyFile, (given.strangeKey ? other : server).userKey);
  const url = `sftp://wattle@127.0.0.1:${server.port}/in`;
  const names = ['CARD_MAKER', 'PRINT', 'BANK_OUT', 'BANK_IN', 'SCHEME_IN', 'GATEWAY_IN'];
  return {
    ...Object.fromEntries(names.map((name) => [`WATTLE_${name}_URL`, url])),
    WATTLE_SFTP_KEY_FILE: keyFile,
    WATTLE_SFTP_HOST_KEYS: `127.0.0.1 SHA256:${(given.strangeHost ? other : server).hostKey.replace(/=+$/, '')}`,
  };
}

/** Settings of everything that does not depend on the provider. */
export async function settingsOfOthers(kept: Kept, folder: string): Promise<Env> {
  const [addresses, greenId, vapid] = [
    kept(await givenAddressServer()),
    kept(await givenGreenIdServer()),
    webPush.generateVAPIDKeys(),
  ];
  const bearer = 'Bearer secret of traces';
  const collector = kept(
    await givenCollector(({ headers }) => ({ status: headers.authorization === bearer ? 200 : 401, body: '{}' })),
  );
  const breached = kept(await givenHttpServer(() => ({ status: 200, body: `${'0'.repeat(35)}:0` })));
  return {
    WATTLE_SMTP_URL: await mailServer(kept),
    WATTLE_MAIL_FROM: 'cards@harbour.test',
    WATTLE_VAPID_PUBLIC: vapid.publicKey,
    WATTLE_VAPID_PRIVATE: vapid.privateKey,
    WATTLE_VAPID_SUBJECT: 'mailto:ops@harbour.test',
    WATTLE_ADDRESS_URL: addresses.settings.url,
    WATTLE_ADDRESS_KEY: addresses.settings.key,
    WATTLE_ADDRESS_SECRET: addresses.settings.secret,
    WATTLE_GREENID_URL: greenId.settings.url,
    WATTLE_GREENID_ACCOUNT: greenId.settings.accountId,
    WATTLE_GREENID_PASSWORD: greenId.settings.password,
    WATTLE_GREENID_API_CODE: greenId.settings.apiCode,
    WATTLE_GREENID_UI_URL: greenId.settings.uiUrl,
    WATTLE_BREACHED_PASSWORDS_URL: breached.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(bearer)}`,
    ...(await filesBySftp(kept, folder)),
  };
}

export async function ofOurProtocols(kept: Kept): Promise<Env> {
  const texts = kept(
    await givenHttpServer((call) => ({ status: isSignedSms(Buffer.from(SMS_KEY, 'hex'), call) ? 400 : 401 })),
  );
  const [gateway, names] = [kept(await givenGatewayServer(CLOCKS)), kept(await givenNameServer())];
  return {
    WATTLE_SMS_URL: texts.url,
    WATTLE_SMS_KEY: SMS_KEY,
    WATTLE_GATEWAY_URL: gateway.settings.url,
    WATTLE_GATEWAY_API_KEY: gateway.settings.apiKey,
    WATTLE_GATEWAY_NOTICE_KEY: NOTICE_KEY.toString('hex'),
    WATTLE_GATEWAY_PAGE_ORIGIN: gateway.settings.pageOrigin,
    WATTLE_PAYEE_NAMES_URL: names.settings.url,
    WATTLE_PAYEE_NAMES_KEY: 'only-for-servers',
  };
}

export async function ofTwilioStripeZepto(kept: Kept): Promise<Env> {
  const [texts, gateway] = [kept(await givenTwilio()), kept(await givenStripe(realClock))];
  const names = kept(await givenZepto());
  return {
    WATTLE_SMS_PROVIDER: 'twilio',
    WATTLE_TWILIO_URL: texts.settings.url,
    WATTLE_TWILIO_ACCOUNT: texts.settings.accountSid,
    WATTLE_TWILIO_KEY: texts.settings.keySid,
    WATTLE_TWILIO_KEY_SECRET: texts.settings.keySecret,
    WATTLE_TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    WATTLE_SMS_FROM: 'HARBOUR',
    WATTLE_GATEWAY_PROVIDER: 'stripe',
    WATTLE_STRIPE_URL: gateway.settings.url,
    WATTLE_STRIPE_KEY: gateway.settings.key,
    WATTLE_STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.now,
    WATTLE_PAYEE_NAMES_PROVIDER: 'zepto',
    WATTLE_PAYEE_NAMES_URL: names.settings.url,
    WATTLE_PAYEE_NAMES_KEY: names.settings.apiKey,
  };
}

export async function ofMessageMediaAdyenAzupay(kept: Kept): Promise<Env> {
  const [texts, gateway] = [kept(await givenMessageMedia()), kept(await givenAdyenServer(realClock))];
  const names = kept(await givenAzupay());
  const reports = kept(
    await givenHttpServer(({ headers }) => ({ status: headers['x-api-key'] === 'key of reports' ? 404 : 401 })),
  );
  return {
    WATTLE_SMS_PROVIDER: 'messagemedia',
    WATTLE_MESSAGEMEDIA_URL: texts.settings.url,
    WATTLE_MESSAGEMEDIA_KEY: texts.settings.apiKey,
    WATTLE_MESSAGEMEDIA_SECRET: texts.settings.apiSecret,
    WATTLE_MESSAGEMEDIA_PROOF_KEY: Buffer.from(PROOF_KEY).toString('hex'),
    WATTLE_GATEWAY_PROVIDER: 'adyen',
    WATTLE_ADYEN_URL: gateway.settings.url,
    WATTLE_ADYEN_API_KEY: gateway.settings.apiKey,
    WATTLE_ADYEN_MERCHANT: gateway.settings.merchantAccount,
    WATTLE_ADYEN_HMAC: HMAC,
    WATTLE_ADYEN_REPORT_URL: reports.url,
    WATTLE_ADYEN_REPORT_KEY: 'key of reports',
    WATTLE_PAYEE_NAMES_PROVIDER: 'azupay',
    WATTLE_PAYEE_NAMES_URL: names.settings.url,
    WATTLE_PAYEE_NAMES_KEY: names.settings.apiKey,
  };
}
