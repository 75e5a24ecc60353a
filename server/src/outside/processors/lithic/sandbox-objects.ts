/** Objects of Lithic as its sandbox here sends them: every documented field, and none that is left out there. */

export type SandboxShop = {
  readonly descriptor: string;
  readonly city: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly mcc: string;
  readonly acceptor_id: string;
};

export function merchantObject(shop: SandboxShop) {
  return {
    ...shop,
    acquiring_institution_id: '191231',
    state: 'TAS',
    postal_code: null,
    street_address: null,
    phone_number: null,
  };
}

export type SandboxTerminal<Type extends string, Pin extends string> = {
  readonly type: Type;
  readonly pin_capability: Pin;
  readonly partial_approval_capable: boolean;
};

export function terminalObject<Type extends string, Pin extends string>(terminal: SandboxTerminal<Type, Pin>) {
  return {
    ...terminal,
    acceptor_terminal_id: null,
    attended: true,
    card_retention_capable: false,
    on_premise: true,
    operator: 'CARD_ACCEPTOR' as const,
  };
}

export type SandboxAmounts = {
  readonly amount: number;
  readonly currency: string;
  readonly merchant_amount: number;
  readonly merchant_currency: string;
  readonly conversion_rate: string;
};

function cardholderAndMerchant({ amount, currency, conversion_rate, ...shop }: SandboxAmounts) {
  return {
    cardholder: { amount, conversion_rate, currency },
    merchant: { amount: shop.merchant_amount, currency: shop.merchant_currency },
  };
}

/** Body of a question of Auth Stream Access. `sent` has what differs from one to the next. */
export function askObject<Sent extends object>(
  given: {
    readonly token: string;
    readonly created: string;
    readonly amounts: SandboxAmounts;
    readonly hold: number | null;
  },
  sent: Sent,
) {
  const { amounts, hold, ...known } = given;
  return {
    ...known,
    event_type: 'card_authorization.approval_request' as const,
    acquirer_fee: 0,
    amount: amounts.amount,
    amounts: {
      ...cardholderAndMerchant(amounts),
      settlement: null,
      hold: hold === null ? null : { amount: hold, currency: amounts.currency },
    },
    authorization_amount: amounts.amount,
    avs: { address: '', zipcode: '', address_on_file_match: 'NOT_PRESENT' as const },
    cardholder_currency: amounts.currency,
    cash_amount: 0,
    merchant_amount: amounts.merchant_amount,
    merchant_currency: amounts.merchant_currency,
    service_location: null,
    settled_amount: 0,
    ...sent,
  };
}

/** An event in the life of a transaction. */
export function eventObject<Sent extends object>(
  given: { readonly token: string; readonly created: string; readonly amounts: SandboxAmounts },
  sent: Sent,
) {
  const { amounts, ...known } = given;
  return {
    ...known,
    amount: amounts.amount,
    amounts: { ...cardholderAndMerchant(amounts), settlement: null },
    network_info: null,
    rule_results: [],
    ...sent,
  };
}

/** A whole transaction, as each delivery about it has it. */
export function transactionObject<Sent extends object, Event>(
  given: {
    readonly token: string;
    readonly card_token: string;
    readonly created: string;
    readonly updated: string;
    readonly amounts: SandboxAmounts;
    readonly hold: number;
    readonly settled: number;
    readonly events: Event[];
  },
  sent: Sent,
) {
  const { amounts, hold, settled, ...known } = given;
  return {
    ...known,
    event_type: 'card_transaction.updated' as const,
    account_token: 'account_sandbox_1',
    acquirer_fee: null,
    acquirer_reference_number: null,
    amount: amounts.amount,
    amounts: {
      ...cardholderAndMerchant(amounts),
      hold: { amount: hold, currency: amounts.currency },
      settlement: { amount: settled, currency: amounts.currency },
    },
    authorization_amount: amounts.amount,
    authorization_code: '123456',
    avs: null,
    financial_account_token: null,
    merchant_amount: amounts.merchant_amount,
    merchant_authorization_amount: amounts.merchant_amount,
    merchant_currency: amounts.merchant_currency,
    service_location: null,
    settled_amount: settled,
    tags: {},
    ...sent,
  };
}
