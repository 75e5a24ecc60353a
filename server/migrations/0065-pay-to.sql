-- Automatic top-ups by PayTo agreement: the payer approves an agreement once in their bank's app, and each top-up is a
-- debit by a call that is settled within seconds.

-- How its money is taken. Only a direct debit has a deposit with a code.
ALTER TABLE auto_topup ADD COLUMN way text NOT NULL DEFAULT 'directDebit'
  CONSTRAINT auto_topup_way CHECK (way IN ('directDebit', 'payTo'));
-- Side that paused it, and that alone can resume it. Null: it fires.
ALTER TABLE auto_topup ADD COLUMN paused_by text
  CONSTRAINT auto_topup_paused_by CHECK (paused_by IN ('payer', 'us', 'scheme'));
-- Cents that its agreement permits on a day, and in one debit.
ALTER TABLE auto_topup ADD COLUMN day_most bigint;
-- Reason of the last debit that failed or of the end of the agreement, until one is credited.
ALTER TABLE auto_topup ADD COLUMN trouble text;
ALTER TABLE auto_topup ADD COLUMN agreement_id bigint;
ALTER TABLE auto_topup ALTER COLUMN code_hash DROP NOT NULL, ALTER COLUMN code_until DROP NOT NULL,
  ALTER COLUMN deposit_by DROP NOT NULL, ALTER COLUMN deposit_transfer_id DROP NOT NULL;
ALTER TABLE auto_topup ADD CONSTRAINT auto_topup_way_facts CHECK (
  num_nulls(code_hash, code_until, deposit_by, deposit_transfer_id) = CASE way WHEN 'payTo' THEN 4 ELSE 0 END
  AND (way = 'payTo') = (day_most IS NOT NULL)
  AND (agreement_id IS NULL OR way = 'payTo')
  AND (agreement_id IS NOT NULL OR way <> 'payTo' OR state IN ('Pending', 'Cancelled'))
  AND (paused_by IS NULL OR way = 'payTo'));
ALTER TABLE auto_topup DROP CONSTRAINT auto_topup_untold_check;
ALTER TABLE auto_topup ADD CONSTRAINT auto_topup_untold_check CHECK (untold IN (
  'depositReturned', 'lapsed', 'retry', 'expired', 'takenBack', 'payToOn', 'payToDeclined', 'payToExpired',
  'payToFailed', 'payToEnded', 'payToPaused', 'payToSchemePaused', 'payToRetry', 'payToStopped', 'payToLimit',
  'payToAccount', 'payToOurs'));
CREATE INDEX auto_topup_pay_to_retry ON auto_topup (tenant_id, retry_on)
  WHERE way = 'payTo' AND state IN ('Active', 'Retry');

-- An agreement that a payer was asked for. Its automatic top-up is of the newest one; the others are cancelled at the
-- bank.
CREATE TABLE pay_to_agreement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Key of the bank's call, with the tenant.
  reference uuid NOT NULL UNIQUE,
  auto_topup_id bigint NOT NULL REFERENCES auto_topup,
  member_account_id bigint NOT NULL,
  name text NOT NULL,
  bsb text NOT NULL CHECK (bsb ~ '^\d{6}$'),
  account_number text NOT NULL,
  -- Cents: the most of one debit and of a day, and the fee that the first top-up pays.
  maximum bigint NOT NULL CHECK (maximum > 0),
  fee_due bigint NOT NULL CHECK (fee_due >= 0),
  state text NOT NULL CHECK (state IN ('Asked', 'Pending', 'Active', 'Paused', 'Declined', 'Expired', 'Failed', 'Cancelled')),
  paused_by text CHECK (paused_by IN ('payer', 'us', 'scheme')),
  -- Why it failed: `unsupported`, or a code of ours or of the network.
  reason text,
  -- The bank's id of it.
  bank_id text,
  -- What our side wants it to become, until it is.
  wanted text CHECK (wanted IN ('active', 'paused')),
  -- Business clock: made, and the last moment for the payer's approval.
  made_at timestamptz NOT NULL,
  respond_by timestamptz NOT NULL,
  -- Security clock: when the bank was asked for it.
  asked_at timestamptz,
  -- Business clock: when the bank is asked about it next. Null: it has ended, or its first answer is awaited.
  look_at timestamptz,
  CHECK ((state = 'Paused') = (paused_by IS NOT NULL)),
  CHECK (bank_id IS NOT NULL OR state IN ('Asked', 'Failed', 'Cancelled')),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX pay_to_agreement_by_topup ON pay_to_agreement (auto_topup_id, id);
CREATE INDEX pay_to_agreement_by_account ON pay_to_agreement (tenant_id, member_account_id, made_at);
CREATE INDEX pay_to_agreement_to_ask ON pay_to_agreement (tenant_id, id) WHERE state = 'Asked' AND asked_at IS NULL;
CREATE INDEX pay_to_agreement_to_look ON pay_to_agreement (tenant_id, look_at) WHERE look_at IS NOT NULL;
ALTER TABLE pay_to_agreement ENABLE ROW LEVEL SECURITY;
CREATE POLICY pay_to_agreement_tenant ON pay_to_agreement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON pay_to_agreement TO wattle_app;

-- However an automatic top-up ends or gets another agreement, the bank is asked to cancel the one that it had.
CREATE FUNCTION look_at_left_agreements() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE pay_to_agreement SET look_at = 'epoch'
   WHERE tenant_id = OLD.tenant_id AND auto_topup_id = OLD.id AND look_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER auto_topup_left_agreements AFTER UPDATE OF state, agreement_id ON auto_topup
  FOR EACH ROW WHEN (OLD.agreement_id IS NOT NULL
    AND (NEW.state IN ('Expired', 'Cancelled') OR NEW.agreement_id IS DISTINCT FROM OLD.agreement_id))
  EXECUTE FUNCTION look_at_left_agreements();

-- A debit by agreement has its own key; one of a file has its reference.
ALTER TABLE direct_debit ADD COLUMN reference uuid;
CREATE UNIQUE INDEX direct_debit_reference ON direct_debit (reference) WHERE reference IS NOT NULL;
ALTER TABLE direct_debit ADD COLUMN agreement_id bigint REFERENCES pay_to_agreement;
-- Security clock: when the bank was asked for it. Then its final answer, and the network's number or the code of it.
ALTER TABLE direct_debit ADD COLUMN called_at timestamptz;
ALTER TABLE direct_debit ADD COLUMN outcome text CHECK (outcome IN ('paid', 'refused'));
ALTER TABLE direct_debit ADD COLUMN answer text;
ALTER TABLE direct_debit ADD CONSTRAINT direct_debit_way CHECK (
  (reference IS NULL) = (agreement_id IS NULL)
  AND (agreement_id IS NULL OR (bank_file_id IS NULL AND state <> 'Collected'))
  AND (called_at IS NULL OR agreement_id IS NOT NULL)
  AND (outcome IS NULL OR called_at IS NOT NULL)
  AND (outcome IS NULL) = (answer IS NULL)
  AND (agreement_id IS NULL OR state NOT IN ('Credited', 'TakenBack') OR outcome = 'paid')
  AND (agreement_id IS NULL OR state <> 'Returned' OR outcome = 'refused'));
ALTER TABLE direct_debit DROP CONSTRAINT direct_debit_reason_check;
-- Return codes of files, why a call was refused, and a claim of the payer at their bank.
ALTER TABLE direct_debit ADD CONSTRAINT direct_debit_reason_check CHECK (reason ~
  '^([1-9]|noFunds|limit|notActive|account|bankAway|ours|noReason|claim)$');
CREATE INDEX direct_debit_to_call ON direct_debit (tenant_id, id) WHERE state = 'Made' AND agreement_id IS NOT NULL;
