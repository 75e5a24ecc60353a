-- Two accounts of the programme: the worth of vouchers that have expired, and what was written off of accounts below
-- zero. A server of the release before posts to neither, and reads an account by its kind.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (
  'cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay', 'suspense',
  'formerHolders', 'formerHolderDebts', 'directDebits', 'vouchers', 'gateway', 'losses', 'expiredVouchers',
  'writtenOff'));
-- Vouchers whose worth is on the account of those that can be redeemed, by their last day.
CREATE INDEX voucher_to_expire ON voucher (tenant_id, expires_on) WHERE status IN ('Issued', 'Active', 'Blocked');
