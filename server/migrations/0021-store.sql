-- The store: orders of guests, their cards, and the mailed links that open them.

-- An order of a guest.
CREATE TABLE store_order (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- What the browser names it by.
  public_id uuid NOT NULL UNIQUE,
  -- Placed: not paid for. Issued: paid, its cards are there. Refused: paid, could not be issued, refunded. Dropped:
  -- not paid for, and forgotten; a charge that comes later goes back.
  state text NOT NULL DEFAULT 'Placed' CHECK (state IN ('Placed', 'Issued', 'Refused', 'Dropped')),
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  email text NOT NULL,
  -- Where its pages are, for the links of its mails.
  page text NOT NULL,
  -- Keyed hashes of the cookies of the browser that placed it and of those that have given its code.
  browser_hashes bytea[] NOT NULL,
  -- Cents.
  cards_total bigint NOT NULL CHECK (cards_total > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Business time.
  placed_at timestamptz NOT NULL,
  paid_at timestamptz,
  number text,
  -- The gateway's charge that paid it.
  charge_id text,
  -- The collection code, sealed; made before the cards are.
  code_cipher bytea,
  code_key_version smallint,
  -- Security time. Its own cards are shown until then, or until they are confirmed as kept.
  secrets_until timestamptz,
  kept_at timestamptz,
  -- The mails of what has happened are queued.
  told_at timestamptz,
  -- Business time at which who bought, who was given a card and what was written were erased.
  erased_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, number),
  CHECK ((state = 'Issued') = (number IS NOT NULL))
);
CREATE INDEX store_order_to_tell ON store_order (tenant_id, id) WHERE state <> 'Placed' AND told_at IS NULL;
CREATE INDEX store_order_to_erase ON store_order (tenant_id, placed_at) WHERE erased_at IS NULL;
ALTER TABLE store_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_order_tenant ON store_order USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON store_order TO wattle_app;

-- A card of an order.
CREATE TABLE store_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  order_id bigint NOT NULL,
  position smallint NOT NULL CHECK (position > 0),
  product_id integer NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Cents that were reversed so far.
  taken bigint NOT NULL DEFAULT 0 CHECK (taken >= 0),
  -- A gift: who gets it, from whom, with which words, on which day (null: right away).
  recipient_name text,
  recipient_email text,
  sender_name text,
  message text,
  deliver_on date,
  -- Plastic: name and address on the envelope.
  delivery jsonb,
  -- Made before the charge is booked; the card follows with the booking.
  member_account_id bigint,
  card_id bigint,
  -- Access code of a virtual card, activation code of plastic: sealed to be shown, and as the card has it.
  code_cipher bytea,
  code_key_version smallint,
  code_hash text,
  -- Business time from which a gift for a later day can be used; null once it was unlocked, and for all others.
  unlock_at timestamptz,
  -- Security time at which the recipient first saw it, and confirmed that it is kept.
  opened_at timestamptz,
  kept_at timestamptz,
  ended text CHECK (ended IN ('takenBack', 'refunded', 'chargedBack')),
  UNIQUE (tenant_id, id),
  UNIQUE (order_id, position),
  FOREIGN KEY (tenant_id, order_id) REFERENCES store_order (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  CHECK ((recipient_name IS NULL) = (recipient_email IS NULL)),
  CHECK (deliver_on IS NULL OR recipient_name IS NOT NULL),
  CHECK (taken <= amount)
);
CREATE INDEX store_item_to_unlock ON store_item (tenant_id, unlock_at) WHERE unlock_at IS NOT NULL AND ended IS NULL;
-- The account of a card of an order was opened for it: what is left of the order is reckoned from its whole history.
CREATE UNIQUE INDEX store_item_account ON store_item (tenant_id, member_account_id) WHERE member_account_id IS NOT NULL;
ALTER TABLE store_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_item_tenant ON store_item USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON store_item TO wattle_app;

-- A mailed link: the buyer's order page, or the card of a gift. Security time.
CREATE TABLE store_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  order_id bigint NOT NULL,
  -- Of a gift; null: the order page.
  item_id bigint,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- Confirmed, replaced, withdrawn, or a fifth wrong code.
  over_at timestamptz,
  FOREIGN KEY (tenant_id, order_id) REFERENCES store_order (tenant_id, id),
  FOREIGN KEY (tenant_id, item_id) REFERENCES store_item (tenant_id, id)
);
CREATE INDEX store_link_of_order ON store_link (order_id, item_id, created_at);
ALTER TABLE store_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_link_tenant ON store_link USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON store_link TO wattle_app;
