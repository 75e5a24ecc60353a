import type { Tx } from '../../platform/database/database.ts';

type Erased = {
  readonly tenantId: number;
  readonly holderId: bigint;
  readonly webAccountIds: readonly bigint[];
  /** Business time. */
  readonly at: number;
};

/**
 * By person: `$2` is the holder. The row of `holder` remains without name and contact details, because the ledger
 * refers to it.
 */
const BY_HOLDER = [
  `UPDATE holder SET title = '', first_name = '', middle_name = '', surname = '', date_of_birth = NULL, email = '',
          mobile = '', home_phone = '', address = NULL, correspondence_address = NULL, maiden_name_hash = NULL,
          security_question = NULL, security_answer_hash = NULL, former_question = NULL, former_answer_hash = NULL,
          question_changed_at = NULL, tfn_cipher = NULL, tfn_key_version = NULL,
          tax_exemption = NULL, reward_number = NULL, marketing_cfs = false, marketing_product = false
    WHERE tenant_id = $1 AND id = $2`,
  `UPDATE card SET embossed_name = '' WHERE tenant_id = $1 AND holder_id = $2`,
  `UPDATE activation SET access = NULL, password_hash = NULL, security_answer_hash = NULL, entity = NULL,
          maiden_name_hash = NULL, tfn_cipher = NULL, tfn_key_version = NULL, tax_exemption = NULL
    WHERE tenant_id = $1 AND card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND holder_id = $2)`,
  `UPDATE people_file_row SET cells_cipher = NULL, cells_key_version = NULL, marks = '{}', doubts = '[]'
    WHERE tenant_id = $1 AND card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND holder_id = $2)`,
  `DELETE FROM identity_question
    WHERE tenant_id = $1 AND card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND holder_id = $2)`,
  // Outcome, rule and reference of a verification are kept as long as the law requires.
  `UPDATE kyc_case SET name_cipher = NULL, name_key_version = NULL WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM payee WHERE tenant_id = $1 AND card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND holder_id = $2)`,
  `DELETE FROM paid_destination
    WHERE tenant_id = $1 AND owner IN (SELECT 'card:' || id FROM card WHERE tenant_id = $1 AND holder_id = $2)`,
  `DELETE FROM transaction_note WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM transaction_receipt WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM merchant_category m
    USING member_account a
    WHERE m.tenant_id = $1 AND a.tenant_id = $1 AND a.ledger_account_id = m.ledger_account_id
      AND EXISTS (SELECT FROM card c WHERE c.tenant_id = $1 AND c.member_account_id = a.id AND c.holder_id = $2)
      AND NOT EXISTS (SELECT FROM card c JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
                       WHERE c.tenant_id = $1 AND c.member_account_id = a.id AND h.id <> $2 AND h.erased_at IS NULL)`,
  `DELETE FROM savings_goal g
    USING member_account a
    WHERE g.tenant_id = $1 AND a.tenant_id = $1 AND a.id = g.member_account_id AND a.primary_holder_id = $2`,
  `DELETE FROM payday WHERE tenant_id = $1 AND holder_id = $2`,
  // One that is open or confirmed stays, as the law requires of frozen money.
  `DELETE FROM sanction_hit WHERE tenant_id = $1 AND kind = 'person' AND object_id = $2 AND state = 'Cleared'`,
  `DELETE FROM contact_change WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM desk_change WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM outbox_message WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM contact_mark WHERE tenant_id = $1 AND holder_id = $2`,
  // Payers of their links, and the personal data shown by the links.
  `UPDATE payment_link_payer y SET payer_name = ''
     FROM payment_link k JOIN web_account w ON w.tenant_id = k.tenant_id AND w.id = k.web_account_id
    WHERE y.tenant_id = $1 AND k.tenant_id = $1 AND k.id = y.payment_link_id AND w.holder_id = $2`,
  `UPDATE payment_link k SET shown_name = ''
     FROM web_account w
    WHERE k.tenant_id = $1 AND w.tenant_id = $1 AND w.id = k.web_account_id AND w.holder_id = $2`,
  `UPDATE auto_topup t SET account_name = ''
     FROM web_account w
    WHERE t.tenant_id = $1 AND w.tenant_id = $1 AND w.id = t.web_account_id AND w.holder_id = $2`,
  `UPDATE direct_debit d SET name = ''
     FROM auto_topup t JOIN web_account w ON w.tenant_id = t.tenant_id AND w.id = t.web_account_id
    WHERE d.tenant_id = $1 AND t.tenant_id = $1 AND t.id = d.auto_topup_id AND w.holder_id = $2
      AND d.state NOT IN ('Made', 'Sent')`,
  // One that is open at the bank is still to be cancelled there, by its id.
  `UPDATE pay_to_agreement g SET name = ''
     FROM auto_topup t JOIN web_account w ON w.tenant_id = t.tenant_id AND w.id = t.web_account_id
    WHERE g.tenant_id = $1 AND t.tenant_id = $1 AND t.id = g.auto_topup_id AND w.holder_id = $2 AND g.state <> 'Asked'`,
  `UPDATE schedule SET body = '{}' WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM blocked_payee
    WHERE tenant_id = $1
      AND (holder_id = $2 OR card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND holder_id = $2))`,
  `UPDATE scam_report SET name = '' WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM dispute_message
    WHERE tenant_id = $1 AND dispute_id IN (SELECT id FROM dispute WHERE tenant_id = $1 AND holder_id = $2)`,
  `DELETE FROM dispute_file
    WHERE tenant_id = $1 AND dispute_id IN (SELECT id FROM dispute WHERE tenant_id = $1 AND holder_id = $2)`,
  `UPDATE dispute SET explanation = '' WHERE tenant_id = $1 AND holder_id = $2`,
  // Below the name, which is empty by then: no one else's requests are forgotten.
  `SELECT forget_requests_about($2), forget_effects_about($2) WHERE current_tenant() = $1`,
  // In a separate statement, because by then no one can attach a document to a request whose effect is erased.
  `SELECT forget_attachments_about($2) WHERE current_tenant() = $1`,
  `DELETE FROM staff_note WHERE tenant_id = $1 AND holder_id = $2`,
  `DELETE FROM customer_care WHERE tenant_id = $1 AND holder_id = $2`,
];

/** Rows that are found by sign-ins, whose names were erased: `$2` is the ids of the sign-ins. */
const BY_SIGN_IN = [
  `DELETE FROM payee WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`,
  `DELETE FROM paid_destination
    WHERE tenant_id = $1 AND owner IN (SELECT 'web:' || id FROM unnest($2::bigint[]) AS gone (id))`,
  `DELETE FROM notification WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`,
  `DELETE FROM alert_setting WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`,
  // The gateway is asked to forget it next.
  `UPDATE saved_card SET ended_at = saved_at, forget_at = saved_at
    WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[]) AND ended_at IS NULL`,
  `DELETE FROM device WHERE tenant_id = $1 AND web_account_id = ANY ($2::bigint[])`,
  `UPDATE web_account SET username = 'erased-' || id, password_hash = '', passkey_handle = NULL
    WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`,
];

/** Deletes names, contact details and texts of a person. Ledger entries, audit lines and statements remain. */
export async function erase(tx: Tx, { tenantId, holderId, webAccountIds, at }: Erased): Promise<void> {
  for (const sql of BY_HOLDER) await tx.run(sql, [tenantId, holderId]);
  for (const sql of BY_SIGN_IN) await tx.run(sql, [tenantId, webAccountIds]);
  await tx.run('UPDATE holder SET erased_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    holderId,
    new Date(at).toISOString(),
  ]);
}
