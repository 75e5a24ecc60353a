import type { Damage } from './damaged-ledger.ts';
import { TENANT } from './ledger.ts';

export const DAMAGES_OF_TRANSFERS: readonly Damage[] = [
  [
    'the amount of a transfer is changed, and so of both entries',
    (h) => `UPDATE transfer SET amount = 299 WHERE id = ${h.payment}`,
    ['running-balance', 'credited-so-far', 'account-balance', 'transfer-payload'],
  ],
  [
    'the balance after an entry is changed',
    (h) => `UPDATE transfer SET debit_balance = 701 WHERE id = ${h.payment}`,
    ['running-balance'],
  ],
  [
    'a transfer is removed with its entries',
    (h) => `DELETE FROM transfer WHERE id = ${h.payment}`,
    // The payer has entries before and after it, the payee has no other.
    ['chain-without-gap', 'running-balance', 'account-balance', 'account-version', 'account-snapshot'],
  ],
  [
    'the last transfer of its accounts is removed',
    (h) => `DELETE FROM transfer WHERE id = (SELECT reversal_id FROM reversal WHERE transfer_id = ${h.reversed})`,
    ['account-balance', 'account-version', 'account-snapshot', 'reversal'],
  ],
  [
    'a transfer is added with its entries',
    (h) => `INSERT INTO transfer OVERRIDING SYSTEM VALUE
            SELECT 999, effective_at, posted_at, amount,
                   debit_account_id, 4, 250, 1000, posted_at, credit_account_id, 2, 600, 600, posted_at,
                   tenant_id, code, forced, request_hash, 'added' FROM transfer WHERE id = ${h.payment}`,
    ['account-balance', 'account-snapshot', 'account-version'],
  ],
  [
    'a transfer is doubled',
    (h) => `INSERT INTO transfer OVERRIDING SYSTEM VALUE SELECT * FROM transfer WHERE id = ${h.payment}`,
    ['chain-without-gap', 'running-balance', 'credited-so-far', 'account-balance', 'account-version'],
  ],
  ['a balance is changed', (h) => `UPDATE ledger_account SET balance = 551 WHERE id = ${h.payer}`, ['account-balance']],
  ['a version is changed', (h) => `UPDATE ledger_account SET version = 9 WHERE id = ${h.payee}`, ['account-version']],
  ['what is held is changed', (h) => `UPDATE ledger_account SET held = 99 WHERE id = ${h.payer}`, ['account-held']],
  [
    'a payment is raised, with every balance put right',
    (h) => `UPDATE transfer SET amount = 400, debit_balance = debit_balance - 100, credit_balance = credit_balance + 100
              WHERE id = ${h.payment};
            UPDATE transfer SET debit_balance = debit_balance - 100 WHERE debit_account_id = ${h.payer} AND debit_seq = 3;
            UPDATE ledger_account SET balance = balance - 100 WHERE id = ${h.payer};
            UPDATE ledger_account SET balance = balance + 100 WHERE id = ${h.payee};`,
    ['credited-so-far', 'transfer-payload'],
  ],
  [
    'a payment is raised, with every sum put right',
    (
      h,
    ) => `UPDATE transfer SET amount = 400, debit_balance = debit_balance - 100, credit_balance = credit_balance + 100,
                                credit_credited = credit_credited + 100 WHERE id = ${h.payment};
            UPDATE transfer SET debit_balance = debit_balance - 100 WHERE debit_account_id = ${h.payer} AND debit_seq = 3;
            UPDATE ledger_account SET balance = balance - 100 WHERE id = ${h.payer};
            UPDATE ledger_account SET balance = balance + 100, credited = credited + 100 WHERE id = ${h.payee};`,
    ['transfer-payload'],
  ],
  [
    'the credits up to an entry are changed',
    (h) => `UPDATE transfer SET debit_credited = 1001 WHERE id = ${h.payment}`,
    ['credited-so-far'],
  ],
  [
    'the credits of an account are changed',
    (h) => `UPDATE ledger_account SET credited = 1001 WHERE id = ${h.payer}`,
    ['account-snapshot'],
  ],
  [
    'an entry is moved to an earlier time',
    (h) => `UPDATE transfer SET debit_posted_at = debit_posted_at - interval '1 day' WHERE id = ${h.payment}`,
    ['posting-time'],
  ],
  [
    'a transfer is moved to an earlier time with its entries',
    (h) => `UPDATE transfer SET posted_at = posted_at - interval '1 day',
              debit_posted_at = debit_posted_at - interval '1 day', credit_posted_at = credit_posted_at - interval '1 day'
            WHERE id = ${h.payment}`,
    // The payee has no entry before it, so only its account has the time.
    ['posting-time', 'account-snapshot'],
  ],
];

export const DAMAGES_OF_ACCOUNTS_AND_HOLDS: readonly Damage[] = [
  [
    'an account with money is closed',
    (h) => `ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_closed;
            UPDATE ledger_account SET closed_at = last_posted_at WHERE id = ${h.payer}`,
    ['closed-empty'],
  ],
  [
    'a reversal is pointed at another transfer',
    (h) => `UPDATE reversal SET transfer_id = ${h.payment} WHERE transfer_id = ${h.reversed}`,
    ['reversal', 'transfer-payload'],
  ],
  ['a reversal is forgotten', (h) => `DELETE FROM reversal WHERE transfer_id = ${h.reversed}`, ['transfer-payload']],
  [
    'a transfer is taken back twice',
    () => `ALTER TABLE reversal DROP CONSTRAINT reversal_pkey CASCADE;
            ALTER TABLE reversal DROP CONSTRAINT reversal_tenant_id_reversal_id_key CASCADE;
            INSERT INTO reversal SELECT * FROM reversal`,
    ['reversal'],
  ],
  [
    'a transfer is moved to another tenant',
    (h) => `UPDATE transfer SET tenant_id = 2 WHERE id = ${h.payment}`,
    ['one-tenant'],
  ],
  ['an account with entries is removed', (h) => `DELETE FROM ledger_account WHERE id = ${h.payee}`, ['one-tenant']],
  [
    'an account with entries is moved to another tenant',
    (h) => `UPDATE ledger_account SET tenant_id = 2 WHERE id = ${h.payee}`,
    ['one-tenant'],
  ],
  [
    'an entry is moved to an account that does not exist',
    (h) => `UPDATE transfer SET credit_account_id = 999999999 WHERE id = ${h.payment}`,
    ['account-balance', 'account-version', 'account-snapshot', 'transfer-payload', 'one-tenant'],
  ],
  [
    'an account becomes one of another currency',
    (h) => `UPDATE ledger_account SET currency = 'USD' WHERE id = ${h.payee}`,
    ['transfer-sides'],
  ],
  [
    'a transfer of nothing is added, with both accounts put right',
    (h) => `ALTER TABLE transfer DROP CONSTRAINT transfer_amount;
            INSERT INTO transfer OVERRIDING SYSTEM VALUE
            SELECT 999, effective_at, posted_at, 0,
                   debit_account_id, 4, 550, 1000, posted_at, credit_account_id, 2, 300, 300, posted_at,
                   tenant_id, code, forced, request_hash, 'nothing' FROM transfer WHERE id = ${h.payment};
            UPDATE ledger_account SET version = version + 1 WHERE id IN (${h.payer}, ${h.payee});`,
    // The hash is that of the payment.
    ['transfer-sides', 'transfer-payload'],
  ],
  [
    'a hold is resolved twice',
    (h) =>
      `INSERT INTO hold_event (hold_id, number, keep, at, tenant_id, kind)
       VALUES (${h.voided}, 0, 0, now(), ${TENANT}, 'expired')`,
    ['hold-resolved-once'],
  ],
  [
    'the end of a hold is removed',
    (h) => `DELETE FROM hold_event WHERE hold_id = ${h.voided} AND keep = 0`,
    ['account-held'],
  ],
  [
    'an open hold is voided without letting go',
    (h) =>
      `INSERT INTO hold_event (hold_id, number, keep, at, tenant_id, kind)
       VALUES (${h.open}, 0, 0, now(), ${TENANT}, 'voided')`,
    ['account-held'],
  ],
  [
    'a reduction of a hold is removed',
    (h) => `DELETE FROM hold_event WHERE hold_id = ${h.open} AND kind = 'reduced'`,
    ['hold-resolved-once', 'hold-course'],
  ],
  [
    'what was added to a hold is changed, with what is held put right',
    (h) => `UPDATE hold_event SET keep = keep + 5 WHERE hold_id = ${h.open} AND kind = 'added';
            UPDATE ledger_account SET held = held + 5 WHERE id = ${h.payer};`,
    ['hold-course'],
  ],
  [
    'the tolerance of a hold is raised',
    (h) => `UPDATE hold SET tolerance = 100 WHERE id = ${h.open}`,
    ['hold-payload'],
  ],
  [
    'a captured hold is pointed at another account',
    (h) => `UPDATE hold SET account_id = ${h.payee} WHERE id = ${h.captured}`,
    ['hold-capture', 'hold-payload'],
  ],
  [
    'the amount of an open hold is changed',
    (h) => `UPDATE hold SET amount = 120 WHERE id = ${h.open}`,
    // Its events contain the held amount.
    ['hold-payload'],
  ],
  ['a hold is removed', (h) => `DELETE FROM hold WHERE id = ${h.voided}`, ['hold-capture']],
  [
    'a floor is raised above what was spent',
    (h) => `UPDATE ledger_account SET floor = 600 WHERE id = ${h.payer}`,
    // 550 after the clearing, and 550 − 100 now, while `is_below_floor` is not set.
    ['floor-at-every-entry', 'floor-now'],
  ],
  [
    'an account is marked as under its floor',
    (h) => `UPDATE ledger_account SET is_below_floor = true WHERE id = ${h.payer}`,
    ['floor-now'],
  ],
];
