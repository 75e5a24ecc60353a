import type Stripe from 'stripe';
import type { Connection, Delivery } from '../../src/outside/processors/port.ts';
import {
  authorizationObject,
  cardObject,
  disputeObject,
  eventObject,
  merchantData,
  pendingRequest,
  requestEntry,
  type SandboxAuthorization,
  type SandboxRequest,
  type SandboxTransaction,
  transactionObject,
} from '../../src/outside/processors/stripe/sandbox-objects.ts';

/** The official library's types stand for what Stripe sends: a field that is missing or misspelt does not compile. */
export const CONNECTION: Connection = {
  id: 7,
  currency: 'AUD',
  apiVersion: '2026-10-28.endive',
  increments: 'differences',
};
/** 2026-11-29T08:00:00Z */
export const AT = 1_795_939_200;

export const BAKERY = merchantData({
  name: 'HARBOUR BAKERY',
  city: 'HOBART',
  country: 'AU',
  category_code: '5814',
  network_id: '552210009000017',
});
export const REQUEST: SandboxRequest = {
  amount: 1845,
  currency: 'aud',
  merchant_amount: 1845,
  merchant_currency: 'aud',
};

export const CARD: Stripe.Issuing.Card & ReturnType<typeof cardObject> = cardObject({
  id: 'ic_sandbox_1',
  last4: '0017',
  exp_month: 7,
  exp_year: 2029,
  status: 'active',
  type: 'physical',
  created: AT,
});

export function givenAuthorization(given: Partial<SandboxAuthorization> = {}) {
  const object = authorizationObject({
    id: 'iauth_sandbox_1',
    card: CARD,
    created: AT,
    amount: 0,
    currency: 'aud',
    merchant_amount: 0,
    merchant_currency: 'aud',
    approved: false,
    status: 'pending',
    authorization_method: 'contactless',
    card_presence: 'present',
    wallet: null,
    token: null,
    merchant_data: BAKERY,
    pending_request: null,
    request_history: [],
    transactions: [],
    metadata: {},
    cvc_check: 'not_provided',
    expiry_check: 'match',
    three_d_secure: null,
    ...given,
  });
  return object satisfies Stripe.Issuing.Authorization;
}

/** An authorisation with requests that were decided, in their order: cents and the reason of each. */
export function givenDecided(
  decided: readonly (readonly [amount: number, approved: boolean, reason: string])[],
  given: Partial<SandboxAuthorization> = {},
) {
  const history = decided.map(([amount, approved, reason], place) =>
    requestEntry({ ...REQUEST, amount, merchant_amount: amount }, { approved, reason, created: AT + place }),
  );
  const amount = decided.reduce((sum, [cents, approved]) => sum + (approved ? cents : 0), 0);
  return givenAuthorization({ approved: amount > 0, amount, request_history: history, ...given });
}

export function givenAsk(request: Partial<SandboxRequest> = {}, given: Partial<SandboxAuthorization> = {}) {
  return givenAuthorization({ pending_request: pendingRequest({ ...REQUEST, ...request }, true), ...given });
}

export function givenTransaction(given: Partial<SandboxTransaction> = {}) {
  const object = transactionObject({
    id: 'ipi_sandbox_1',
    amount: -1845,
    authorization: 'iauth_sandbox_1',
    card: 'ic_sandbox_1',
    created: AT + 60,
    currency: 'aud',
    merchant_amount: -1845,
    merchant_currency: 'aud',
    merchant_data: BAKERY,
    type: 'capture',
    wallet: null,
    ...given,
  });
  return object satisfies Stripe.Issuing.Transaction;
}

export function givenDispute(status: string) {
  const object = disputeObject({
    id: 'idp_sandbox_1',
    amount: 1845,
    created: AT,
    currency: 'aud',
    status,
    transaction: 'ipi_sandbox_1',
  });
  return object satisfies Stripe.Issuing.Dispute;
}

/** A delivery of an event; `type` is one that the library knows. */
export function givenDelivery(
  type: Stripe.Event['type'],
  object: object,
  path = 'events',
  id = 'evt_sandbox_1',
): Delivery {
  const event = eventObject({ id, type, created: AT, api_version: CONNECTION.apiVersion ?? '', object });
  return { path, headers: {}, rawBody: Buffer.from(JSON.stringify(event)) };
}
