import * as z from 'zod';
import type { GatewayServiceSettings } from '../../config/outside-settings.ts';
import { callJson } from '../http-json.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { isSignedWebhook } from '../standard-webhooks.ts';
import type { GatewayWord, ListedPayment, PaymentGateway } from './port.ts';

const card = z.object({
  fingerprint: z.string().min(1).max(100),
  ending: z.string().regex(/^\d{4}$/),
  saved: z
    .object({ token: z.string().min(1).max(200), expires: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) })
    .optional(),
});
const charge = z
  .object({ id: z.string().min(1).max(100), amount: z.int().positive(), currency: z.string().length(3), card })
  .transform(({ amount, ...rest }) => ({ ...rest, amount: BigInt(amount) }));

const word = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'pending', 'cancelled', 'closed']) }),
  z.object({ state: z.literal('declined'), card: card.optional() }),
  // All charges of the payment instead of the last event.
  z.object({ state: z.literal('paid'), charges: z.array(charge).min(1) }),
]);
const listed = z.object({
  payments: z.array(z.intersection(z.object({ reference: z.string().min(1).max(100) }), word)),
  next: z.string().min(1).max(100).nullable(),
});
const opened = z.object({ pageUrl: z.url({ protocol: /^https?$/ }) });
const forgotten = z.object({});
const refunded = z.object({ state: z.enum(['done', 'pending', 'failed']) });

/**
 * A gateway that hosts its payment page, over JSON: `POST /payments`, `GET /payments/{reference}`, `POST
 * /payments/{reference}/close`, `POST /refunds`; `GET /payments?since=…&after=…` lists what was opened or changed since
 * a moment, `next` being what the next page comes after. Amounts in cents. What is posted twice under an
 * `Idempotency-Key` is done once. 404 says that the gateway has never heard of a payment.
 */
export function openHostedPage(
  settings: GatewayServiceSettings,
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
        addresses: by.addresses,
        signal,
      }),
    );
  const requestState = async (method: 'GET' | 'POST', path: string): Promise<OutsideOutcome<GatewayWord>> => {
    const outcome = await call(method, path, word, method === 'POST' ? {} : undefined);
    if (outcome.kind !== 'done') return onlyIfUnheardOf(outcome);
    return { kind: 'done', value: toWord(outcome.value) };
  };
  const at = (reference: string) => `/payments/${encodeURIComponent(reference)}`;
  return {
    origin: pageOrigin,
    isFromGateway: (headers, rawBody, nowMs) => isSignedWebhook([noticeKey], headers, rawBody, nowMs),
    async open({ reference, amount, currency, describes, language, returnUrl, openMs, saveCard = false, savedCard }) {
      const expiresIn = Math.floor(openMs / 1000);
      const body = {
        reference,
        amount: Number(amount),
        currency,
        describes,
        language,
        returnUrl,
        expiresIn,
        saveCard,
        ...(savedCard !== undefined && { savedCard }),
      };
      const outcome = await call('POST', '/payments', opened, body, reference);
      // The browser is redirected only to the gateway.
      if (outcome.kind === 'done' && new URL(outcome.value.pageUrl).origin !== pageOrigin) {
        return { kind: 'unknown', code: 'page_origin' };
      }
      return outcome;
    },
    state: (reference) => requestState('GET', at(reference)),
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
    close: (reference) => requestState('POST', `${at(reference)}/close`),
    async forget(token) {
      const outcome = await call('POST', `/cards/${encodeURIComponent(token)}/remove`, forgotten, {});
      if (outcome.kind === 'done') return { kind: 'done', value: null };
      return outcome.kind === 'refused' && outcome.code !== 'http_404'
        ? { kind: 'unknown', code: outcome.code }
        : outcome;
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

/** A failed query leaves the payment unknown; only 404 means that there is none. */
function onlyIfUnheardOf(outcome: OutsideOutcome<unknown>): OutsideOutcome<GatewayWord> {
  if (outcome.kind !== 'refused' || outcome.code === 'http_404') return outcome as OutsideOutcome<GatewayWord>;
  return { kind: 'unknown', code: outcome.code };
}

function toWord(value: z.output<typeof word>): GatewayWord {
  if (value.state === 'paid') return { kind: 'paid', charges: value.charges };
  if (value.state === 'declined') return { kind: 'declined', card: value.card };
  return { kind: value.state };
}
