-- What an account is follows the cards of it that work, and interest follows what it was day by day.

-- The cards that decide what an account is in a month (yyyy-MM, Melbourne), whoever holds them: those that work. While
-- none does, those that may come to work (to be activated, ordered, blocked), then those that are lost and not replaced.
-- Virtual cards that are not reloadable decide only where the account has no others. One that is replaced, closed or
-- past its month decides nothing.
CREATE FUNCTION cards_of_account(tenant integer, account bigint, month text)
  RETURNS TABLE (card_id bigint, product_id integer, status text, works boolean)
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT ranked.id, ranked.product_id, ranked.status, ranked.status IN ('Active', 'ActiveOff')
    FROM (SELECT c.id, c.product_id, c.status, r.rank, min(r.rank) OVER () AS first
            FROM card c
            JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
            CROSS JOIN LATERAL (
              SELECT CASE WHEN c.status IN ('Active', 'ActiveOff') THEN 1
                          WHEN c.status IN ('NotIssued', 'Ordered', 'Restricted') THEN 2
                          WHEN c.status IN ('Lost', 'Stolen') THEN 3 END
                     + CASE WHEN p.is_virtual AND NOT p.is_reloadable THEN 3 ELSE 0 END AS rank
            ) r
           WHERE c.tenant_id = tenant AND c.member_account_id = account AND c.expiry >= month AND r.rank IS NOT NULL
         ) ranked
   WHERE ranked.rank = ranked.first;
END;

-- What an account earns from a day on; the newest row of before a day counts. Without a row it earns nothing.
CREATE TABLE interest_terms (
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  begins_on date NOT NULL,
  -- Null: no card of it pays interest.
  product_id integer,
  -- 310 for 3.10% a year, on at most up_to cents.
  basis_points integer NOT NULL CHECK (basis_points >= 0),
  up_to bigint NOT NULL CHECK (up_to >= 0),
  PRIMARY KEY (tenant_id, member_account_id, begins_on),
  CHECK ((product_id IS NULL) = (basis_points = 0)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);

-- The first day of which a programme's terms are known. Days before it count as that day.
CREATE TABLE interest_terms_since (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  day date NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['interest_terms', 'interest_terms_since'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
