-- A file of vouchers that was read and that nobody wants. Given again, it waits again.
ALTER TABLE voucher_import DROP CONSTRAINT voucher_import_state_check;
ALTER TABLE voucher_import ADD CONSTRAINT voucher_import_state_check CHECK (state IN ('Waiting', 'Taken', 'Dropped'));
