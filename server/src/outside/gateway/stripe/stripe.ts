import * as z from 'zod';
import type { PayerRules, StripeSettings } from '../../../config/gateway-settings.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';
import { signedInBy } from '../../probe.ts';
import { isSignedByStripe } from '../../stripe-signature.ts';
import type {
  GatewayRefund,
  GatewayWord,
  ListedPayment,
  NewGatewayPayment,
  PaymentAt,
  PaymentGateway,
} from '../port.ts';
import { type StripeCalls, type StripeFault, stripeCalls } from './api.ts';
import { readStripeEvent } from './notices.ts';
import { expiresAt, sessionFields } from './session.ts';
import { stripeStatement } from './statement.ts';
import { charge, intentOf, refund as refundObject, refundWord, type Session, session, toWord } from './words.ts';

/** Sessions of a page: one with its intent comes to some 6 kB, and a response is read to 256 KiB. */
const SESSIONS_A_PAGE = '25';
const CHARGES_A_PAGE = '25';
const REFUNDS_A_PAGE = '100';
const CUSTOMERS_A_PAGE = '100';
const HOUR_MS = 3_600_000;

const object = z.object({ id: z.string().min(1).max(255) });
const customers = z.object({ data: z.array(object), has_more: z.boolean() });
const deleted = object.extend({ deleted: z.literal(true) });
const keptOrDeleted = object.extend({ deleted: z.boolean().optional() });
const sessions = z.object({ data: z.array(object) });
const method = object.extend({ customer: z.unknown().optional() });

type Parts = { readonly policy: Policy; readonly looking: Policy; readonly payers: PayerRules };

/**
 * Payments by Stripe Checkout, on a page of Stripe that the browser leaves for. A session is asked for by Stripe's id;
 * where no answer named it, those of the time are listed. Cards are saved with a customer of the payer, which has no
 * personal data from us.
 */
export function openStripe(at: StripeSettings, { policy, looking, payers }: Parts): PaymentGateway {
  const calls = stripeCalls(at, policy);
  return {
    // Its page is not framed.
    origin: null,
    async open(payment) {
      const customer = await customerOf(calls, payment);
      if (customer.kind !== 'done') return customer;
      const fields = sessionFields(payment, { payers, customer: customer.value });
      const opened = await calls.post('checkout/sessions', session, {
        fields,
        key: payment.reference,
        refuses: isRefused,
      });
      if (opened.kind !== 'done') return opened;
      const { id, url } = opened.value;
      // The browser is sent to the gateway alone.
      if (URL.parse(url ?? '')?.origin !== at.pageOrigin) return { kind: 'unknown', code: 'page_origin' };
      return { kind: 'done', value: { page: { kind: 'redirect', url: url ?? '' }, gatewayId: id } };
    },
    state: (of) => stateOf(calls, of),
    async close(of) {
      const found = await findSession(calls, of);
      if (found.kind !== 'done') return found;
      // No one was given a page of it.
      if (!found.value) return CLOSED;
      const { id, status } = found.value;
      if (status === 'open') {
        await calls.post(`checkout/sessions/${encodeURIComponent(id)}/expire`, object, { fields: {} });
      }
      // The payer may have paid meanwhile, whatever the answer was.
      const word = await stateOf(calls, { ...of, gatewayId: id });
      return word.kind === 'done' && word.value.kind === 'open' ? { kind: 'unknown', code: 'still_open' } : word;
    },
    list: (sinceMs) => listSince(stripeCalls(at, looking), sinceMs),
    async findRefund(refund) {
      const found = await findRefund(calls, refund);
      return found.kind === 'done' ? { kind: 'done', value: found.value ? refundWord(found.value) : null } : found;
    },
    refund: (refund) => makeRefund(calls, refund),
    forget: (token) => forget(calls, token),
    forgetPayer: (payer) => forgetPayer(calls, payer),
    readNotices(headers, rawBody, nowMs) {
      if (!isSignedByStripe(at.noticeSecrets, headers['stripe-signature'], rawBody, nowMs)) return undefined;
      return readStripeEvent(rawBody, at.key.includes('_live_'));
    },
    probe: () => signedInBy(stripeCalls(at, looking).get('checkout/sessions', sessions, { limit: '1' })),
    statement: (day) => stripeStatement(stripeCalls(at, looking), day),
  };
}

const CLOSED: OutsideOutcome<GatewayWord> = { kind: 'done', value: { kind: 'closed' } };
const DONE = { kind: 'done', value: null } as const;

/** A request that Stripe has understood and refused. One of another type is about our key, our rate or a fault. */
function isRefused({ type, status, code, param }: StripeFault): string | undefined {
  if (status !== 400 && status !== 402 && status !== 404) return undefined;
  if (type !== 'invalid_request_error' && type !== 'card_error') return undefined;
  if (code === 'resource_missing' && param === 'customer') return 'saved_card_unknown';
  return code === '' ? `http_${status}` : code;
}

/**
 * The customer of a payer who saves a card or has one; undefined: none is needed. It is looked for first, because
 * Stripe keeps the key under which it was made for a day, and its search finds it after a while. Under that key Stripe
 * also answers for a day with one that was deleted since, and then another one is made.
 */
async function customerOf(
  calls: StripeCalls,
  { saveCard, savedCard, payer, reference }: NewGatewayPayment,
): Promise<OutsideOutcome<string | undefined>> {
  const [known] = savedCard?.split(':') ?? [];
  if (known !== undefined && known !== '') return { kind: 'done', value: known };
  if (saveCard !== true) return { kind: 'done', value: undefined };
  const found = await searchCustomers(calls, payer, '1');
  if (found.kind !== 'done') return found;
  const [first] = found.value.data;
  if (first) return { kind: 'done', value: first.id };
  const fields = { metadata: { wattle_payer: wordOfPayer(payer) } };
  const make = (key: string) => calls.post('customers', object, { fields, key, refuses: isRefused });
  const made = await make(`customer.${payer}`);
  if (made.kind !== 'done') return made;
  const there = await calls.get(`customers/${encodeURIComponent(made.value.id)}`, keptOrDeleted);
  if (there.kind !== 'done') return there;
  const kept = there.value.deleted === true ? await make(`customer.${payer}.${reference}`) : made;
  return kept.kind === 'done' ? { kind: 'done', value: kept.value.id } : kept;
}

const wordOfPayer = (payer: string) => payer.replaceAll(/[^\w.-]/g, '');

/** Customers of a payer. */
const searchCustomers = (calls: StripeCalls, payer: string, limit: string) =>
  calls.get('customers/search', customers, { query: `metadata['wattle_payer']:'${wordOfPayer(payer)}'`, limit });

/** Deletes the customers of a payer, with what the payer has typed on Stripe's page. Their payments stay. */
async function forgetPayer(calls: StripeCalls, payer: string): Promise<OutsideOutcome<null>> {
  const found = await searchCustomers(calls, payer, CUSTOMERS_A_PAGE);
  if (found.kind !== 'done') return found;
  for (const { id } of found.value.data) {
    const gone = await calls.remove(`customers/${encodeURIComponent(id)}`, deleted);
    // The search finds one that was deleted for a while.
    if (gone.kind !== 'done' && gone.kind !== 'refused') return gone;
  }
  // The deleted ones leave the search, and those behind them follow.
  return found.value.has_more ? { kind: 'unknown', code: 'more' } : DONE;
}

const WITH_INTENT = ['payment_intent'];

/** The session of a payment; null: none was made. */
async function findSession(calls: StripeCalls, at: PaymentAt): Promise<OutsideOutcome<Session | null>> {
  const { gatewayId, reference, openedAt } = at;
  if (gatewayId !== null) {
    return calls.get(`checkout/sessions/${encodeURIComponent(gatewayId)}`, session, { expand: WITH_INTENT });
  }
  const listed = await calls.all('checkout/sessions', session, {
    limit: SESSIONS_A_PAGE,
    created: { gte: seconds(openedAt - HOUR_MS), lte: seconds(openedAt + HOUR_MS) },
    expand: ['data.payment_intent'],
  });
  if (listed.kind !== 'done') return listed;
  const found = listed.value.find(({ client_reference_id: one }) => one === reference);
  return { kind: 'done', value: found ?? null };
}

const seconds = (ms: number) => String(Math.max(0, Math.floor(ms / 1000)));

async function stateOf(calls: StripeCalls, at: PaymentAt): Promise<OutsideOutcome<GatewayWord>> {
  const found = await findSession(calls, at);
  if (found.kind !== 'done') return found;
  return found.value ? wordFor(calls, found.value) : CLOSED;
}

async function wordFor(calls: StripeCalls, of: Session): Promise<OutsideOutcome<GatewayWord>> {
  const intent = intentOf(of);
  const charges = intent
    ? await calls.all('charges', charge, {
        payment_intent: intent.id,
        limit: CHARGES_A_PAGE,
        expand: ['data.balance_transaction'],
      })
    : { kind: 'done' as const, value: [] };
  if (charges.kind !== 'done') return charges;
  const value = toWord(of, charges.value);
  return value ? { kind: 'done', value } : { kind: 'unknown', code: 'unsettled' };
}

/** Sessions of ours that were open since then: they are found by when they were made, and none is open for longer. */
async function listSince(calls: StripeCalls, sinceMs: number): Promise<OutsideOutcome<readonly ListedPayment[]>> {
  const longest = expiresAt({ openedAt: 0, closesAt: 0 }) * 1000;
  const listed = await calls.all('checkout/sessions', session, {
    limit: SESSIONS_A_PAGE,
    created: { gte: seconds(sinceMs - longest - HOUR_MS) },
    expand: ['data.payment_intent'],
  });
  if (listed.kind !== 'done') return listed;
  const found: ListedPayment[] = [];
  // Stripe begins with the newest.
  for (const one of listed.value.toReversed()) {
    const { client_reference_id: reference, expires_at: until } = one;
    if (!reference || until * 1000 < sinceMs) continue;
    const word = await wordFor(calls, one);
    if (word.kind !== 'done') return word;
    found.push({ reference, word: word.value });
  }
  return { kind: 'done', value: found };
}

async function findRefund(calls: StripeCalls, { key, chargeId }: GatewayRefund) {
  const made = await calls.all('refunds', refundObject, { charge: chargeId, limit: REFUNDS_A_PAGE });
  if (made.kind !== 'done') return made;
  return { kind: 'done' as const, value: made.value.find(({ metadata }) => metadata?.reference === key) };
}

/** Errors of a refund that a retry would get again. */
const REFUSALS: Readonly<Record<string, string>> = {
  charge_already_refunded: 'charge_refunded',
  charge_disputed: 'charge_disputed',
  refund_disputed_payment: 'charge_disputed',
  charge_not_refundable: 'refund_not_permitted',
};

async function makeRefund(calls: StripeCalls, refund: GatewayRefund): Promise<OutsideOutcome<null>> {
  const { key, chargeId, amount } = refund;
  let isInvalid = false;
  const made = await calls.post('refunds', refundObject, {
    fields: { charge: chargeId, amount: String(amount), metadata: { reference: key } },
    key,
    refuses({ type, status, code, param }) {
      if (type !== 'invalid_request_error' || status >= 500) return undefined;
      if (code === 'resource_missing' && param === 'charge') return 'charge_unknown';
      isInvalid = status === 400;
      return Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
    },
  });
  if (made.kind === 'unknown' && isInvalid) return (await isAbove(calls, refund)) ? ABOVE : made;
  if (made.kind !== 'done') return made;
  const word = refundWord(made.value);
  if (word === 'pending') return { kind: 'pending' };
  return word === 'done' ? DONE : { kind: 'refused', code: 'failed' };
}

const ABOVE = { kind: 'refused', code: 'above_charge' } as const;

/** Whether a refund that Stripe called invalid is of more than is left of its charge: there is no word for it. */
async function isAbove(calls: StripeCalls, { chargeId, amount }: GatewayRefund): Promise<boolean> {
  const found = await calls.get(`charges/${encodeURIComponent(chargeId)}`, charge);
  return found.kind === 'done' && BigInt(found.value.amount - found.value.amount_refunded) < amount;
}

async function forget(calls: StripeCalls, token: string): Promise<OutsideOutcome<null>> {
  const [, name] = token.split(':');
  if (name === undefined || name === '') return { kind: 'refused', code: 'no_card' };
  const path = `payment_methods/${encodeURIComponent(name)}`;
  const detached = await calls.post(`${path}/detach`, object, { fields: {} });
  if (detached.kind === 'done') return DONE;
  if (detached.kind !== 'unknown') return detached;
  // One that is not attached cannot be detached, and Stripe's words for it differ.
  const found = await calls.get(path, method);
  if (found.kind === 'refused') return { kind: 'refused', code: 'no_card' };
  return found.kind === 'done' && found.value.customer === null ? { kind: 'refused', code: 'no_card' } : detached;
}
