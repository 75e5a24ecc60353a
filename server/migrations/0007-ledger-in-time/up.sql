-- Balances at any moment, closed accounts, reversals, holds that grow and that leave room for a tip.

ALTER TABLE ledger_account
  -- Sum of all credits so far; with the balance it tells the debits.
  ADD COLUMN credited bigint NOT NULL DEFAULT 0,
  -- Posting time of the newest entry: nothing is posted before it.
  ADD COLUMN last_posted_at timestamptz,
  -- Business time. Nothing is posted to a closed account or held on it, forced or not.
  ADD COLUMN closed_at timestamptz;

-- Each entry is a snapshot: what the balance and the credits were when it was posted.
ALTER TABLE entry
  ADD COLUMN posted_at timestamptz,
  ADD COLUMN credited_after bigint;

UPDATE entry e
SET posted_at = s.posted_at, credited_after = s.credited
FROM (
  SELECT e.account_id, e.seq,
         max(t.posted_at) OVER chain AS posted_at,
         sum(greatest(e.amount, 0)) OVER chain AS credited
  FROM entry e JOIN transfer t ON t.tenant_id = e.tenant_id AND t.id = e.transfer_id
  WINDOW chain AS (PARTITION BY e.account_id ORDER BY e.seq)
) AS s
WHERE e.account_id = s.account_id AND e.seq = s.seq;

UPDATE ledger_account a
SET credited = e.credited_after, last_posted_at = e.posted_at
FROM entry e
WHERE e.account_id = a.id AND e.seq = a.version;

ALTER TABLE entry
  ALTER COLUMN posted_at SET NOT NULL,
  ALTER COLUMN credited_after SET NOT NULL,
  ADD CONSTRAINT entry_credited_after CHECK (credited_after BETWEEN 0 AND 4000000000000000000);
-- The balance at a moment is the newest entry that is not younger: one look-up.
CREATE INDEX entry_by_time ON entry (account_id, posted_at, seq);

-- A transfer and its entries come from one statement of a role that can remove neither, and verify
-- looks for strays; the tenant is that of the entry's account. To check both row by row costs a
-- posting half of its time.
ALTER TABLE entry DROP CONSTRAINT entry_tenant_id_transfer_id_fkey;
ALTER TABLE transfer DROP CONSTRAINT transfer_tenant_id_fkey;

ALTER TABLE ledger_account
  ADD CONSTRAINT ledger_account_credited CHECK (credited BETWEEN 0 AND 4000000000000000000),
  ADD CONSTRAINT ledger_account_closed CHECK (closed_at IS NULL OR (balance = 0 AND held = 0));
GRANT UPDATE (credited, last_posted_at, closed_at) ON ledger_account TO wattle_app;

-- Which transfer takes which back. A table of its own, so that the transfers that are never
-- reversed pay nothing for it.
CREATE TABLE reversal (
  -- What is taken back: once, by the primary key.
  transfer_id bigint NOT NULL,
  -- The transfer that does it.
  reversal_id bigint NOT NULL,
  tenant_id integer NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  UNIQUE (tenant_id, reversal_id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES transfer (tenant_id, id),
  FOREIGN KEY (tenant_id, reversal_id) REFERENCES transfer (tenant_id, id),
  CHECK (reversal_id <> transfer_id)
);
ALTER TABLE reversal ENABLE ROW LEVEL SECURITY;
CREATE POLICY reversal_tenant ON reversal USING (tenant_id = current_tenant());
GRANT SELECT, INSERT ON reversal TO wattle_app;

-- How far a voluntary capture may exceed what is held without asking for funds: cents, and
-- basis points of what is held then.
ALTER TABLE hold
  ADD COLUMN tolerance bigint NOT NULL DEFAULT 0 CHECK (tolerance BETWEEN 0 AND 9999999999),
  ADD COLUMN tolerance_points integer NOT NULL DEFAULT 0 CHECK (tolerance_points BETWEEN 0 AND 10000);

-- A hold may grow now, so what it keeps no longer orders its events: a number does. The event that
-- ends it has the number 0, so the primary key still lets it end once.
ALTER TABLE hold_event
  ADD COLUMN number integer,
  -- Set for added: the idempotency key, and the hash of what it stands for.
  ADD COLUMN key text,
  ADD COLUMN request_hash bytea;

UPDATE hold_event e
SET number = CASE WHEN e.keep = 0 THEN 0 ELSE n.number END
FROM (SELECT tenant_id, hold_id, keep, row_number() OVER (PARTITION BY tenant_id, hold_id ORDER BY keep DESC) AS number
      FROM hold_event) AS n
WHERE e.tenant_id = n.tenant_id AND e.hold_id = n.hold_id AND e.keep = n.keep;

DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'hold_event'::regclass AND contype = 'c' LOOP
    EXECUTE format('ALTER TABLE hold_event DROP CONSTRAINT %I', name);
  END LOOP;
END
$$;
ALTER TABLE hold_event
  ALTER COLUMN number SET NOT NULL,
  DROP CONSTRAINT hold_event_resolved_once,
  ADD CONSTRAINT hold_event_resolved_once PRIMARY KEY (tenant_id, hold_id, number),
  ADD CONSTRAINT hold_event_kind CHECK (kind IN ('reduced', 'added', 'captured', 'voided', 'expired')),
  ADD CONSTRAINT hold_event_keep CHECK (keep BETWEEN 0 AND 9999999999),
  ADD CONSTRAINT hold_event_number CHECK (number >= 0 AND (number = 0) = (keep = 0)),
  ADD CONSTRAINT hold_event_end CHECK ((kind IN ('reduced', 'added')) = (keep > 0)),
  ADD CONSTRAINT hold_event_captured CHECK ((kind = 'captured') = (transfer_id IS NOT NULL)),
  ADD CONSTRAINT hold_event_added CHECK ((kind = 'added') = (key IS NOT NULL) AND (kind = 'added') = (request_hash IS NOT NULL)),
  ADD CONSTRAINT hold_event_request_hash CHECK (octet_length(request_hash) = 16),
  ADD CONSTRAINT hold_event_key_length CHECK (char_length(key) BETWEEN 1 AND 100);
CREATE UNIQUE INDEX hold_event_key ON hold_event (tenant_id, key) WHERE key IS NOT NULL;

-- The engine draws ids itself, so that they follow the order of a batch.
GRANT USAGE ON SEQUENCE transfer_id_seq, hold_id_seq TO wattle_app;
