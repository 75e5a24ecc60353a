import { createHmac, timingSafeEqual } from 'node:crypto';
import { ANSWER } from '@wattle/contract/network/message.ts';
import * as z from 'zod';
import type { OutsideOutcome } from '../../../src/outside/outcome.ts';
import {
  type Ask,
  type Delivery,
  type HttpAnswer,
  type Inbound,
  type Keyed,
  type ProcessorAdapter,
  UnreadableDelivery,
} from '../../../src/outside/processors/port.ts';
import type { PurchaseMessage } from '../../../src/outside/processors/purchase-message.ts';
import { referenceOf } from '../../../src/outside/processors/reference.ts';
import type { Told } from '../../../src/outside/processors/told.ts';

/** Message of the sample's processor. Each has its own id, and that of its purchase. */
const sent = z.object({
  id: z.string(),
  type: z.string(),
  purchase: z.string().default('none'),
  order: z.number().optional(),
  at: z.iso.datetime().default('2026-11-20T02:00:00Z'),
  card: z.string().default('none'),
  cents: z.number().int().default(0),
  currency: z.string().default('AUD'),
  shop: z.string().optional(),
  approved: z.boolean().optional(),
  by: z.enum(['us', 'network', 'timeout', 'standIn', 'processor']).default('us'),
  way: z.string().default('tap'),
});
export type SentBySample = z.input<typeof sent>;
type Sent = z.output<typeof sent>;

const answerOf = (body: object): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const toldOf = (one: Sent, connection: number): Told | undefined => {
  const message = messageOf(one, connection);
  const original = referenceOf(connection, one.purchase);
  const named = { reference: referenceOf(connection, one.id), original };
  switch (one.type) {
    case 'result':
      return {
        did: 'decided',
        approved: one.approved === true,
        by: one.by,
        message: { ...message, reference: original },
      };
    case 'declined':
      return { did: 'declined', reason: 'VELOCITY', message: { ...message, reference: original } };
    case 'reversed':
      return { did: 'reversed', ...named, left: one.cents };
    case 'hold':
      return { did: 'holdSet', ...named, amount: one.cents };
    case 'expired':
      return { did: 'expired', ...named };
    case 'cleared':
      return { did: 'cleared', message: { ...message, ...named }, isFinal: true };
    case 'refunded':
      return { did: 'refunded', message: { ...message, ...named } };
    default:
      return undefined;
  }
};

const messageOf = (one: Sent, connection: number): PurchaseMessage => ({
  reference: referenceOf(connection, one.type === 'ask' ? one.purchase : one.id),
  ...(one.type === 'more' && { original: referenceOf(connection, one.purchase) }),
  card: { connection, id: one.card },
  amount: one.cents,
  channel: 'contactless',
  merchant: { name: one.shop, country: 'AU', mcc: '5814' },
  at: one.at,
  proofs: { pin: 'absent', cvv2: 'absent', expiry: 'match' },
  ...(one.way !== 'tap' && { unknown: [{ field: 'way', word: one.way }] }),
});

function read({ path, rawBody }: Delivery, connection: number): Inbound {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    throw new UnreadableDelivery('no JSON');
  }
  const parsed = sent.safeParse(body);
  if (!parsed.success) throw new UnreadableDelivery('not of the sample');
  const one = parsed.data;
  if (one.type === 'ping') return { ping: true, key: one.id };
  const keyed: Keyed = {
    key: one.id,
    of: one.purchase,
    at: one.at,
    ...(one.order !== undefined && { after: one.order }),
    ...(one.currency !== 'AUD' && { currency: one.currency }),
  };
  const does = path === 'asks' ? ASKS[one.type] : undefined;
  if (does) return { ...keyed, do: does, message: messageOf(one, connection) };
  const told = path === 'events' ? toldOf(one, connection) : undefined;
  if (told) return { ...keyed, ...told };
  return { ignored: true, key: one.id, word: one.type, ...(path === 'asks' && { answer: no('not understood') }) };
}

const ASKS: Readonly<Record<string, Ask['do']>> = { ask: 'authorise', more: 'increment', credit: 'creditAuthorise' };

const no = (why: string): HttpAnswer => answerOf({ yes: false, why });

/** Signature of the sample: hex HMAC-SHA-256 of time, path and body. */
export function signSample(secret: string, path: string, seconds: number, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${seconds} ${path} `).update(body).digest('hex');
}

/** A processor that only the tests have. `knows`: what its API says of a purchase. */
export type SampleProcessor = ProcessorAdapter & { readonly knows: Map<string, readonly (Keyed & Told)[]> };

/** By default it waits long enough for a busy machine. */
export function sampleProcessor(deadlineMs = 30_000): SampleProcessor {
  const knows: SampleProcessor['knows'] = new Map();
  const notMade = async (): Promise<OutsideOutcome<never>> => ({ kind: 'refused', code: 'not_made' });
  return {
    kind: 'sample',
    deadlineMs,
    onSilence: 'setting',
    compares: 'processor',
    needs: { secrets: ['asks', 'events'], apiVersion: true },
    knows,
    isSigned({ path, headers, rawBody }, secrets, nowMs) {
      const time = Number(headers['sample-time']);
      const given = Buffer.from(String(headers['sample-signature']), 'hex');
      const good = secrets.filter((secret) => {
        const expected = Buffer.from(signSample(secret, path, time, rawBody), 'hex');
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return good.length > 0 && Math.abs(nowMs / 1000 - time) <= 300;
    },
    secretOf: (path) => (path === 'asks' || path === 'events' ? path : undefined),
    read: (delivery, { id }) => [read(delivery, id)],
    answer: (ask: Ask, { answer, approvedAmount, reason }) =>
      answer === ANSWER.approved || approvedAmount !== undefined
        ? answerOf({ yes: true, cents: approvedAmount ?? ask.message.amount })
        : no(reason ?? answer),
    silence: () => no('silence'),
    taken: () => answerOf({ taken: true }),
    api: () => ({
      purchase: async (of) => ({ kind: 'done', value: knows.get(of) ?? [] }),
      balance: notMade,
      cards: { make: notMade, made: notMade, setState: notMade, list: notMade, numberOf: notMade },
    }),
  };
}
