-- A receipt counts by the id of its transfer, which is higher than any number that was drawn here.
DROP SEQUENCE receipt_sequence;
