-- Vouchers of a file, before the desk has taken them: nobody can redeem them yet.
CREATE TABLE voucher_import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- Keyed hash of the file: given again it is the same import.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  vouchers integer NOT NULL CHECK (vouchers > 0),
  -- Cents, of all of them.
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'Waiting' CHECK (state IN ('Waiting', 'Taken')),
  -- Business time.
  read_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (brand_id, digest)
);
CREATE TABLE voucher_import_row (
  tenant_id integer NOT NULL,
  import_id bigint NOT NULL,
  number text NOT NULL CHECK (number ~ '^\d{11}$'),
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  expires_on date NOT NULL,
  PRIMARY KEY (import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES voucher_import (tenant_id, id)
);

ALTER TABLE voucher_import ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_import_tenant ON voucher_import USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON voucher_import TO wattle_app;
GRANT UPDATE (state) ON voucher_import TO wattle_app;
ALTER TABLE voucher_import_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_import_row_tenant ON voucher_import_row USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON voucher_import_row TO wattle_app;
