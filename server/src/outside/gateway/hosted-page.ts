import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { HostedPageSettings } from '../../config/gateway-settings.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { KNOWS_US, signedInBy } from '../probe.ts';
import { readHostedNotices } from './hosted-notices.ts';
import type { GatewayRefundWord, GatewayWord, ListedPayment, OpenedPage, PaymentAt, PaymentGateway } from './port.ts';

const card = z.object({
  fingerprint: z.string().min(1).max(100),
  ending: z.string().regex(/^\d{4}$/),
  saved: z
    .object({ token: z.string().min(1).max(200), expires: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) })
    .optional(),
  funding: z.enum(['credit', 'debit', 'prepaid', 'unknown']).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  brand: z.enum(['visa', 'mastercard', 'eftpos', 'amex', 'other']).optional(),
  wallet: z.enum(['applePay', 'googlePay', 'other']).optional(),
});
const cents = z.int().nonnegative().transform(BigInt);
const charge = z.object({
  id: z.string().min(1).max(100),
  amount: z.int().positive().transform(BigInt),
  currency: z.string().length(3),
  card,
  fee: cents.optional(),
});
const declines = z.array(z.object({ id: z.string().min(1).max(100), card: card.optional() })).optional();

const word = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'closed']), declines }),
  z.object({ state: z.enum(['pending', 'cancelled']) }),
  // All charges of the payment instead of the last event.
  z.object({ state: z.literal('paid'), charges: z.array(charge).min(1), declines }),
]);
const listed = z.object({
  payments: z.array(z.intersection(z.object({ reference: z.string().min(1).max(100) }), word)),
  next: z.string().min(1).max(100).nullable(),
});
const opened = z.object({
  pageUrl: z.url({ protocol: /^https?$/ }),
  page: z.enum(['frame', 'redirect']).default('frame'),
  id: z
    .string()
    .regex(/^[\w.:-]{1,100}$/)
    .nullish(),
});
const forgotten = z.object({});
const refunded = z.object({ state: z.enum(['done', 'pending', 'failed']) });
const knownRefund = z.object({ state: z.enum(['done', 'pending', 'failed', 'returned']) });
const refusal = z.object({ error: z.string() });

/**
 * Reasons for which a request is finally refused: `{"error": "above_charge"}`. Another body leaves it unknown, because
 * it may be about the key (`key_reused`), our settings or a server in between, and the request may have been done.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'amount_not_permitted',
  'currency_not_permitted',
  'saved_card_unknown',
  'charge_unknown',
  'above_charge',
  'charge_refunded',
  'charge_disputed',
  'refund_not_permitted',
]);
/** The request did not reach what would carry it out. */
const NOT_CARRIED_OUT = [405, 413, 415];

function refusalOf(status: number, text: string): string | undefined {
  if (NOT_CARRIED_OUT.includes(status)) return `http_${status}`;
  const { error = '' } = (status < 500 && refusal.safeParse(parseJson(text)).data) || {};
  return REFUSALS.has(error) ? error : undefined;
}

const UNHEARD_OF: ReadonlySet<string> = new Set(['payment_unknown', 'refund_unknown', 'card_unknown']);

/**
 * Refusal of a question. Only a 404 with a word of the gateway says that it has never heard of it: a server in between
 * answers 404 too, in other words.
 */
function unheardOf(status: number, text: string): string | undefined {
  const { error = '' } = (status === 404 && refusal.safeParse(parseJson(text)).data) || {};
  return UNHEARD_OF.has(error) ? 'http_404' : undefined;
}

/**
 * A gateway that hosts its payment page, over JSON: `POST /payments`, `GET /payments/{reference}`, `POST
 * /payments/{reference}/close`, `POST /refunds`, `GET /refunds/{key}`; `GET /payments?since=…&after=…` lists what was opened or changed since
 * a moment, `next` being what the next page comes after. Amounts in cents. What is posted twice under an
 * `Idempotency-Key` is done once. 404 with `{"error": "payment_unknown"}`, `refund_unknown` or `card_unknown` says that
 * the gateway has never heard of it.
 */
export function openHostedPage(
  settings: HostedPageSettings,
  policy: Policy,
  /** Policy for read-only calls. */
  looking: Policy = policy,
): PaymentGateway {
  const { url, apiKey, noticeKey, pageOrigin } = settings;
  const base = url.replace(/\/$/, '');
  const call = <T>(
    method: 'GET' | 'POST',
    path: string,
    answer: z.ZodType<T>,
    body?: object,
    idempotencyKey?: string,
    by = policy,
  ): Promise<OutsideOutcome<T>> =>
    by.call((signal) =>
      callJson({
        method,
        url: `${base}${path}`,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body && { body }),
        answer,
        refusal: idempotencyKey === undefined ? unheardOf : refusalOf,
        addresses: by.addresses,
        signal,
      }),
    );
  const requestState = async (method: 'GET' | 'POST', path: string): Promise<OutsideOutcome<GatewayWord>> => {
    const outcome = await call(method, path, word, method === 'POST' ? {} : undefined);
    if (outcome.kind !== 'done') return outcome;
    return { kind: 'done', value: toWord(outcome.value) };
  };
  const at = ({ reference }: PaymentAt) => `/payments/${encodeURIComponent(reference)}`;
  return {
    origin: pageOrigin,
    readNotices: (headers, rawBody, nowMs) => readHostedNotices([noticeKey], headers, rawBody, nowMs),
    async open(payment): Promise<OutsideOutcome<OpenedPage>> {
      const { amount, openedAt, closesAt, saveCard = false, ...rest } = payment;
      const expiresIn = Math.floor((closesAt - openedAt) / 1000);
      const body = { ...rest, amount: Number(amount), expiresIn, saveCard };
      const outcome = await call('POST', '/payments', opened, body, payment.reference);
      if (outcome.kind !== 'done') return outcome;
      const { pageUrl: pageAddress, page, id = null } = outcome.value;
      // The browser is redirected only to the gateway.
      if (new URL(pageAddress).origin !== pageOrigin) return { kind: 'unknown', code: 'page_origin' };
      return { kind: 'done', value: { page: { kind: page, url: pageAddress }, gatewayId: id } };
    },
    state: (payment) => requestState('GET', at(payment)),
    // Asks for a payment that does not exist.
    probe: async () => {
      const asked = await call('GET', `/payments/${randomUUID()}`, word, undefined, undefined, looking);
      return signedInBy(asked.kind === 'refused' ? { kind: 'refused', code: KNOWS_US } : asked);
    },
    async list(sinceMs) {
      const found: ListedPayment[] = [];
      const since = new Date(sinceMs).toISOString();
      for (let after: string | null = ''; after !== null; ) {
        const query = new URLSearchParams({ since, ...(after !== '' && { after }) });
        const page: OutsideOutcome<z.output<typeof listed>> = await call(
          'GET',
          `/payments?${query}`,
          listed,
          undefined,
          undefined,
          looking,
        );
        if (page.kind !== 'done') return page;
        found.push(...page.value.payments.map(({ reference, ...rest }) => ({ reference, word: toWord(rest) })));
        // A page without entries is the last one.
        after = page.value.payments.length === 0 ? null : page.value.next;
      }
      return { kind: 'done', value: found };
    },
    close: (payment) => requestState('POST', `${at(payment)}/close`),
    async forget(token) {
      const outcome = await call('POST', `/cards/${encodeURIComponent(token)}/remove`, forgotten, {});
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    },
    async findRefund({ key }): Promise<OutsideOutcome<GatewayRefundWord | null>> {
      const outcome = await call('GET', `/refunds/${encodeURIComponent(key)}`, knownRefund);
      if (outcome.kind === 'done') return { kind: 'done', value: outcome.value.state };
      return outcome.kind === 'refused' ? { kind: 'done', value: null } : outcome;
    },
    async refund({ key, chargeId, amount }) {
      const body = { charge: chargeId, amount: Number(amount), reference: key };
      const outcome = await call('POST', '/refunds', refunded, body, key);
      if (outcome.kind !== 'done') return outcome;
      if (outcome.value.state === 'failed') return { kind: 'refused', code: 'failed' };
      return outcome.value.state === 'done' ? { kind: 'done', value: null } : { kind: 'pending' };
    },
  };
}

function toWord(read: z.output<typeof word>): GatewayWord {
  switch (read.state) {
    case 'paid':
      return { kind: 'paid', charges: read.charges, declines: read.declines };
    case 'open':
    case 'closed':
      return { kind: read.state, declines: read.declines };
    default:
      return { kind: read.state };
  }
}
