import type { AccountKind } from '../../ledger/ledger.ts';

/** Names of the accounts of the books in reports. A balance above zero is owed by the programme. */
export const ACCOUNT_NAMES: Readonly<Record<AccountKind, string>> = {
  cardholder: 'Accounts of cardholders',
  bank: 'Account at the bank',
  schemeSettlement: 'Card scheme',
  directEntry: 'Payments to other banks on their way',
  bpay: 'BPAY payments on their way',
  instant: 'Instant payments on their way',
  vouchers: 'Vouchers not yet redeemed',
  expiredVouchers: 'Vouchers that expired',
  gateway: 'Payment gateway',
  fees: 'Fees',
  interest: 'Interest paid',
  withholdingTax: 'Tax withheld',
  suspense: 'Suspense',
  formerHolders: 'Owed to former holders',
  formerHolderDebts: 'Owed by former holders',
  losses: 'Losses',
  writtenOff: 'Written off of open accounts',
  directDebits: 'Direct debits not yet credited',
};
