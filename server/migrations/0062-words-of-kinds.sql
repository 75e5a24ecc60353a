-- Rows are found by their kind, and by texts of the programme in every language: each account is indexed again when it
-- is next searched. Words that rows already have stay.
DELETE FROM transaction_word_mark;
