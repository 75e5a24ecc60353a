import { lookup } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import path from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../test-support/outside/certificate.ts';
import { givenHttpServer } from '../../../test-support/outside/http-server.ts';
import {
  filesBySftp,
  mailServer,
  ofOurProtocols,
  settingsOfOthers,
} from '../../../test-support/processes/configured.ts';
import { givenCheck, linesOf, TRUSTED } from '../../../test-support/processes/given-check.ts';
import { productionSettings } from '../../../test-support/processes/production-server.ts';
import { wordsOfFault } from '../../outside/fault-words.ts';

const { given, kept, check, failedOf } = givenCheck();

async function tlsServer({ key, cert }: TestCertificate): Promise<Server> {
  const server = createServer({ key, cert }, (_, response) => response.end(`${'0'.repeat(35)}:0`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  kept({
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return server;
}
const urlOf = (server: Server) => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
const breachedAt = (url: string) => ({ WATTLE_BREACHED_PASSWORDS_URL: url });

describe('a check that fails', () => {
  it('names each of twelve wrong settings in one line', async () => {
    const wrong = {
      PORT: 'eighty',
      WATTLE_MODE: 'test',
      WATTLE_TRUSTED_PROXY: '10.0.0.1',
      WATTLE_TRUSTED_PROXIES: '10.0.0.0/99',
      DATABASE_URL: 'db.example:5432/wattle',
      WATTLE_METRICS_TOKEN: 'short',
      WATTLE_ORIGINS: 'cards.example',
      WATTLE_DESK_HOST: 'https://desk.example',
      WATTLE_SMTP_URL: 'https://mail.example',
      WATTLE_VAPID_PUBLIC: 'short',
      WATTLE_CUT_OFF_BPAY: '5 pm',
      WATTLE_BANK_BSB: '62000',
    };
    const findings = await check(wrong);
    expect(findings.every(({ state, about }) => state === 'failed' && about === 'Settings')).toBe(true);
    expect(findings.map(({ words }) => words.split(':')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it('names each that does not fit another, together', async () => {
    const findings = await check({
      WATTLE_LOCKOUTS: 'account=5',
      WATTLE_MAIL_FROM: 'cards@harbour.test',
      WATTLE_ADDRESS_KEY: 'x',
      WATTLE_GREENID_ACCOUNT: 'x',
      WATTLE_CARD_MAKER_URL: 'sftp://wattle@files.example/in',
      WATTLE_STRIPE_KEY: 'rk_test_4f1cd7feda9826e7',
      WATTLE_BANK_INSTITUTION: 'ABC',
      WATTLE_CLUSTER: 'a',
    });
    const named = new Set(findings.map(({ words }) => words.split(':')[0]));
    for (const name of [
      'WATTLE_LOCKOUTS',
      'WATTLE_SMTP_URL',
      'WATTLE_ADDRESS_URL',
      'WATTLE_GREENID_URL',
      'WATTLE_SFTP_HOST_KEYS',
      'WATTLE_STRIPE_KEY',
      'WATTLE_BANK_USER_NAME',
      'WATTLE_CLUSTER',
    ])
      expect(named).toContain(name);
  });

  it('names each key that production lacks', async () => {
    const env = { ...productionSettings(given.ctx.url, given.brand), WATTLE_KEY_PAN: '', WATTLE_KEY_CVV: '' };
    const lines = await failedOf(env, 'Keys');
    expect(lines).toEqual([
      'Keys: WATTLE_KEY_PAN: Production mode needs settings that are missing',
      'Keys: WATTLE_KEY_CVV: Production mode needs settings that are missing',
    ]);
  });

  it('says that a password or a key is refused', async () => {
    const env = { ...(await settingsOfOthers(kept, given.folder)), ...(await ofOurProtocols(kept)) };
    const wrong = {
      WATTLE_SMTP_URL: await mailServer(kept, 'another'),
      WATTLE_MAIL_FROM: 'cards@harbour.test',
      WATTLE_GREENID_PASSWORD: 'another',
      WATTLE_SMS_KEY: '6c'.repeat(32),
      WATTLE_GATEWAY_API_KEY: 'another',
      WATTLE_ADDRESS_SECRET: 'another',
      WATTLE_PAYEE_NAMES_KEY: 'another',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=another',
      ...(await filesBySftp(kept, given.folder, { strangeKey: true })),
    };
    const lines = linesOf(await check({ ...env, ...wrong }), 'failed').map((line) =>
      line.replace(/127\.0\.0\.1:\d+/, 'HOST'),
    );
    expect(lines).toContain('Mail: not signed in at HOST: it does not know us. Check WATTLE_SMTP_URL (smtp_535)');
    expect(lines).toContain(
      'Identity checks: not signed in at HOST: it does not know the account with this password. Check WATTLE_GREENID_URL, WATTLE_GREENID_ACCOUNT and WATTLE_GREENID_PASSWORD (password_refused)',
    );
    expect(lines).toContain(
      'Texts: not signed in at HOST: it does not know us. Check WATTLE_SMS_URL and WATTLE_SMS_KEY (http_401)',
    );
    expect(lines).toContain(
      'Card payments: not signed in at HOST: it does not know us. Check WATTLE_GATEWAY_URL and WATTLE_GATEWAY_API_KEY (http_401)',
    );
    expect(lines.filter((line) => line.includes('it does not take our key'))).toHaveLength(6);
    expect(lines).toContain(
      'Traces: not signed in at HOST: it does not know us. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS (http_401)',
    );
    expect(lines).toHaveLength(13);
  });

  it('says that a host by SFTP shows another key than the pinned one', async () => {
    const lines = await failedOf(await filesBySftp(kept, given.folder, { strangeHost: true }), 'Printer');
    expect(lines).toEqual([expect.stringContaining('it shows another key than the pinned one')]);
  });

  it('says that a certificate has expired, ends soon, is not trusted or is for another name', async () => {
    const expired = makeCertificate('127.0.0.1', -1);
    setDefaultCACertificates([...TRUSTED, expired.issuer]);
    const url = urlOf(await tlsServer(expired));
    const lines = linesOf(await check(breachedAt(url)), 'failed');
    expect(lines).toEqual([
      `Breached passwords: not signed in at ${new URL(url).host}: its certificate has expired. Renew it (CERT_HAS_EXPIRED)`,
      `Certificate of ${new URL(url).host}: its certificate has expired. Renew it (CERT_HAS_EXPIRED)`,
    ]);
    const soon = makeCertificate('127.0.0.1', 20);
    setDefaultCACertificates([...TRUSTED, soon.issuer]);
    const later = await check(breachedAt(urlOf(await tlsServer(soon))));
    expect(linesOf(later, 'failed')).toEqual([]);
    expect(linesOf(later, 'look')).toEqual([
      expect.stringMatching(/^Certificate of .*: it ends in (19|20) days, on \d{4}-/),
    ]);
    setDefaultCACertificates(TRUSTED);
    const strange = urlOf(await tlsServer(makeCertificate('127.0.0.1', 60)));
    expect(await failedOf(breachedAt(strange), 'Breached')).toEqual([
      expect.stringContaining(
        'its certificate is not trusted here. Name the file of its issuer in NODE_EXTRA_CA_CERTS',
      ),
    ]);
    const other = makeCertificate('elsewhere.test', 60);
    setDefaultCACertificates([...TRUSTED, other.issuer]);
    expect(await failedOf(breachedAt(urlOf(await tlsServer(other))), 'Certificate')).toEqual([
      expect.stringContaining('its certificate is for another name'),
    ]);
  });

  it('says that a file of certificates of issuers has ended, is none or is missing, and not that one of several has', async () => {
    const [old, good] = [makeCertificate('old.test', -1), makeCertificate('good.test', 60)];
    const file = path.join(given.folder, 'issuers.pem');
    const judged = async (text: string) => {
      await writeFile(file, text);
      const findings = await check({ NODE_EXTRA_CA_CERTS: file });
      return findings.filter(({ about }) => about === 'Certificates of NODE_EXTRA_CA_CERTS').map(({ state }) => state);
    };
    expect(await judged(old.cert)).toEqual(['failed']);
    expect(await judged(old.cert + good.cert)).toEqual(['passed']);
    expect(await judged('no certificate')).toEqual(['failed']);
    expect(await failedOf({ NODE_EXTRA_CA_CERTS: `${file}.gone` }, 'Certificates')).toEqual([
      'Certificates of NODE_EXTRA_CA_CERTS: the file cannot be read. Check its name and its owner',
    ]);
  });

  it('says that the certificate of a mail server is not trusted, by STARTTLS too', async () => {
    const { key, cert } = makeCertificate('127.0.0.1', 60);
    const server = new SMTPServer({ key, cert, authOptional: true });
    server.on('error', () => {});
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    kept({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const lines = await failedOf({ WATTLE_SMTP_URL: url, WATTLE_MAIL_FROM: 'cards@harbour.test' }, 'Certificate');
    expect(lines).toEqual([expect.stringContaining('its certificate is not trusted here')]);
  });

  it('says that a name does not resolve, a port is refused, an answer is a redirect, and a server is silent', async () => {
    const fault: unknown = await lookup('nowhere.invalid').catch((error: unknown) => error);
    const unknown = wordsOfFault((fault as { code: string }).code);
    expect(unknown).toMatch(/name/);
    expect(await failedOf(breachedAt('https://nowhere.invalid'), 'Breached')).toEqual([
      expect.stringContaining(unknown ?? ''),
    ]);
    const gone = await givenHttpServer(() => ({ status: 200 }));
    await gone.close();
    expect(await failedOf(breachedAt(gone.url), 'Breached')).toEqual([
      expect.stringContaining('the connection is refused. Check that the server runs, and the port (ECONNREFUSED)'),
    ]);
    const moved = kept(await givenHttpServer(() => ({ status: 301, headers: { location: 'https://new.example/' } })));
    expect(await failedOf(breachedAt(moved.url), 'Breached')).toEqual([
      expect.stringContaining('it sends on to another address. Give the one of the system itself'),
    ]);
    const silent = createTcp(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    kept(silent);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await failedOf(breachedAt(url), 'Breached', 500)).toEqual([
      expect.stringContaining('it said nothing in time'),
    ]);
  });
});
