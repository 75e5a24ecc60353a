-- Money that the network brings at any hour. Each payment is a file of the bank with one line, so that it is credited,
-- kept in suspense, released and sent back by the rules of deposits.

ALTER TABLE bank_answer DROP CONSTRAINT bank_answer_kind_check;
ALTER TABLE bank_answer ADD CONSTRAINT bank_answer_kind_check
  CHECK (kind IN ('outcome', 'returns', 'bpayResults', 'deposits', 'instant', 'unknown')) NOT VALID;
ALTER TABLE bank_answer VALIDATE CONSTRAINT bank_answer_kind_check;

-- GoingBack: in suspense, and the network was asked to send it back.
ALTER TABLE bank_answer_line DROP CONSTRAINT bank_answer_line_state_check;
ALTER TABLE bank_answer_line ADD CONSTRAINT bank_answer_line_state_check
  CHECK (state IN ('Open', 'Done', 'Suspense', 'GoingBack', 'FormerHolder', 'Released', 'SentBack')) NOT VALID;
ALTER TABLE bank_answer_line VALIDATE CONSTRAINT bank_answer_line_state_check;
-- wentBack: the bank had sent it back before it was read. perhapsInstant: perhaps the money of an instant payment.
ALTER TABLE bank_answer_line DROP CONSTRAINT bank_answer_line_reason_check;
ALTER TABLE bank_answer_line ADD CONSTRAINT bank_answer_line_reason_check
  CHECK (reason IN ('unknownAccount', 'closedAccount', 'notAllowed', 'aboveMaximum', 'wentBack', 'perhapsInstant'))
  NOT VALID;
ALTER TABLE bank_answer_line VALIDATE CONSTRAINT bank_answer_line_reason_check;
CREATE INDEX bank_answer_line_in_suspense ON bank_answer_line (tenant_id, back_on)
  WHERE state IN ('Suspense', 'GoingBack');
DROP INDEX bank_answer_line_kept;
-- Lines of a file that may name money of the network, whose number its reference is.
CREATE INDEX bank_answer_line_named ON bank_answer_line (tenant_id, reference)
  WHERE kind = 'deposit' AND reference ~ '^[A-Za-z0-9]{12,18}$';

CREATE TABLE instant_incoming (
  tenant_id integer NOT NULL,
  -- Number of the transaction in the network.
  network_id text NOT NULL CHECK (length(network_id) BETWEEN 1 AND 100),
  bank_answer_id bigint NOT NULL,
  -- Number by which the bank sends it back.
  bank_id text NOT NULL,
  -- Account of ours. Null: the PayID that was paid is none of ours.
  bsb text,
  account_number text,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Business clock.
  settled_at timestamptz NOT NULL,
  names_payer boolean NOT NULL,
  -- The bank had sent it back, or was doing so, when it was read.
  went_back boolean NOT NULL,
  -- Line of a file of deposits that names the same money.
  file_answer_id bigint,
  file_line integer,
  -- The return over the network: when it was asked for, and the bank's final answer. Security clock.
  back_called_at timestamptz,
  back_outcome text CHECK (back_outcome IN ('returned', 'refused')),
  -- Number of the return, or the code of its refusal.
  back_answer text,
  back_answered_at timestamptz,
  PRIMARY KEY (tenant_id, network_id),
  UNIQUE (tenant_id, bank_answer_id),
  FOREIGN KEY (tenant_id, bank_answer_id) REFERENCES bank_answer (tenant_id, id),
  CONSTRAINT instant_incoming_file CHECK ((file_answer_id IS NULL) = (file_line IS NULL)),
  CONSTRAINT instant_incoming_back CHECK (
    num_nulls(back_outcome, back_answer, back_answered_at) IN (0, 3)
    AND (back_outcome IS NULL OR back_called_at IS NOT NULL))
);
CREATE INDEX instant_incoming_short ON instant_incoming (tenant_id, left(network_id, 18));
CREATE INDEX instant_incoming_to ON instant_incoming (tenant_id, account_number, cents, settled_at);
CREATE INDEX instant_incoming_back_open ON instant_incoming (tenant_id, back_called_at)
  WHERE back_called_at IS NOT NULL AND back_outcome IS NULL;
ALTER TABLE instant_incoming ENABLE ROW LEVEL SECURITY;
CREATE POLICY instant_incoming_tenant ON instant_incoming USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON instant_incoming TO wattle_app;
GRANT UPDATE (file_answer_id, file_line, back_called_at, back_outcome, back_answer, back_answered_at)
  ON instant_incoming TO wattle_app;

-- Up to when the bank's movements are read, and what it holds for us.
CREATE TABLE instant_read (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  -- Business clock. What was settled before `read_to` is read; before `whole_to` a second time.
  read_to timestamptz NOT NULL,
  whole_to timestamptz NOT NULL,
  -- Cents that payments are made from.
  balance bigint NOT NULL,
  -- Security clock: the last answer.
  answered_at timestamptz NOT NULL
);
ALTER TABLE instant_read ENABLE ROW LEVEL SECURITY;
CREATE POLICY instant_read_tenant ON instant_read USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON instant_read TO wattle_app;

-- Programmes of this instance that have an account of this number. One connection to the bank serves all of them, and
-- what none of them knows is the first one's.
CREATE FUNCTION programmes_of_account(number text) RETURNS SETOF integer
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT t.id FROM tenant t
   WHERE EXISTS (SELECT FROM member_account a WHERE a.tenant_id = t.id AND a.account_number = number);
END;
REVOKE EXECUTE ON FUNCTION programmes_of_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION programmes_of_account TO wattle_app;

-- instantUnread: the movements at the bank cannot be read. floatLow: the bank holds too little for us, so payments go
-- by file. returnUnmatched: the network has sent back money that fits no payment.
ALTER TABLE bank_trouble DROP CONSTRAINT bank_trouble_kind_check;
ALTER TABLE bank_trouble ADD CONSTRAINT bank_trouble_kind_check
  CHECK (kind IN ('unreachable', 'notSent', 'unanswered', 'unread', 'misnamed', 'refused', 'waiting',
                  'statementUnread', 'statementRefused', 'statementMissing',
                  'instantUnread', 'floatLow', 'returnUnmatched')) NOT VALID;
ALTER TABLE bank_trouble VALIDATE CONSTRAINT bank_trouble_kind_check;
