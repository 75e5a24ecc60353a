import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AdyenSettings } from '../../../config/gateway-settings.ts';
import { CURRENCY } from '../../../platform/money.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { callJson, type JsonCall } from '../../http-json.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';
import { KNOWS_US, signedInBy } from '../../probe.ts';
import type { GatewayWord, PaymentAt, PaymentGateway } from '../port.ts';
import { readToken } from './card.ts';
import { isFaultOfAdyen, isUnknownCard, refusalOfAdyen } from './errors.ts';
import { linkOf } from './link.ts';
import { readAdyenNotices } from './notices.ts';
import { toAdyenReference } from './refund-reference.ts';
import { fetchReport, tryReports } from './report.ts';

const VERSION = 'v72';

/**
 * How long a repetition under the same key is taken as the same request. Adyen promises longer; nothing is trusted for
 * longer than this.
 */
const KEY_GOOD_MS = 24 * 3_600_000;

const link = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  merchantAccount: z.string(),
  reference: z.string(),
  status: z.enum(['active', 'completed', 'expired', 'paid', 'paymentPending']),
  url: z.url({ protocol: /^https?$/ }),
});
type Link = z.output<typeof link>;

const refunded = z.object({ status: z.literal('received'), paymentPspReference: z.string() });

/** A link that is completed tells no charge. Signed notices do, so it is pending until they have come. */
const WORDS: Readonly<Record<Link['status'], GatewayWord>> = {
  active: { kind: 'open' },
  paymentPending: { kind: 'pending' },
  completed: { kind: 'pending' },
  paid: { kind: 'pending' },
  expired: { kind: 'closed' },
};

/**
 * Adyen Pay by Link: a payment is a link with a page of Adyen. Adyen has no list of payments and no question about a
 * refund. Charges, declines, refunds and disputes come by signed notices alone.
 *
 * @param clock security clock
 */
export function openAdyen(settings: AdyenSettings, clock: Clock, policy: Policy): PaymentGateway {
  const { apiKey, merchantAccount, reports } = settings;
  const base = `${settings.url.replace(/\/$/, '')}/${VERSION}`;
  type Call<T> = Pick<JsonCall<T>, 'method' | 'answer' | 'refusal' | 'body'> & {
    readonly path: string;
    readonly key?: string;
  };
  const call = <T>({ path, key, ...given }: Call<T>): Promise<OutsideOutcome<T>> =>
    policy.call((signal) =>
      callJson({
        ...given,
        url: `${base}${path}`,
        headers: {
          'X-API-Key': apiKey,
          ...(key !== undefined && { 'Idempotency-Key': keyOf(merchantAccount, key) }),
        },
        addresses: policy.addresses,
        signal,
      }),
    );
  /** Answers about another payment are not believed. */
  const isAbout = (found: Link, reference: string) =>
    found.reference === reference && found.merchantAccount === merchantAccount;
  const wordOf = (outcome: OutsideOutcome<Link>, reference: string): OutsideOutcome<GatewayWord> => {
    if (outcome.kind !== 'done') return outcome;
    if (!isAbout(outcome.value, reference)) return { kind: 'unknown', code: 'other_payment' };
    return { kind: 'done', value: WORDS[outcome.value.status] };
  };
  const at = (gatewayId: string) => `/paymentLinks/${encodeURIComponent(gatewayId)}`;
  const state = async ({ gatewayId, reference }: PaymentAt): Promise<OutsideOutcome<GatewayWord>> => {
    // No one was given its page.
    if (gatewayId === null) return { kind: 'done', value: { kind: 'closed' } };
    return wordOf(await call({ method: 'GET', path: at(gatewayId), answer: link, refusal: never }), reference);
  };
  return {
    origin: null,
    ...(reports && {
      report: (name: string) => fetchReport(settings, reports, name, policy),
      probeReports: () => tryReports(settings, reports, policy),
    }),
    readNotices: (_headers, rawBody) => readAdyenNotices(settings, rawBody),
    async open(payment) {
      if (payment.purpose === 'topUp' && !payment.recipient) return { kind: 'refused', code: 'recipient_missing' };
      const outcome = await call({
        method: 'POST',
        path: '/paymentLinks',
        answer: link,
        refusal: refusalOfAdyen,
        body: linkOf(payment, merchantAccount),
        key: `link:${payment.reference}`,
      });
      if (outcome.kind !== 'done') return outcome;
      const { id, url } = outcome.value;
      if (!isAbout(outcome.value, payment.reference)) return { kind: 'unknown', code: 'other_payment' };
      // The browser is redirected only to Adyen.
      if (!isPageOf(settings.url, url)) return { kind: 'unknown', code: 'page_origin' };
      return { kind: 'done', value: { page: { kind: 'redirect', url }, gatewayId: id } };
    },
    state,
    async close(payment) {
      if (payment.gatewayId === null) return state(payment);
      const body = { status: 'expired' };
      const path = at(payment.gatewayId);
      const outcome = await call({ method: 'PATCH', path, answer: link, refusal: never, body });
      // One that is completed or expired cannot be closed any more, and tells so when it is asked for.
      if (outcome.kind === 'unknown' && outcome.code.startsWith('http_4')) return state(payment);
      return wordOf(outcome, payment.reference);
    },
    list: async () => ({ kind: 'refused', code: 'not_listed' }),
    // Asks for a link that does not exist.
    probe: () =>
      signedInBy(
        call({
          method: 'GET',
          path: at(`PL${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`),
          answer: link,
          refusal: (status, text) =>
            (status === 404 || status === 422) && isFaultOfAdyen(text) ? KNOWS_US : undefined,
        }),
      ),
    async findRefund({ firstSentAt }) {
      if (firstSentAt !== null && !isKeyGood(firstSentAt)) return { kind: 'unknown', code: 'not_findable' };
      return { kind: 'done', value: null };
    },
    async refund({ key, chargeId, amount, firstSentAt }) {
      if (firstSentAt !== null && !isKeyGood(firstSentAt)) return { kind: 'unknown', code: 'key_too_old' };
      const reference = toAdyenReference(key);
      if (reference === undefined) return { kind: 'refused', code: 'reference_too_long' };
      const outcome = await call({
        method: 'POST',
        path: `/payments/${encodeURIComponent(chargeId)}/refunds`,
        answer: refunded,
        refusal: refusalOfAdyen,
        body: { merchantAccount, reference, amount: { value: Number(amount), currency: CURRENCY } },
        key: `refund:${key}`,
      });
      if (outcome.kind !== 'done') return outcome;
      if (outcome.value.paymentPspReference !== chargeId) return { kind: 'unknown', code: 'other_payment' };
      return { kind: 'pending' };
    },
    async forget(token) {
      const card = readToken(token);
      if (!card) return { kind: 'refused', code: 'card_unknown' };
      const query = new URLSearchParams({ shopperReference: card.owner, merchantAccount });
      const outcome = await call({
        method: 'DELETE',
        path: `/storedPaymentMethods/${card.id}?${query}`,
        answer: z.undefined(),
        refusal: (status, text) => (isUnknownCard(status, text) ? 'card_unknown' : undefined),
      });
      return outcome.kind === 'done' ? { kind: 'done', value: null } : outcome;
    },
  };

  function isKeyGood(firstSentAt: number): boolean {
    return clock.now() - firstSentAt < KEY_GOOD_MS;
  }
}

/** No status of an answer is final. */
const never = () => undefined;

/** Keys are shared by all merchant accounts of a company, and have at most 64 characters. */
function keyOf(merchantAccount: string, key: string): string {
  return createHash('sha256').update(`${merchantAccount}\n${key}`).digest('base64url');
}

/** Pages lie at Adyen's own hosts. In tests they lie where its API does. */
function isPageOf(apiUrl: string, pageUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(pageUrl);
  return origin === new URL(apiUrl).origin || (protocol === 'https:' && /(^|\.)adyen\.(link|com)$/.test(hostname));
}
