import type { Tx } from '../../platform/database/database.ts';

const SIGN_INS = '(SELECT w.id FROM web_account w WHERE w.tenant_id = $1 AND w.holder_id = $2)';
const CARDS = '(SELECT c.id FROM card c WHERE c.tenant_id = $1 AND c.holder_id = $2)';
const ACCOUNTS = '(SELECT a.id FROM member_account a WHERE a.tenant_id = $1 AND a.primary_holder_id = $2)';
const DISPUTES = '(SELECT d.id FROM dispute d WHERE d.tenant_id = $1 AND d.holder_id = $2)';
const COMPLAINTS = '(SELECT p.id FROM complaint p WHERE p.tenant_id = $1 AND p.holder_id = $2)';
const ORDERS = `(SELECT o.id FROM store_order o WHERE o.tenant_id = $1 AND o.email_folded <> '' AND o.email_folded =
  (SELECT h.email_folded FROM holder h WHERE h.tenant_id = $1 AND h.id = $2))`;

const bySignIn = `t.web_account_id IN ${SIGN_INS}`;
const byAccount = `t.member_account_id IN ${ACCOUNTS}`;
const byCard = `t.card_id IN ${CARDS}`;
const byHolder = 't.holder_id = $2';

/** A part of the file of a person: its heading, the table `t` that it comes from, and which of its rows are theirs. */
export type FilePart = { readonly heading: string; readonly table: string; readonly where: string };

const part = (heading: string, table: string, where: string): FilePart => ({ heading, table, where });

/** Every store that one person's data is handed out from. What other tables hold of people is in `stores.ts`. */
export const FILE_PARTS: readonly FilePart[] = [
  part('Your details', 'holder', 't.id = $2'),
  part('Sign-ins', 'web_account', byHolder),
  part('Sign-in names', 'login_name', bySignIn),
  part('Accounts', 'member_account', 't.primary_holder_id = $2'),
  part('Cards', 'card', byHolder),
  part('Activations', 'activation', byCard),
  part('Cards sent to you', 'card_delivery', byCard),
  part('Terms you accepted', 'terms_acceptance', byCard),
  part('Identity checks', 'kyc_case', byHolder),
  part('Payees', 'payee', `${bySignIn} OR ${byCard}`),
  part('Blocked payees', 'blocked_payee', `${byHolder} OR ${byCard}`),
  part('Payments', 'payment_out', byAccount),
  part('Scheduled payments', 'schedule', byHolder),
  part('Automatic top-ups', 'auto_topup', bySignIn),
  part('Direct debits', 'direct_debit', byAccount),
  part('PayTo agreements', 'pay_to_agreement', byAccount),
  part('Saved cards', 'saved_card', bySignIn),
  part('Payment links', 'payment_link', bySignIn),
  part('Savings goals', 'savings_goal', byAccount),
  part('Payday', 'payday', byHolder),
  part('Notes on transactions', 'transaction_note', byHolder),
  part('Receipts you kept', 'transaction_receipt', byHolder),
  part('Statements', 'statement', byAccount),
  part('Alerts', 'alert_setting', bySignIn),
  part('Notifications', 'notification', bySignIn),
  part('Messages sent to you', 'outbox_message', byHolder),
  part('Devices', 'device', bySignIn),
  part('Passkeys', 'passkey', bySignIn),
  part('Passcodes', 'device_passcode', bySignIn),
  part('Sessions', 'session', `${byHolder} OR ${bySignIn}`),
  part('Changed contacts', 'contact_change', byHolder),
  part('Contacts that failed', 'contact_mark', byHolder),
  part('Details that staff changed', 'desk_change', byHolder),
  part('Disputes', 'dispute', byHolder),
  part('Messages about disputes', 'dispute_message', `t.dispute_id IN ${DISPUTES}`),
  part('Documents of disputes', 'dispute_file', `t.dispute_id IN ${DISPUTES}`),
  part('Mistaken payments', 'mistaken_payment', byAccount),
  part('Scam reports', 'scam_report', byHolder),
  part('Complaints', 'complaint', byHolder),
  part('Course of complaints', 'complaint_event', `t.complaint_id IN ${COMPLAINTS}`),
  part('Documents of complaints', 'complaint_file', `t.complaint_id IN ${COMPLAINTS}`),
  part('Orders in the store', 'store_order', `t.id IN ${ORDERS}`),
  part('Cards ordered in the store', 'store_item', `t.order_id IN ${ORDERS}`),
  part('Notes of staff', 'staff_note', byHolder),
  part('Care', 'customer_care', byHolder),
  part('Views of your account by staff', 'account_view', byHolder),
];

/** Columns that are no one's to read: secrets, hashes of them, keys, and bytes of documents. */
export const SECRET_COLUMN =
  /hash|cipher|secret|token|password|passcode|pvv|cvv|\bpin\b|^pan_|key|handle|challenge|digest|^body$|credential|folded/;

/** Columns that say something to the database alone. */
const INTERNAL =
  /^(?:id|(?:tenant|brand|holder|primary_holder|web_account|member_account|ledger_account|product|staff)_id)$/;

/** Rows of a part that are read at most. */
export const MOST_ROWS = 10_000;

/** A row of a store, its values as texts. */
export type FileRow = Readonly<Record<string, string | null>>;

/** Rows of a part of the file of a person, without secrets. */
export async function readPart(
  tx: Tx,
  { tenantId, holderId }: { readonly tenantId: number; readonly holderId: bigint },
  { table, where }: FilePart,
): Promise<readonly FileRow[]> {
  const columns = await tx.query<{ name: string; type: string }>(COLUMNS, [table]);
  const shown = columns.filter(
    ({ name, type }) => type !== 'bytea' && !INTERNAL.test(name) && !(SECRET_COLUMN.test(name) && name !== 'body'),
  );
  // The payments of a schedule are its body, a text in JSON.
  const named = shown.filter(({ name, type }) => name !== 'body' || type === 'jsonb' || type === 'json');
  const list = named.map(({ name }) => `t.${name}::text AS ${name}`).join(', ');
  return tx.query<FileRow>(
    `SELECT ${list} FROM ${table} t WHERE t.tenant_id = $1 AND (${where}) LIMIT ${MOST_ROWS + 1}`,
    [tenantId, holderId],
  );
}

const COLUMNS = `
SELECT a.attname::text AS name, format_type(a.atttypid, NULL) AS type
  FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const TRANSACTIONS = `
SELECT e.posted_at::text AS posted, d.description, d.counterparty, d.category, d.kind, d.reference, d.card_last4,
       (e.amount / 100.0)::numeric(20, 2)::text AS amount,
       (e.balance_after / 100.0)::numeric(20, 2)::text AS balance_after
  FROM member_account a
  JOIN transaction_detail d ON d.tenant_id = a.tenant_id AND d.ledger_account_id = a.ledger_account_id
  JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
 WHERE a.tenant_id = $1 AND a.primary_holder_id = $2 ORDER BY a.id, d.seq DESC LIMIT ${MOST_ROWS + 1}`;

/** Posted rows of the accounts of a person, the last first. */
export function readTransactions(tx: Tx, tenantId: number, holderId: bigint): Promise<FileRow[]> {
  return tx.query(TRANSACTIONS, [tenantId, holderId]);
}
