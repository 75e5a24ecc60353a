import { expect, test } from 'vitest';
import { paymentsCostWhatWasMeasured } from './payment-cost-rule.ts';
import { sampleTree } from './tree.ts';

const FIGURE = '-- Measured 2026-11-29: transfers ÷ TPC-B 0.41 before, 0.40 after.';

/** Findings of a migration, but for the known names that the sample lacks. */
function foundIn(sql: string): readonly string[] {
  const tree = sampleTree({
    'server/migrations/0100-sample.sql': sql,
    'ops/bench/figures.ts': "export const FIGURES = { 'transfers ÷ TPC-B': atLeast(0.9) };\n",
  });
  return paymentsCostWhatWasMeasured
    .find(tree)
    .filter((line) => !line.endsWith('is known and does not exist'))
    .map((line) => line.replace('server/migrations/0100-sample.sql: ', ''));
}

test.each([
  ['CREATE INDEX transfer_by_day ON transfer (tenant_id, posted_at)', 'transfer_by_day of transfer'],
  [
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS other\n  ON ONLY authorisation (at) WHERE true',
    'other of authorisation',
  ],
  ['CREATE INDEX ON payment_out (name)', 'an index without a name of payment_out'],
  ['ALTER TABLE transaction_detail ADD COLUMN note text', 'note of transaction_detail'],
  ['ALTER TABLE IF EXISTS transfer\n  ALTER COLUMN code SET NOT NULL,\n  ADD note numeric(10, 2)', 'note of transfer'],
  ['ALTER TABLE payment_out ADD CONSTRAINT once UNIQUE (name)', 'once of payment_out'],
  ['CREATE TRIGGER told AFTER INSERT ON ledger_account FOR EACH ROW EXECUTE FUNCTION tell()', 'told of ledger_account'],
  [
    'CREATE TABLE transfer (\n  id bigint,\n  -- For staff.\n  note text CHECK (note IN (1, 2)),\n  UNIQUE (id)\n)',
    'note of transfer',
  ],
])('finds what has no figure: %s', (sql, found) => {
  expect(foundIn(`-- Why.\n${sql};\n`)).toEqual([found]);
  const measured = sql.startsWith('CREATE TABLE')
    ? sql.replace('-- For staff.', `-- For staff.\n  ${FIGURE}`)
    : `-- Why.\n${FIGURE}\n${sql}`;
  expect(foundIn(`${measured};\n`)).toEqual([]);
});

test.each([
  ['of another form', '-- Measured: transfers ÷ TPC-B 0.41 before, 0.40 after.'],
  ['of no figure of the bench', '-- Measured 2026-11-29: speed 0.41 before, 0.40 after.'],
  ['above an empty line', `${FIGURE}\n`],
  ['above another statement', `${FIGURE}\nCREATE INDEX first ON transfer (amount);`],
])('takes no figure %s', (_what, above) => {
  expect(foundIn(`${above}\nCREATE INDEX late ON transfer (code);\n`)).toEqual(['late of transfer']);
});

test.each([
  'CREATE INDEX payment_search_by_payer ON payment_search (payer_id)',
  'CREATE TABLE reversal (transfer_id bigint NOT NULL)',
  'ALTER TABLE transfer ADD CONSTRAINT transfer_code CHECK (code > 0)',
  'ALTER TABLE transfer ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE schedule ADD COLUMN transfer bigint',
  'CREATE INDEX transfer_debit ON transfer (debit_account_id, debit_seq)',
  'CREATE INDEX gone ON transfer (code); DROP INDEX gone',
  '-- CREATE INDEX transfer_by_day ON transfer (tenant_id)\nSELECT 1',
])('asks for no figure of %s', (sql) => {
  expect(foundIn(`${sql};\n`)).toEqual([]);
});

test('finds a known name that does not exist, so that it cannot come back', () => {
  const tree = sampleTree({ 'server/migrations/0100-sample.sql': 'CREATE TABLE ledger_account (id bigint);' });
  const found = paymentsCostWhatWasMeasured.find(tree);
  expect(found).toContain('balance of ledger_account is known and does not exist');
  expect(found).not.toContain('id of ledger_account is known and does not exist');
});
