-- Statements that are missing, refused or cannot be fetched are told like other files of the bank. A server of the
-- release before takes them away in its round, and a new one tells them again.
ALTER TABLE bank_trouble DROP CONSTRAINT bank_trouble_kind_check;
ALTER TABLE bank_trouble ADD CONSTRAINT bank_trouble_kind_check
  CHECK (kind IN ('unreachable', 'notSent', 'unanswered', 'unread', 'misnamed', 'refused', 'waiting',
                  'statementUnread', 'statementRefused', 'statementMissing'));
