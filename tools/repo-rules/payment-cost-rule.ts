import type { Rule } from './tree.ts';

/** Tables that a payment or a purchase writes. */
const TABLES = ['transfer', 'ledger_account', 'authorisation', 'payment_out', 'transaction_detail'] as const;
type Table = (typeof TABLES)[number];

/** Columns and indexes that the tables had when the rule was made. */
const KNOWN: Readonly<Record<Table, string>> = {
  transfer: `
    id effective_at posted_at amount debit_account_id debit_seq debit_balance debit_credited debit_posted_at
    credit_account_id credit_seq credit_balance credit_credited credit_posted_at tenant_id code forced
    request_hash key transfer_debit transfer_credit transfer_debit_mark transfer_credit_mark`,
  ledger_account: `
    id tenant_id kind currency balance held floor version is_below_floor credited last_posted_at closed_at
    ledger_account_settlement ledger_account_ended`,
  authorisation: `
    id tenant_id public_id reference card_id member_account_id is_advice amount current_amount cleared_amount
    shop_amount shop_currency shop_exponent shop_rate fee_points fee_held status answer decline_reason
    approval_code hold_id expires_at merchant_name merchant_raw merchant_city merchant_country merchant_acceptor
    mcc category channel is_estimate receipt at day authorisation_pending authorisation_declined
    authorisation_by_card_day authorisation_due authorisation_lapsed authorisation_declines
    authorisation_by_time`,
  payment_out: `
    tenant_id transfer_id member_account_id method bsb account_number name reference remitter amount purpose
    is_return is_deposit paid_on counted_on value_date state reason sent_at settled_at returned_at
    payment_out_by_value_date payment_out_returns payment_out_made payment_out_by_payee payment_out_deposits
    payment_out_in_clear payment_out_typed_key payment_out_by_state payment_out_by_payer payment_out_by_name
    payment_out_returned payment_out_tax_number_in_clear`,
  transaction_detail: `
    ledger_account_id seq transfer_id card_id public_id tenant_id kind category description raw_description mcc
    channel country card_last4 reference counterparty shop_amount shop_currency shop_exponent shop_rate
    payer_holder_id transaction_detail_interest`,
};

/** Last line of the comment above. The figure is one of the bench. */
const FIGURE = /^-- Measured \d{4}-\d\d-\d\d: (?<figure>.+) \d[\d.,]* before, \d[\d.,]* after\.$/;
const FIGURES = 'ops/bench/figures.ts';

type Piece = {
  /** On one line and without comments. */
  readonly sql: string;
  readonly raw: string;
  /** The line right above it, where that is a comment. */
  readonly above: string;
};

/** Parts of SQL that end with a sign outside of brackets. */
function piecesOf(text: string, end: ';' | ','): Piece[] {
  const pieces: Piece[] = [];
  let [sql, raw, above, depth] = ['', '', '', 0];
  const close = () => {
    const piece = { sql: sql.replaceAll(/\s+/g, ' ').trim(), raw, above };
    if (piece.sql !== '') pieces.push(piece);
    [sql, raw, above] = ['', '', ''];
  };
  for (const line of text.split('\n')) {
    const code = line.replace(/--.*/, '');
    if (sql.trim() === '') above = line.trim().startsWith('--') ? line.trim() : code.trim() === '' ? '' : above;
    for (const sign of code) {
      depth += Number(sign === '(') - Number(sign === ')');
      if (sign === end && depth === 0) {
        close();
        continue;
      }
      sql += sign;
      raw += sign;
    }
    sql += ' ';
    raw += sql.trim() === '' ? '' : `${line.slice(code.length)}\n`;
  }
  close();
  return pieces;
}

const NAME = '(?:IF NOT EXISTS )?"?(?<name>\\w+)"?';
const ON = '.*? ON (?:ONLY )?"?(?<table>\\w+)"?';
const MADE = [
  new RegExp(`^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?!ON )${NAME}${ON}`, 'i'),
  new RegExp(`^CREATE (?:UNIQUE )?INDEX (?<name>)(?:CONCURRENTLY )?ON (?:ONLY )?"?(?<table>\\w+)"?`, 'i'),
  new RegExp(`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER ${NAME}${ON}`, 'i'),
];
const TABLE = /^(?<how>CREATE|ALTER) TABLE (?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(?<table>\w+)"?/i;
const NO_COLUMN = /^(?:CONSTRAINT|CHECK|PRIMARY|FOREIGN|UNIQUE|EXCLUDE|LIKE)\b/i;
const COLUMN = new RegExp(`^${NAME}`, 'i');
const ADDED = /^ADD (?:COLUMN )?(?<what>.*)/i;
/** Such a constraint makes an index or a trigger. */
const COSTLY = /^(?:CONSTRAINT "?(?<name>\w+)"? )?(?:UNIQUE|FOREIGN KEY|EXCLUDE)\b/i;
const DROPPED = /^(?:DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?)(?<names>.*)/i;

type Written = { readonly table: string; readonly name: string; readonly above: string };

function columnsOf({ raw }: Piece): Piece[] {
  return piecesOf(raw.slice(raw.indexOf('(') + 1, raw.lastIndexOf(')')), ',').filter(({ sql }) => !NO_COLUMN.test(sql));
}

/** Columns, indexes and triggers that a statement adds to a table. */
function writtenBy(piece: Piece): Written[] {
  const { sql, above } = piece;
  for (const form of MADE) {
    const { name = '', table = '' } = form.exec(sql)?.groups ?? {};
    if (table !== '') return [{ table, name: name || 'an index without a name', above }];
  }
  const { how, table = '' } = TABLE.exec(sql)?.groups ?? {};
  if (how === undefined) return [];
  if (how.toUpperCase() === 'CREATE')
    return columnsOf(piece).map((column) => ({ table, name: nameIn(column.sql), above: column.above }));
  return piecesOf(sql.replace(TABLE, ''), ',').flatMap(({ sql: action }) => {
    const what = ADDED.exec(action)?.groups?.['what'] ?? '';
    const costly = COSTLY.exec(what);
    if (costly) return [{ table, name: costly.groups?.['name'] ?? 'a constraint without a name', above }];
    return what === '' || NO_COLUMN.test(what) ? [] : [{ table, name: nameIn(what), above }];
  });
}

function nameIn(sql: string): string {
  return COLUMN.exec(sql)?.groups?.['name'] ?? sql;
}

const isTable = (name: string): name is Table => TABLES.some((table) => table === name);

export const paymentsCostWhatWasMeasured: Rule = {
  name: `an index, trigger or column of ${TABLES.join(', ')} has its figure of the bench right above it`,
  find(tree) {
    const paths = tree.paths.filter((path) => /^server\/migrations\/.*\.sql$/.test(path));
    const pieces = paths.flatMap((path) => piecesOf(tree.text(path), ';').map((piece) => ({ path, piece })));
    const dropped = pieces.flatMap(({ piece }) => DROPPED.exec(piece.sql)?.groups?.['names']?.match(/\w+/g) ?? []);
    const written = pieces
      .flatMap(({ path, piece }) => writtenBy(piece).map((one) => ({ path, ...one })))
      .filter(({ table, name }) => isTable(table) && !dropped.includes(name));
    const known = (table: string): readonly string[] => (isTable(table) ? (KNOWN[table].match(/\w+/g) ?? []) : []);
    const isMeasured = (above: string) => {
      const figure = FIGURE.exec(above)?.groups?.['figure'];
      return figure !== undefined && tree.text(FIGURES).includes(`'${figure}'`);
    };
    return [
      ...written
        .filter(({ table, name, above }) => !known(table).includes(name) && !isMeasured(above))
        .map(({ path, table, name }) => `${path}: ${name} of ${table}`),
      ...TABLES.filter((table) => written.some((one) => one.table === table)).flatMap((table) =>
        known(table)
          .filter((name) => !written.some((one) => one.table === table && one.name === name))
          .map((name) => `${name} of ${table} is known and does not exist`),
      ),
    ];
  },
};
