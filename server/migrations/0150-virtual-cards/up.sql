-- Virtual cards that a cardholder makes for an account of theirs: for one purchase, or for one merchant.
ALTER TABLE card ADD COLUMN virtual_kind text CHECK (virtual_kind IN ('SingleUse', 'MerchantLocked'));
-- Name of the merchant that the first purchase was made at; null until then.
ALTER TABLE card ADD COLUMN locked_merchant text CHECK (locked_merchant IS NULL OR virtual_kind = 'MerchantLocked');
