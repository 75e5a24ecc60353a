export type LedgerAccountId = bigint;

/** Kind of an account of the ledger: of a cardholder, or one of the programme's own. */
export type AccountKind =
  /** Owed by the programme to a cardholder: credit is positive. */
  | 'cardholder'
  /** Owed to or by the card scheme. */
  | 'schemeSettlement'
  /** Money at the programme's bank. */
  | 'bank'
  /** Payments to other banks that are on their way. */
  | 'directEntry'
  /** Payments to billers that are on their way. */
  | 'bpay'
  /** Payments that the bank was asked for one at a time, and has not settled. */
  | 'instant'
  /** Worth of the vouchers that are not redeemed yet. */
  | 'vouchers'
  /** Worth of vouchers that no one has redeemed in their time. */
  | 'expiredVouchers'
  /** Charged to other cards by the payment gateway and owed by it to the programme. */
  | 'gateway'
  | 'fees'
  | 'interest'
  | 'withholdingTax'
  /** Money from the bank that no one is known for. */
  | 'suspense'
  /** Owed to holders whose accounts are closed. */
  | 'formerHolders'
  /** Owed by them: debits that came back after the closing. */
  | 'formerHolderDebts'
  /** Losses of the programme: charged-back orders whose money was spent, debts that were written off. */
  | 'losses'
  /** Written off of open accounts that were below zero. */
  | 'writtenOff'
  /** Collected from other banks and not credited yet. */
  | 'directDebits';
