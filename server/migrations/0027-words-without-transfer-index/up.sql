-- Every posting paid for two entries of it, and only the receipt of a payment that was sent again read it:
-- that is found by the transfer's entries, whose account and sequence name the words.
DROP INDEX transaction_detail_by_transfer;
