/** Term of a store, and why. */
export type Term =
  /** Erased or emptied when the person is erased, at the latest. */
  | 'person'
  /** Deleted or emptied by due work: `job` names it, `after` says when. */
  | 'time'
  /** Records of money, kept for 7 years or more: the law asks for them. They hold ids and amounts, and what others sent. */
  | 'books'
  /** Rows that name a person by an id alone, which says nothing once the person is erased. */
  | 'id'
  /** Members of staff, as long as requests and the audit log name them. */
  | 'staff'
  /** No personal data. */
  | 'none';

export type Store = { readonly term: Term; readonly job?: string; readonly after?: string };

const all = (term: Exclude<Term, 'time'>, tables: string): Record<string, Store> =>
  Object.fromEntries(tables.split(/\s+/).map((table) => [table, { term }]));
const time = (job: string, after: string, tables: string): Record<string, Store> =>
  Object.fromEntries(tables.split(/\s+/).map((table) => [table, { term: 'time', job, after }]));

/**
 * Every table of the database with the term of what it holds of people. A new table is named here, or a test fails; the
 * terms are listed (docs/areas/privacy.md, "Every table has a term").
 */
export const STORES: Readonly<Record<string, Store>> = {
  ...all(
    'person',
    `activation alert_setting auto_topup blocked_payee card contact_change contact_mark customer_care desk_attachment
     desk_change desk_request device direct_debit holder identity_question kyc_case merchant_category notification
     paid_destination pay_to_agreement payday payee payment_link payment_link_payer saved_card savings_goal scam_report schedule
     transaction_note transaction_receipt web_account`,
  ),
  ...time('access.tidy', '1 day after it ended', 'session'),
  ...time('access.tidy', '31 days without a failure', 'sign_in_guard'),
  ...time('access.tidy', '2 days', 'code_request'),
  ...time('access.tidy', 'its end', 'passkey_challenge remembered_user step_up_proof'),
  ...time('access.tidy', '366 days', 'account_view'),
  ...time('access.tidy-addresses', 'the time that it counts for', 'address_attempt'),
  ...time('access.truncate-addresses', '7 years; a part of the address alone after some days', 'client_address'),
  ...time(
    'complaints.erase',
    '7 years after the answer or the end',
    'complaint complaint_event complaint_file complaint_link complaint_named',
  ),
  ...time('desk.tidy', '1 day after it ended', 'staff_session'),
  ...time('desk.tidy', '31 days without a failure', 'staff_guard'),
  ...time('desk.tidy', 'its end', 'staff_challenge staff_enrolment'),
  ...time('disputes.erase', '7 years after the end; the person goes before', 'dispute dispute_file dispute_message'),
  ...time('messages.deliver', '30 days after it was delivered or given up', 'outbox_message'),
  ...time('payments.tidy-answers', '30 days', 'kept_answer'),
  ...time('people-files.erase', '30 days', 'people_file people_file_row'),
  ...time('privacy.tidy', '7 years', 'staff_note'),
  ...time('privacy.tidy', 'their bytes 7 years', 'bank_answer bank_file'),
  ...time('processors.tidy', '90 days', 'processor_delivery'),
  ...time('reset.tidy', '2 days', 'backup_token password_reset'),
  ...time('sanctions.tidy', '7 years after it was cleared; that of a person with the person', 'sanction_hit'),
  ...time('sign-up.tidy', '2 days', 'sign_up'),
  ...time('store.erase-orders', 'the term of orders', 'store_item store_link store_order'),
  ...time('transfers.tidy-look-ups', '90 days; what was paid by, 7 years', 'pay_id_look_up pay_id_payment pay_id_stop'),
  ...time('webhooks.tidy', '30 days', 'webhook_attempt webhook_delivery webhook_event'),
  // Lines of what the bank sent, and words of postings are records of money.
  ...all(
    'books',
    `audit_log audit_log_early authorisation bank_answer_line bank_has_line book_statement
     book_statement_line early_reversal excess_refund mistaken_payment network_message payment_out pending_refund
     statement statement_early told_case transaction_detail purchase_event purchase_increment`,
  ),
  ...all(
    'id',
    `alert_event card_delivery card_letter card_money_mark card_report card_stock card_upgrade death_record debt desk_load
     device_passcode download_ticket due_work fee_refund foreign_part former_money gateway_attempt gateway_charge
     gateway_decline gateway_dispute gateway_payment gateway_refund gateway_warning instant_incoming interest_terms issued_row
     kyc_case_session limit_decline login_name member_account merchant_credit merchant_credit_undone passkey
     payee_check payment_call payment_count payment_search posted_part processor_card processor_dispute
     processor_event processor_purchase processor_stranger processor_waiting processor_word purchase_ending
     purchase_fact purchase_rule_decision purchase_rule_pass purchase_search sanction_due schedule_run search_fill secure_reveal
     spending_day statement_mark terms_acceptance transaction_word transaction_word_mark voucher_check`,
  ),
  ...all('staff', 'staff staff_passkey staff_totp'),
  ...all(
    'none',
    `account_seal account_seal_mark audit_seal audit_seal_mark bank_file_line bank_trouble biller book_compared
     book_match book_settlement brand brand_asset brand_file brand_version bsb_branch bsb_reach business_clock cell hold
     hold_event holiday instance_hold instance_identity instance_key instance_setting instant_read interest_terms_since
     ledger_account ledger_seal ledger_seal_mark month_signed processor_balance processor_connection processor_hour
     product product_version programme_identity purchase_hour purchase_rule purchase_rule_version reversal
     sanction_entry sanction_list
     sign_in_hour system_notification tenant tenant_move tenant_place terms_version transfer verify_run voucher
     voucher_import voucher_import_row webhook_endpoint`,
  ),
};
