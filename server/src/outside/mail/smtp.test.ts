import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openCalledAddresses, type Resolve } from '../called-addresses.ts';
import type { MailProvider } from './provider.ts';
import { openSmtpMail } from './smtp.ts';

type Received = { from: string; to: string[]; source: string };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Key and certificate of a host, from an authority that this process trusts until the test ends. */
function givenCertificate(host: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-mail-'));
  const trusted = getCACertificates('default');
  closing.push(() => {
    setDefaultCACertificates(trusted);
    rmSync(folder, { recursive: true });
  });
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'certificate')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  spawnSync('/usr/bin/openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert]);
  setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function givenMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  // A client that ends the handshake.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, port: (server.server.address() as AddressInfo).port };
}

function openOn(port: number, requireTls = false) {
  const mail = openSmtpMail(
    { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@wattle.example', requireTls },
    10_000,
    givenPolicy(),
  );
  closing.unshift(() => mail.close());
  return mail;
}

const MAIL = {
  messageId: '5f0c6a3e-0000-4000-8000-000000000001',
  to: 'amelia.chen@example.com',
  fromName: 'Harbour Mutual',
  subject: '您的访问码',
  text: 'Hello Amelia\n\n042137\n',
  html: '<p>042137</p>',
};

const refusing = (code: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => {
    done(Object.assign(new Error('no such mailbox'), { responseCode: code }));
  },
});

it('sends a text and an HTML part with the name of the brand and an id that stays the same', async () => {
  const { received, port } = await givenMailServer();
  expect(await openOn(port).send(MAIL)).toEqual({ ok: true });
  expect(received).toHaveLength(1);
  const [mail] = received;
  expect(mail?.from).toBe('no-reply@wattle.example');
  expect(mail?.to).toEqual(['amelia.chen@example.com']);
  expect(mail?.source).toMatch(/^From: Harbour Mutual <no-reply@wattle\.example>\r$/m);
  expect(mail?.source).toMatch(/^Message-ID: <5f0c6a3e-0000-4000-8000-000000000001@wattle\.example>\r$/m);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.source).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
  // Security mail and receipts are not subscribed to.
  expect(mail?.source).not.toMatch(/^List-/m);
  expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(mail?.source).toContain('<p>042137</p>');
  // RFC 2047: the subject as UTF-8 in base64.
  expect(mail?.source).toContain(Buffer.from('您的访问码').toString('base64'));
});

it('gives up after a permanent refusal, and retries after a temporary one', async () => {
  const gone = await givenMailServer(refusing(550));
  expect(await openOn(gone.port).send(MAIL)).toEqual({
    ok: false,
    isFinal: true,
    code: 'smtp_550',
    reason: 'badAddress',
  });
  const busy = await givenMailServer(refusing(451));
  expect(await openOn(busy.port).send(MAIL)).toEqual({ ok: false, isFinal: false, code: 'smtp_451' });
});

/** Replies at one command, as a server writes them. */
function replying(command: 'MAIL' | 'RCPT' | 'DATA', reply: string): SMTPServerOptions {
  const fault = Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
  return {
    hideENHANCEDSTATUSCODES: true,
    ...(command === 'MAIL' && { onMailFrom: (_address, _session, done) => done(fault) }),
    ...(command === 'RCPT' && { onRcptTo: (_address, _session, done) => done(fault) }),
    ...(command === 'DATA' && {
      onData: (stream, _session, done) => stream.on('data', () => {}).on('end', () => done(fault)),
    }),
  };
}

// Replies as mail servers write them, and the classes of RFC 3463.
it.each([
  ['MAIL', '550 5.7.515 Access denied, sending domain does not meet the required authentication level'],
  ['MAIL', '553 5.1.8 Sender address rejected'],
  ['MAIL', '550 Sender not verified'],
  ['MAIL', '421 4.7.0 Try again later'],
  ['MAIL', '452 Too many messages'],
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '550 5.1.8 Sender address rejected: Domain not found'],
  ['RCPT', '550 5.1.7 Bad address syntax of the sender'],
  ['RCPT', '550 relay not permitted'],
  ['RCPT', '550 Sender verify failed for relay@example.com'],
  ['RCPT', '530 Must issue a STARTTLS command first'],
  ['RCPT', '450 4.7.1 Rate limit exceeded'],
  ['DATA', '554 Message rejected: Email address is not verified in region AP-SOUTHEAST-2'],
  ['DATA', '454 Throttling failure: Maximum sending rate exceeded'],
  ['DATA', '550 5.7.26 Unauthenticated email is not accepted'],
  // Of Amazon SES: docs.aws.amazon.com/ses/latest/dg/troubleshoot-smtp.html, read on 29 November 2026.
  ['MAIL', '421 Too many concurrent SMTP connections'],
  ['MAIL', '454 Throttling failure: Daily message quota exceeded'],
  ['MAIL', '530 Authentication required'],
  ['DATA', '554 Access denied: User arn is not authorized to perform ses:SendRawEmail on resource arn'],
  ['DATA', '554 Message rejected: Email address is not verified. The following failed the check: relay@example.com'],
] as const)('does not hold it against the recipient that the server answers %s with %s', async (command, reply) => {
  const { port } = await givenMailServer(replying(command, reply));
  const [, status, enhanced] = /^(\d+) ([\d.]+ )?/.exec(reply) ?? [];
  const code = ['smtp', status, ...(enhanced ? [enhanced.trim()] : [])].join('_');
  expect(await openOn(port).send(MAIL)).toEqual({ ok: false, isFinal: false, isOurs: true, code });
});

it.each([
  ['RCPT', '550 5.1.1 User unknown', true, 'badAddress'],
  ['RCPT', '550 5.1.10 Recipient address has a null MX', true, 'badAddress'],
  ['RCPT', '552 5.2.2 Mailbox full', true, 'mailboxFull'],
  ['RCPT', '550 5.4.1 Recipient address rejected: Access denied', true, 'badAddress'],
  ['RCPT', '553 Mailbox name not allowed: sender@example.com', true, 'badAddress'],
  ['RCPT', '552 Exceeded storage allocation', true, 'mailboxFull'],
  ['RCPT', '554 Transaction failed', true, undefined],
  ['RCPT', '452 4.2.2 Mailbox full', false, 'mailboxFull'],
  ['DATA', '550 5.1.1 User unknown', true, 'badAddress'],
  ['DATA', '552 5.2.3 Message is longer than the mailbox takes', true, 'blocked'],
  ['DATA', '450 4.2.0 Try the mailbox later', false, 'unreachable'],
  // This message alone.
  ['DATA', '552 5.3.4 Message too big for system', true, 'blocked'],
  ['DATA', '552 Message size exceeds fixed limit', true, 'blocked'],
  ['DATA', '554 5.6.0 Content not understood', true, 'blocked'],
  // The server has a fault that passes.
  ['MAIL', '452 4.3.1 Insufficient system storage', false, undefined],
  ['MAIL', '421 4.3.2 System is shutting down', false, undefined],
  ['DATA', '451 4.3.0 Temporary lookup failure', false, undefined],
  ['DATA', '451 4.4.1 No answer from host', false, undefined],
  ['DATA', '451 Local error in processing', false, undefined],
  // Of Amazon SES, from the same page.
  ['DATA', '552 Message is too long.', true, 'blocked'],
  ['DATA', '451 Temporary service failure', false, undefined],
  ['DATA', '454 Temporary service failure', false, undefined],
] as const)(
  'does not hold it against us that the server answers %s with %s',
  async (command, reply, isFinal, reason) => {
    const { port } = await givenMailServer(replying(command, reply));
    const delivery = await openOn(port).send({ ...MAIL, to: 'relay@example.com' });
    expect(delivery).toMatchObject({ ok: false, isFinal, ...(reason && { reason }) });
    if (!reason) expect(delivery).not.toHaveProperty('reason');
    expect(delivery).not.toHaveProperty('isOurs');
  },
);

it('goes on with other senders while one is refused', async () => {
  const { received, port } = await givenMailServer({
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: ({ address }, _session, done) =>
      done(address === 'b@own.example' ? Object.assign(new Error('5.7.1 Refused'), { responseCode: 550 }) : null),
  });
  const settings = { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@wattle.example', requireTls: false };
  const strict = () => givenPolicy({ failuresToOpen: 1, openMs: 60_000 });
  const mail = openSmtpMail(settings, 10_000, strict(), strict);
  closing.unshift(() => mail.close());
  const refused = { ...MAIL, from: 'b@own.example' };
  expect(await mail.send(refused)).toMatchObject({ isOurs: true });
  expect(await mail.send(refused)).toMatchObject({ isUnsent: true, code: 'breaker_open' });
  expect(await mail.send(MAIL)).toEqual({ ok: true });
  expect(received.map(({ from }) => from)).toEqual(['no-reply@wattle.example']);
});

it.each([
  ['535 5.7.8 Bad credentials', 'smtp_535_5.7.8'],
  // Of Amazon SES, from the same page.
  ['535 Authentication Credentials Invalid', 'smtp_535'],
  ['535 Account not subscribed to SES', 'smtp_535'],
  ['454 Temporary authentication failure', 'smtp_454'],
])('does not hold a refused sign-in with %s against the recipient', async (reply, code) => {
  const { received, port } = await givenMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideENHANCEDSTATUSCODES: true,
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })),
  });
  const url = `smtp://user:wrong@127.0.0.1:${port}`;
  const mail = openSmtpMail({ url, from: 'no-reply@wattle.example', requireTls: false }, 10_000, givenPolicy());
  closing.unshift(() => mail.close());
  expect(await mail.send(MAIL)).toEqual({ ok: false, isFinal: false, isOurs: true, code });
  expect(received).toEqual([]);
});

it('gives up without an address', async () => {
  const { received, port } = await givenMailServer();
  const refused = { ok: false, isFinal: true, code: 'smtp_envelope', reason: 'badAddress' };
  expect(await openOn(port).send({ ...MAIL, to: '' })).toEqual(refused);
  expect(received).toEqual([]);
});

it('retries when the server is unreachable', async () => {
  const { port } = await givenMailServer();
  for (const close of closing.splice(0)) await close();
  expect(await openOn(port).send(MAIL)).toEqual({ ok: false, isFinal: false, code: 'ECONNREFUSED' });
});

it('sends nothing over an unencrypted connection if encryption is required', async () => {
  const { received, port } = await givenMailServer();
  expect(await openOn(port, true).send(MAIL)).toMatchObject({ ok: false, isFinal: false });
  expect(received).toEqual([]);
});

it('looks up the name of its server once, and expects the certificate of that name', async () => {
  const certificates = givenCertificate('mail.example');
  const names: string[] = [];
  const resolve: Resolve = (host, _, answer) => {
    names.push(host);
    answer(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const policy = { ...givenPolicy(), addresses: openCalledAddresses(['127.0.0.1'], resolve) };
  for (const [scheme, options] of [
    ['smtps', { secure: true }],
    ['smtp', { disabledCommands: [] }],
  ] as const) {
    const { received, port } = await givenMailServer({ ...certificates, ...options } as SMTPServerOptions);
    const settingsOf = (host: string) => ({ url: `${scheme}://${host}:${port}`, from: MAIL.to, requireTls: true });
    const mail = openSmtpMail(settingsOf('mail.example'), 10_000, policy);
    const other = openSmtpMail(settingsOf('other.example'), 10_000, policy);
    closing.unshift(mail.close, other.close);
    expect(await mail.send(MAIL)).toEqual({ ok: true });
    expect(await other.send(MAIL)).toMatchObject({ ok: false, isFinal: false });
    expect(received).toHaveLength(1);
  }
  expect(names).toEqual(['mail.example', 'other.example', 'mail.example', 'other.example']);
});

it('adds no recipient and no header for a line break in the input', async () => {
  const { received, port } = await givenMailServer();
  await openOn(port).send({ ...MAIL, subject: 'Code\r\nBcc: eve@example.com', fromName: 'A\r\nX-Evil: 1' });
  expect(received).toHaveLength(1);
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  expect(received.map(({ source }) => source).join()).not.toMatch(/^(X-Evil|Bcc):/m);
});

it('sends a picture along that the HTML shows by its name', async () => {
  const { received, port } = await givenMailServer();
  const picture = { name: 'card-gift.png', contentType: 'image/png', body: Buffer.from('89504e470d0a1a0a', 'hex') };
  const html = '<img src="cid:card-gift.png" alt="">';
  expect(await openOn(port).send({ ...MAIL, html, picture })).toEqual({ ok: true });
  const source = received[0]?.source ?? '';
  expect(source).toContain('Content-Type: multipart/related');
  expect(source).toMatch(/Content-Type: image\/png; name=card-gift\.png/);
  expect(source).toContain('Content-ID: <card-gift.png>');
  expect(source).toContain('Content-Disposition: inline');
  expect(source).toContain('iVBORw0KGgo=');
});

it('gives the provider its headers, and keeps the id of its reply', async () => {
  const { received, port } = await givenMailServer({ hideENHANCEDSTATUSCODES: true });
  const answers = ['Ok 010e019ab2c3d4e5-1a2b', 'OK: message queued'];
  const provider: MailProvider = {
    headersOf: (messageId) => ({ 'X-Provider-Id': messageId }),
    idIn: (reply) => /^250 Ok (\S+)$/.exec(reply)?.[1],
    readReceipts: () => [],
  };
  const server = await givenMailServer({
    hideENHANCEDSTATUSCODES: true,
    onData: (stream, _session, done) => {
      stream.on('data', () => {}).on('end', () => done(null, answers.shift()));
    },
  });
  const open = (to: number) => {
    const settings = { url: `smtp://127.0.0.1:${to}`, from: 'no-reply@wattle.example', requireTls: false };
    const mail = openSmtpMail(settings, 10_000, givenPolicy(), undefined, provider);
    closing.unshift(() => mail.close());
    return mail;
  };
  const mail = open(server.port);
  expect(mail.readReceipts).toBe(provider.readReceipts);
  expect(await mail.send(MAIL)).toEqual({ ok: true, providerId: '010e019ab2c3d4e5-1a2b' });
  expect(await mail.send(MAIL)).toEqual({ ok: true });
  expect(await open(port).send(MAIL)).toEqual({ ok: true });
  expect(received[0]?.source).toMatch(/^x-provider-id: 5f0c6a3e-0000-4000-8000-000000000001\r$/im);
});
