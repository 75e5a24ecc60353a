import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, postForm, type TestApp } from '../../test-support/app.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { seedDemo } from './seed.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
  await seedDemo(test.ctx);
});
afterAll(() => test.close());

/** The table of the demo programme: number, card id, holder, product, status, dollars available. */
const CARDS: readonly (readonly [string, string, string, string, string, string])[] = [
  ['9036 00•• •••• 0017', '10000000017', 'Amelia', 'Wattle Everyday', 'Active', '2486.35'],
  ['9036 00•• •••• 0025', '10000000025', 'Amelia', 'Wattle Online', 'Active', '120.00'],
  ['9036 00•• •••• 0033', '10000000033', 'Amelia', 'Wattle Travel', 'Ordered', '0.00'],
  ['9036 00•• •••• 0041', '10000000041', 'Ruby', 'Wattle Everyday', 'Active', '2486.35'],
  ['9036 00•• •••• 0058', '10000000058', 'Noah', 'Wattle Gift', 'Active', '64.20'],
  ['9036 00•• •••• 0066', '10000000066', 'Li', 'Wattle Start', 'Active', '310.00'],
  ['9036 00•• •••• 0074', '10000000074', '', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0082', '10000000082', '', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0090', '10000000090', 'Ravi', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0108', '10000000108', 'Mei', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0116', '10000000116', '', 'Wattle Gift', 'Active', '50.00'],
  ['9036 00•• •••• 0124', '10000000124', 'Jack', 'Stumps Member', 'Active', '905.10'],
  ['9036 00•• •••• 0132', '10000000132', 'Aroha', 'Tui Card', 'ActiveOff', '77.70'],
  ['9036 00•• •••• 0140', '10000000140', 'Grace', 'Ledgerline Expense', 'Restricted', '15.00'],
  ['9036 00•• •••• •••0 012', '10000000157', '', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0165', '10000000165', 'Tom', 'Wattle Start', 'Active', '95.00'],
  ['9036 00•• •••• 0173', '10000000173', 'Grace', 'Ledgerline Expense', 'Active', '1250.00'],
  ['9036 00•• •••• 0181', '10000000181', 'Isla', 'Stumps Gift', 'Active', '40.00'],
  ['9036 00•• •••• 0199', '10000000199', 'Li', 'Wattle Everyday', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0207', '10000000207', 'Noah', 'Wattle Gift', 'Active', '3.10'],
  ['9036 00•• •••• 0215', '10000000215', '', 'Ledgerline Expense', 'NotIssued', '0.00'],
  ['9036 00•• •••• 0223', '10000000223', 'Robin', 'Stumps Member', 'Active', '20.00'],
  ['9036 00•• •••• 0231', '10000000231', 'Priya', 'Wattle Everyday', 'Active', '640.00'],
  ['9036 00•• •••• 0249', '10000000249', '', 'Stumps Member', 'NotIssued', '0.00'],
];

/** Cards that no one has yet, by programme and product: those without a holder in the table. */
const STOCK = [
  ['1', 'Stumps Member', '1'],
  ['1', 'Wattle Everyday', '3'],
  ['1', 'Wattle Gift', '1'],
  ['2', 'Ledgerline Expense', '1'],
];

const rowsOfAll = () =>
  test.ctx.asOwner<{ name: string; rows: string }>(
    `SELECT 'card' AS name, count(*) AS rows FROM card UNION ALL SELECT 'holder', count(*) FROM holder
     UNION ALL SELECT 'transfer', count(*) FROM transfer UNION ALL SELECT 'hold', count(*) FROM hold
     UNION ALL SELECT 'authorisation', count(*) FROM authorisation UNION ALL SELECT 'product', count(*) FROM product
     UNION ALL SELECT 'notice', count(*) FROM system_notification UNION ALL SELECT 'login', count(*) FROM login_name`,
  );

describe('the demo programme', () => {
  it('has the cards that no one has yet in stock', async () => {
    const rows = await test.ctx.asOwner<Record<string, string>>(
      `SELECT s.tenant_id::text, p.name, count(*)::text AS cards FROM card_stock s
         JOIN product p ON p.tenant_id = s.tenant_id AND p.id = s.product_id
        WHERE s.left_at IS NULL GROUP BY s.tenant_id, p.name ORDER BY 1, 2`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual(STOCK);
  });

  it('has the cards, statuses and available balances of its table', async () => {
    const rows = await test.ctx.asOwner<Record<string, string>>(
      `SELECT c.masked_number, c.card_id, coalesce(h.first_name, '') AS holder, p.name, c.status,
              ((l.balance - l.held) / 100.0)::numeric(12, 2)::text AS available
       FROM card c JOIN product p ON p.id = c.product_id JOIN member_account a ON a.id = c.member_account_id
       JOIN ledger_account l ON l.id = a.ledger_account_id LEFT JOIN holder h ON h.id = c.holder_id
       ORDER BY c.card_id`,
    );
    const byCardId = CARDS.toSorted((a, b) => a[1].localeCompare(b[1]));
    expect(rows.map((row) => Object.values(row))).toEqual(byCardId);
  });

  it('holds 153.65 of Amelia’s money in three purchases and shows one that was declined', async () => {
    const rows = await test.ctx.asOwner(
      `SELECT o.merchant_name, o.amount, o.status, o.decline_reason, o.is_estimate FROM authorisation o
       JOIN card c ON c.id = o.card_id WHERE c.card_id = '10000000017' ORDER BY o.at`,
    );
    const row = (merchant_name: string, amount: string, rest: object = {}) => ({
      merchant_name,
      amount,
      status: 'approved',
      decline_reason: null,
      is_estimate: false,
      ...rest,
    });
    expect(rows).toEqual([
      row('Galah Cinema', '4400', { status: 'declined', decline_reason: 'cardOff' }),
      row('Kurrajong Grocers', '4825'),
      row('Magpie Coffee', '540'),
      row('Redback Fuel', '10000', { is_estimate: true }),
    ]);
    const [account] = await test.ctx.asOwner(
      `SELECT l.balance, l.held FROM member_account a JOIN ledger_account l ON l.id = a.ledger_account_id
       WHERE a.account_number = '200100017'`,
    );
    expect(account).toEqual({ balance: '264000', held: '15365' });
  });

  it('has saved Amelia’s payees, and nobody else’s', async () => {
    const rows = await test.ctx.asOwner(
      `SELECT w.username, p.type, p.name, p.bsb, p.account_number FROM payee p JOIN web_account w ON w.id = p.web_account_id
       ORDER BY p.type`,
    );
    const username = 'amelia.chen@example.com';
    expect(rows).toEqual([
      { username, type: 1, name: 'Power', bsb: '23796', account_number: '87348538' },
      { username, type: 2, name: 'Li Wei', bsb: '', account_number: '200100025' },
      { username, type: 3, name: 'Rent', bsb: '000101', account_number: '12345678' },
    ]);
  });

  it('gives each brand the BSB of its institution', async () => {
    const rows = await test.ctx.asOwner(
      `SELECT DISTINCT b.identifier, p.settings->>'bsb' AS bsb FROM product p JOIN brand b ON b.id = p.brand_id
       ORDER BY b.identifier`,
    );
    expect(rows).toEqual([
      { identifier: 'ledgerline', bsb: '000-004' },
      { identifier: 'stumps', bsb: '000-001' },
      { identifier: 'tui', bsb: '000-003' },
      { identifier: 'wattle', bsb: '000-001' },
    ]);
  });

  it('passes every check of the ledger', async () => {
    const owner = new pg.Client({ connectionString: test.ctx.ownerUrl });
    await owner.connect();
    try {
      const report = await verifyLedger(owner);
      expect(report.findings).toEqual([]);
    } finally {
      await owner.end();
    }
  });

  it('has words for every entry of a cardholder and spending for every purchase and refund', async () => {
    const [missing] = await test.ctx.asOwner(
      `SELECT count(*) AS rows FROM entry e JOIN ledger_account l ON l.id = e.account_id AND l.kind = 'cardholder'
       LEFT JOIN transaction_detail d ON d.ledger_account_id = e.account_id AND d.seq = e.seq
       WHERE d.seq IS NULL`,
    );
    expect(missing).toEqual({ rows: '0' });
    const [sums] = await test.ctx.asOwner<{ spent: string; posted: string }>(
      `SELECT (SELECT sum(cents) FROM spending_day) AS spent,
              (SELECT -sum(e.amount) FROM entry e JOIN transaction_detail d ON d.ledger_account_id = e.account_id AND d.seq = e.seq
               WHERE d.kind IN ('purchase', 'cash', 'bpay', 'fee', 'refund')) AS posted`,
    );
    expect(sums?.spent).toBe(sums?.posted);
  });

  it('signs everybody in as its table says', async () => {
    const password = 'Golden-Wattle-2026';
    const grants: readonly Record<string, string>[] = [
      {
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        grant_type: 'password',
        userName: 'amelia.chen@example.com',
        password,
      },
      {
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        grant_type: 'password',
        userName: 'li.wei@example.com',
        password,
      },
      {
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        grant_type: 'password',
        userName: 'priya.nair@example.com',
        password,
      },
      { brand: 'wattle', tenantId: '1', brandId: '1', grant_type: 'password', userName: '200100017-01', password },
      { brand: 'stumps', tenantId: '1', brandId: '2', grant_type: 'password', userName: '200200015', password },
      {
        brand: 'tui',
        tenantId: '2',
        brandId: '3',
        grant_type: 'password',
        userName: 'aroha.ngata@example.com',
        password,
      },
      { brand: 'tui', tenantId: '2', brandId: '3', grant_type: 'password', userName: '200300013', password },
      {
        brand: 'ledgerline',
        tenantId: '2',
        brandId: '4',
        grant_type: 'password',
        userName: 'grace.kim@example.com',
        password,
      },
      { brand: 'ledgerline', tenantId: '2', brandId: '4', grant_type: 'password', userName: '0400000008', password },
      {
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        grant_type: 'card',
        cardnumber: '9036000000000058',
        accesscode: '246810',
      },
      {
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        grant_type: 'card',
        cardnumber: '9036000000000165',
        accesscode: '864209',
      },
      {
        brand: 'stumps',
        tenantId: '1',
        brandId: '2',
        grant_type: 'card',
        cardnumber: '10000000181',
        accesscode: '135246',
      },
    ];
    for (const grant of grants) {
      const response = await postForm(test.app, '/api/token', grant);
      expect(response.statusCode, `${grant['userName'] ?? grant['cardnumber']} ${response.body}`).toBe(200);
    }
  });

  it('is not made again by a second start', async () => {
    const before = await rowsOfAll();
    await seedDemo(test.ctx);
    expect(await rowsOfAll()).toEqual(before);
  });

  it.each(['staging', 'production'] as const)('is refused in %s', async (mode) => {
    const ctx = { ...test.ctx, config: { ...test.ctx.config, mode } };
    await expect(seedDemo(ctx)).rejects.toThrow('the demo programme is made in a sandbox alone');
  });
});
