import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import webPush from 'web-push';
import { givenHttpServer } from '../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../test-support/policy.ts';
import { givenSubscription } from '../../test-support/subscription.ts';
import type { Delivery } from './delivery.ts';
import type { MailTransport } from './mail/port.ts';
import { openSandboxPush, openSandboxSms, openSandboxMail } from './sandbox-transports.ts';
import { openSmtpMail } from './mail/smtp.ts';
import type { PushTransport } from './push/port.ts';
import { openWebPush } from './push/web-push.ts';
import { openSmsGateway } from './sms/http-gateway.ts';
import type { SmsTransport } from './sms/port.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const messageId = '5f0c6a3e-0000-4000-8000-000000000001';
const CLOCK = { now: () => Date.parse('2026-11-20T02:00:00Z') };

async function givenServer(): Promise<string> {
  const server = await givenHttpServer(() => ({ status: 201 }));
  closing.push(() => server.close());
  return server.url;
}

async function givenSmtpMail(): Promise<MailTransport> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const settings = { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@wattle.example', requireTls: false };
  const mail = openSmtpMail(settings, 5_000, givenPolicy());
  closing.push(
    () => mail.close(),
    () => new Promise<void>((resolve) => server.close(() => resolve())),
  );
  return mail;
}

async function givenWebPush(): Promise<{ readonly push: PushTransport; readonly endpoint: string }> {
  const url = await givenServer();
  const settings = { ...webPush.generateVAPIDKeys(), subject: 'mailto:ops@wattle.example', hosts: [new URL(url).host] };
  return { push: openWebPush(settings, () => givenPolicy()), endpoint: `${url}/push/abc` };
}

const sendMail = (mail: MailTransport) =>
  mail.send({ messageId, to: 'a@example.com', fromName: 'Harbour', subject: 'Code', text: '1', html: '<p>1</p>' });
const sendSms = (sms: SmsTransport) =>
  sms.send({ messageId, to: '+61400000001', text: 'Code 1', expiresAt: Date.now() + 600_000 });
const sendNotice = (push: PushTransport, endpoint: string) =>
  push.send({
    to: givenSubscription(endpoint),
    payload: { id: messageId, title: 'New', body: 'Look', language: 'enAU', page: 'cardHome' },
  });

type Sender = () => Promise<Delivery>;

const TRANSPORTS: readonly (readonly [name: string, open: () => Promise<Sender>])[] = [
  ["the sandbox's mail", async () => () => sendMail(openSandboxMail())],
  [
    'mail by SMTP',
    async () => {
      const mail = await givenSmtpMail();
      return () => sendMail(mail);
    },
  ],
  ["the sandbox's text messages", async () => () => sendSms(openSandboxSms())],
  [
    'text messages by the gateway',
    async () => {
      const sms = openSmsGateway({ url: await givenServer(), key: Buffer.alloc(32, 7) }, CLOCK, givenPolicy());
      return () => sendSms(sms);
    },
  ],
  ["the sandbox's notices", async () => () => sendNotice(openSandboxPush(), 'https://push.example/abc')],
  [
    'notices by Web Push',
    async () => {
      const { push, endpoint } = await givenWebPush();
      return () => sendNotice(push, endpoint);
    },
  ],
];

it.each(TRANSPORTS)('%s accepts a message, and the same one again', async (_name, open) => {
  const send = await open();
  expect(await send()).toEqual({ ok: true });
  expect(await send()).toEqual({ ok: true });
});
