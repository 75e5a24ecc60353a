-- What a return is matched by, beside what it had.
ALTER TABLE bank_answer_line
  -- The day that the file itself says.
  ADD COLUMN file_day date,
  -- The account of ours that the line comes back to, where the bank lets a file trace its payer.
  ADD COLUMN payer_account text;
