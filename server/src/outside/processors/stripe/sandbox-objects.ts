/** Objects of Stripe Issuing as its sandbox here sends them: every documented field, and none that is left out there. */

export type SandboxCard = {
  readonly id: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly status: 'active' | 'inactive' | 'canceled';
  readonly type: 'physical' | 'virtual';
  readonly created: number;
};

const NO_CONTROLS = {
  allowed_card_presences: null,
  allowed_categories: null,
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: null,
  blocked_merchant_countries: null,
  spending_limits: null,
  spending_limits_currency: null,
};

export function cardObject({ currency = 'aud', ...card }: SandboxCard & { readonly currency?: string }) {
  return {
    ...card,
    object: 'issuing.card' as const,
    brand: 'Visa',
    cancellation_reason: null,
    cardholder: {
      id: 'ich_sandbox_1',
      object: 'issuing.cardholder' as const,
      billing: {
        address: {
          city: 'Hobart',
          country: 'AU',
          line1: '1 Sandbox Street',
          line2: null,
          postal_code: '7000',
          state: 'TAS',
        },
      },
      company: null,
      created: card.created,
      email: null,
      individual: null,
      livemode: false,
      metadata: {},
      name: 'Sandbox Holder',
      phone_number: null,
      preferred_locales: [],
      requirements: { disabled_reason: null, past_due: [] },
      spending_controls: NO_CONTROLS,
      status: 'active',
      type: 'individual',
    },
    currency,
    latest_fraud_warning: null,
    lifecycle_controls: null,
    livemode: false,
    metadata: {},
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: NO_CONTROLS,
    wallets: null,
  };
}

export type SandboxShop = {
  readonly name: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly category_code: string;
  readonly network_id: string;
};

export function merchantData(shop: SandboxShop) {
  return {
    ...shop,
    category: 'miscellaneous',
    postal_code: null,
    state: null,
    tax_id: null,
    terminal_id: 'T1',
    url: null,
  };
}

export type SandboxRequest = {
  readonly amount: number;
  readonly currency: string;
  readonly merchant_amount: number;
  readonly merchant_currency: string;
  readonly atm_fee?: number | null;
  readonly cashback_amount?: number | null;
};

function part(request: SandboxRequest) {
  const { atm_fee = null, cashback_amount = null, ...amounts } = request;
  return { ...amounts, amount_details: { atm_fee, cashback_amount }, network_risk_score: 12 };
}

export function pendingRequest(request: SandboxRequest, isControllable: boolean) {
  return { ...part(request), is_amount_controllable: isControllable };
}

export function requestEntry(request: SandboxRequest, outcome: { approved: boolean; reason: string; created: number }) {
  return {
    ...part(request),
    ...outcome,
    authorization_code: outcome.approved ? 'S498162' : null,
    reason_message: null,
    requested_at: outcome.created,
  };
}

export type SandboxAuthorization = {
  readonly id: string;
  readonly card: ReturnType<typeof cardObject>;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly merchant_amount: number;
  readonly merchant_currency: string;
  readonly approved: boolean;
  readonly status: 'pending' | 'closed' | 'reversed' | 'expired';
  readonly authorization_method: string;
  readonly card_presence: string | null;
  readonly wallet: string | null;
  readonly token: string | null;
  readonly merchant_data: ReturnType<typeof merchantData>;
  readonly pending_request: ReturnType<typeof pendingRequest> | null;
  readonly request_history: ReturnType<typeof requestEntry>[];
  readonly transactions: ReturnType<typeof transactionObject>[];
  readonly metadata: Record<string, string>;
  readonly cvc_check: string;
  readonly expiry_check: string;
  readonly three_d_secure: string | null;
};

export function authorizationObject(given: SandboxAuthorization) {
  const { cvc_check, expiry_check, three_d_secure, ...sent } = given;
  return {
    ...sent,
    object: 'issuing.authorization' as const,
    amount_details: { atm_fee: null, cashback_amount: null },
    balance_transactions: [],
    cardholder: sent.card.cardholder.id,
    fleet: null,
    fraud_challenges: null,
    fuel: null,
    livemode: false,
    network_data: { acquiring_institution_id: null, system_trace_audit_number: null, transaction_id: '3011' },
    verification_data: {
      address_line1_check: 'not_provided',
      address_postal_code_check: 'not_provided',
      authentication_exemption: null,
      cvc_check,
      expiry_check,
      postal_code: null,
      three_d_secure: three_d_secure === null ? null : { result: three_d_secure },
    },
    verified_by_fraud_challenge: null,
  };
}

export type SandboxTransaction = {
  readonly id: string;
  readonly amount: number;
  readonly authorization: string | null;
  readonly card: string;
  readonly created: number;
  readonly currency: string;
  readonly merchant_amount: number;
  readonly merchant_currency: string;
  readonly merchant_data: ReturnType<typeof merchantData>;
  readonly type: 'capture' | 'refund';
  readonly wallet: string | null;
};

export function transactionObject(sent: SandboxTransaction) {
  return {
    ...sent,
    object: 'issuing.transaction' as const,
    amount_details: { atm_fee: null, cashback_amount: null },
    balance_transaction: null,
    cardholder: 'ich_sandbox_1',
    dispute: null,
    livemode: false,
    metadata: {},
    network_data: { authorization_code: null, processing_date: null, transaction_id: '3011' },
    token: null,
  };
}

export type SandboxDispute = {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly currency: string;
  readonly status: string;
  readonly transaction: string;
};

export function disputeObject(sent: SandboxDispute) {
  return {
    ...sent,
    object: 'issuing.dispute' as const,
    balance_transactions: [],
    evidence: { reason: 'other' },
    livemode: false,
    metadata: {},
  };
}

export type SandboxEvent = {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly api_version: string;
  readonly object: object;
};

export function eventObject({ object, ...sent }: SandboxEvent) {
  return {
    ...sent,
    object: 'event' as const,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
}
