import type Lithic from 'lithic';
import {
  askObject,
  eventObject,
  merchantObject,
  type SandboxAmounts,
  terminalObject,
  transactionObject,
} from '../../src/outside/processors/lithic/sandbox-objects.ts';
import type { Connection, Delivery } from '../../src/outside/processors/port.ts';

/** The official library's types stand for what Lithic sends: a field that is missing or misspelt does not compile. */
export const CONNECTION: Connection = { id: 9, currency: 'AUD', increments: 'differences' };
export const AT = '2026-11-29T08:00:00Z';
export const TOKEN = '5b0c7a52-0000-4000-8000-000000000001';

type Ask = Lithic.CardAuthorizationApprovalRequestWebhookEvent;
type Transaction = Lithic.CardTransactionUpdatedWebhookEvent;
type Event = Lithic.Transaction.Event;

export const FUEL = merchantObject({
  descriptor: 'PIER FUEL',
  city: 'HOBART',
  country: 'AUS',
  mcc: '5542',
  acceptor_id: '552210009000017',
});
const AMOUNTS: SandboxAmounts = {
  amount: 15_000,
  currency: 'AUD',
  merchant_amount: 15_000,
  merchant_currency: 'AUD',
  conversion_rate: '1.000000',
};
const TERMINAL = terminalObject({
  type: 'FUEL_MACHINE',
  pin_capability: 'CAPABLE',
  partial_approval_capable: true,
});
const ENTRY = { pan: 'CONTACTLESS', card: 'PRESENT', cardholder: 'PRESENT', pin_entered: false } as const;

export type Entry = Partial<NonNullable<NonNullable<Ask['pos']>['entry_mode']>>;
export type Terminal = Partial<Lithic.Transaction.Pos.Terminal>;

export function givenPos(entry: Entry = {}, terminal: Terminal = {}): NonNullable<Ask['pos']> {
  return { entry_mode: { ...ENTRY, ...entry }, terminal: { ...TERMINAL, ...terminal } };
}

export function givenAsk(
  given: Partial<Ask> = {},
  amounts: Partial<SandboxAmounts> = {},
  hold: number | null = 18_000,
) {
  const known = { token: TOKEN, created: AT, amounts: { ...AMOUNTS, ...amounts }, hold };
  const sent: Ask = askObject(known, {
    status: 'AUTHORIZATION' as const,
    card: {
      token: 'card_sandbox_1',
      last_four: '0017',
      memo: '',
      spend_limit: 0,
      spend_limit_duration: 'TRANSACTION' as const,
      state: 'OPEN' as const,
      type: 'VIRTUAL' as const,
    },
    merchant: FUEL,
    pos: givenPos(),
    token_info: { wallet_type: 'APPLE_PAY' as const },
    transaction_initiator: 'CARDHOLDER' as const,
    network: 'VISA' as const,
    network_risk_score: 120,
    name_validation: null,
  });
  return { ...sent, ...given };
}

/** An event of a transaction: its type, cents, and what differs. Its token counts. */
export function givenEvent(type: Event['type'], amount: number, place: number, given: Partial<Event> = {}): Event {
  const known = {
    token: `event_sandbox_${place}`,
    created: `2026-11-29T08:00:0${place}Z`,
    amounts: { ...AMOUNTS, amount, merchant_amount: amount },
  };
  const sent: Event = eventObject(known, {
    type,
    result: 'APPROVED' as const,
    detailed_results: ['APPROVED' as const],
    effective_polarity: 'DEBIT' as const,
    network_info: null,
    rule_results: [],
  });
  return { ...sent, ...given };
}

/** A transaction with its events, and what Lithic says that it still holds. */
export function givenTransaction(
  events: Event[],
  status: Transaction['status'],
  hold: number,
  given: Partial<Transaction> = {},
): Transaction {
  const known = {
    token: TOKEN,
    card_token: 'card_sandbox_1',
    created: AT,
    updated: '2026-11-29T08:00:09Z',
    amounts: AMOUNTS,
    hold,
    settled: 0,
    events,
  };
  const sent: Transaction = transactionObject(known, {
    status,
    result: 'APPROVED' as const,
    merchant: FUEL,
    pos: { entry_mode: ENTRY, terminal: TERMINAL },
    token_info: null,
    cardholder_authentication: null,
    network: 'VISA' as const,
    network_risk_score: null,
  });
  return { ...sent, ...given };
}

export function givenDelivery(body: object, path = 'events', id = 'msg_sandbox_1'): Delivery {
  return {
    path,
    // 2026-11-29T08:00:00Z
    headers: { 'webhook-id': id, 'webhook-timestamp': '1795939200' },
    rawBody: Buffer.from(JSON.stringify(body)),
  };
}
