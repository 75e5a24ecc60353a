import type { AdyenSettings } from '../../src/config/gateway-settings.ts';
import type { Clock } from '../../src/platform/time/clock.ts';
import { givenHttpServer, type HttpCall } from '../outside/http-server.ts';
import { describedCall } from './description.ts';
import { HMAC, MERCHANT, noticeBytes, noticeItem, pspReference } from './notices.ts';

type Amount = { readonly value: number; readonly currency: string };
type Link = {
  readonly id: string;
  readonly merchantAccount: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly url: string;
  readonly returnUrl: string;
  readonly shopperReference: string;
  readonly storePaymentMethodMode: string;
  readonly expiresAt: string;
  status: 'active' | 'completed' | 'expired' | 'paid' | 'paymentPending';
};
type Charge = { readonly reference: string; readonly psp: string; readonly amount: Amount };
type Refund = { readonly psp: string; readonly charge: Charge; readonly amount: Amount; readonly reference: string };
type Reply = { readonly status: number; readonly body?: string } | 'hang up';

/** Test card 4111 1111 1111 1111, with everything that the settings of a merchant account can add. */
export const CARD_DATA = {
  alias: 'H167852639363479',
  cardSummary: '1111',
  expiryDate: '3/2030',
  fundingSource: 'CREDIT',
  cardIssuingCountry: 'AU',
} as const;

const API_KEY = 'test-api-key';
/** Keys may be forgotten after this. */
const KEYS_KEPT_MS = 31 * 24 * 3_600_000;

/**
 * Adyen's Checkout API with its traps: a link is completed before its notice comes, a repeated key answers as the first
 * time whatever the body, refunds are only received, and fail afterwards. Requests and answers are checked by Adyen's
 * description.
 */
export async function givenAdyenServer(clock: Clock) {
  const links = new Map<string, Link>();
  const charges = new Map<string, Charge>();
  const refunds: Refund[] = [];
  const cards = new Set<string>();
  /** Saved cards by their payer. */
  const savedBy = new Map<string, readonly string[]>();
  const kept = new Map<string, { readonly at: number; readonly status: number; readonly body: string }>();
  const faults: string[] = [];
  let next: Reply | undefined;

  const fault = (status: number, errorCode: string, errorType = 'validation') => ({
    status,
    body: { status, errorCode, message: 'a message', errorType },
  });
  const linkAt = (id: string | undefined) => {
    const link = links.get(id ?? '');
    if (link?.status === 'active' && clock.now() >= Date.parse(link.expiresAt)) link.status = 'expired';
    return link;
  };

  function carryOut(call: HttpCall, body: Record<string, unknown>): { status: number; body?: object } {
    const [, , kind, id = '', act] = new URL(call.url, 'http://x').pathname.split('/').map(decodeURIComponent);
    if (kind === 'storedPaymentMethods') return cards.delete(id) ? { status: 204 } : fault(422, '800');
    if (kind !== undefined && body['merchantAccount'] !== undefined && body['merchantAccount'] !== MERCHANT) {
      return fault(403, '901', 'security');
    }
    if (act === 'refunds') return receive(id, body);
    if (call.method === 'POST') return makeLink(body);
    const link = linkAt(id);
    if (!link) return fault(422, '000');
    if (call.method === 'PATCH') {
      if (link.status !== 'active') return fault(422, '000');
      link.status = 'expired';
    }
    return { status: 200, body: link };
  }

  function makeLink(body: Record<string, unknown>) {
    const id = `PL${pspReference()}`;
    const { requiredShopperFields: _, ...answered } = body;
    const link = { ...answered, id, url: `${server.url}/${id}`, status: 'active' } as unknown as Link;
    links.set(id, link);
    return { status: 201, body: link };
  }

  function receive(psp: string, body: Record<string, unknown>) {
    const charge = charges.get(psp);
    if (!charge) return fault(422, '167');
    const { amount, reference, merchantAccount } = body as {
      amount: Amount;
      reference: string;
      merchantAccount: string;
    };
    if (amount.value <= 0) return fault(422, '137');
    const refund = { psp: pspReference(), charge, amount, reference };
    refunds.push(refund);
    const answer = { merchantAccount, paymentPspReference: psp, pspReference: refund.psp, reference, amount };
    return { status: 201, body: { ...answer, status: 'received' } };
  }

  function judge(call: HttpCall): { status: number; body?: string } {
    if (call.headers['x-api-key'] !== API_KEY) return { status: 401, body: JSON.stringify(fault(401, '000').body) };
    const described = describedCall(call.method, call.url);
    const text = call.body.toString('utf8');
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    const given = described ? described.faults(body) : [`${call.method} ${call.url} is not described`];
    faults.push(...given);
    if (given.length > 0) return { status: 400, body: JSON.stringify(fault(400, '702').body) };
    const key = call.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > 64) faults.push(`key of ${key.length} characters`);
    const known = typeof key === 'string' ? kept.get(key) : undefined;
    if (known && clock.now() - known.at < KEYS_KEPT_MS) return known;
    const done = carryOut(call, body ?? {});
    const wrong = described?.answerFault(done.status, done.body);
    if (wrong !== undefined) faults.push(wrong);
    const answer = { status: done.status, ...(done.body && { body: JSON.stringify(done.body) }) };
    if (typeof key === 'string') kept.set(key, { at: clock.now(), status: answer.status, body: answer.body ?? '' });
    return answer;
  }

  const server = await givenHttpServer((call) => {
    const reply = next;
    next = undefined;
    return reply ?? judge(call);
  });
  const settings: AdyenSettings = {
    provider: 'adyen',
    url: server.url,
    apiKey: API_KEY,
    merchantAccount: MERCHANT,
    hmacKeys: [Buffer.from(HMAC, 'hex')],
  };
  const linkOf = (reference: string): Link => {
    const found = [...links.values()].filter((link) => link.reference === reference);
    const [link] = found;
    if (!link || found.length > 1) throw new Error(`${found.length} links have the reference`);
    return linkAt(link.id) ?? link;
  };
  return {
    settings,
    calls: server.calls,
    /** Differences from Adyen's description. */
    faults,
    answerNext(reply: Reply) {
      next = reply;
    },
    linkOf,
    /** The link that a page belongs to. */
    linkAtPage(url: string): Link {
      const link = [...links.values()].find((one) => one.url === url);
      if (!link) throw new Error('no link has the page');
      return link;
    },
    chargeAt(psp: string): Charge {
      const charge = charges.get(psp);
      if (!charge) throw new Error('no charge has the reference');
      return charge;
    },
    /** Whether the page shows a card that the payer has saved. */
    hasSavedCard: (reference: string) =>
      savedBy.get(linkOf(reference).shopperReference)?.some((id) => cards.has(id)) === true,
    refunds,
    /** The payer pays: the link is completed. Returns the notice, which has not come yet. Undefined: too late. */
    pay(reference: string, data: Readonly<Record<string, string>> = CARD_DATA): Buffer | undefined {
      const link = linkOf(reference);
      if (link.status !== 'active') return undefined;
      link.status = 'completed';
      const charge = { reference, psp: pspReference(), amount: link.amount };
      charges.set(charge.psp, charge);
      const stored = `TOKEN${charge.psp.slice(0, 8)}`;
      const isStored = link.storePaymentMethodMode === 'enabled';
      if (isStored) {
        cards.add(stored);
        savedBy.set(link.shopperReference, [...(savedBy.get(link.shopperReference) ?? []), stored]);
      }
      const token = {
        'tokenization.shopperReference': link.shopperReference,
        'tokenization.storedPaymentMethodId': stored,
      };
      const given = { eventCode: 'AUTHORISATION', pspReference: charge.psp, merchantReference: reference };
      return notice(given, link.amount, { ...data, ...(isStored && token) });
    },
    /** An attempt that the card's bank refuses: the link stays active. */
    decline(reference: string, data: Readonly<Record<string, string>> = CARD_DATA): Buffer {
      const { amount } = linkOf(reference);
      const given = { eventCode: 'AUTHORISATION', pspReference: pspReference(), merchantReference: reference };
      return notice({ ...given, success: 'false', reason: 'Refused' }, amount, data);
    },
    /** Notice of the last refund that Adyen received. */
    refundNotice(
      eventCode: 'REFUND' | 'REFUND_FAILED' | 'REFUNDED_REVERSED',
      success: 'true' | 'false' = 'true',
    ): Buffer {
      const refund = refunds.at(-1);
      if (!refund) throw new Error('no refund was asked for');
      const { psp, charge, amount, reference } = refund;
      const given = { eventCode, pspReference: psp, originalReference: charge.psp, merchantReference: reference };
      return notice({ ...given, success }, amount);
    },
    close: () => server.close(),
  };

  function notice(
    given: Omit<Parameters<typeof noticeItem>[0], 'cents' | 'currency'>,
    { value, currency }: Amount,
    data: Readonly<Record<string, string>> = {},
  ): Buffer {
    return noticeBytes(noticeItem({ ...given, cents: BigInt(value), currency, data }));
  }
}

export type AdyenServer = Awaited<ReturnType<typeof givenAdyenServer>>;
