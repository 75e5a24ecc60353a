import { expect, it } from 'vitest';
import { isAdyenSettlement, readAdyenSettlement } from './adyen-settlement.domain.ts';

// Order and names of the columns as Adyen publishes them.
const HEADER =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,' +
  'Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),' +
  'Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,' +
  'Modification Merchant Reference,Batch Number';

type Given = { psp?: string; at?: string; type: string; mod?: string; gross?: string; net: string; rest?: string };
/** A row: `gross` and `net` are debit and credit with a comma between. */
const row = ({
  psp = '',
  at = '2026-11-20 11:26:49,AEDT',
  type,
  mod = '',
  gross = ',',
  net,
  rest = ',,,,,,4',
}: Given) => {
  const [grossCurrency, netCurrency] = [gross === ',' ? '' : 'AUD', net === ',' ? '' : 'AUD'];
  return `Company,Merchant,${psp},ref,visa,${at},${type},${mod},${grossCurrency},${gross},1,${netCurrency},${net},${rest}`;
};
const read = (...rows: readonly string[]) => readAdyenSettlement([HEADER, ...rows].join('\n'));
const linesOf = (...rows: readonly string[]) => {
  const statement = read(...rows);
  return statement.ok ? statement.statement.lines.map(({ line: _, ...line }) => line) : statement.problem;
};

it('is the whole amount of each payment, one line of the fees kept, and what left for the bank', () => {
  // 5.00 less 0.12, 349.99 and 7.50 more, as in the two rows that Adyen's page shows; 20.00 refunded without a fee.
  const lines = linesOf(
    row({ psp: '1813702551707653', type: 'Settled', mod: '1713702551795048', gross: ',5.00', net: ',4.88' }),
    row({ psp: '1313642467023511', type: 'Chargeback', mod: '2313642467170922', gross: '349.99,', net: '357.49,' }),
    row({ psp: '1813702551707654', type: 'Refunded', mod: 'QFQTPCQ8HXSKGK82', gross: '20.00,', net: '20.00,' }),
    row({ type: 'Fee', mod: 'Transaction Fees November', net: '7.5,' }),
    row({
      at: '2026-11-21 09:00:00,AEDT',
      type: 'MerchantPayout',
      mod: '"TX27384XT batch 4, Company"',
      net: '100.00,',
    }),
  );
  const on20 = { day: '2026-11-20' };
  expect(lines).toEqual([
    { ...on20, cents: 5_00n, reference: '1813702551707653', words: 'Settled 1713702551795048' },
    { ...on20, cents: -349_99n, reference: '1313642467023511', words: 'Chargeback 2313642467170922' },
    { ...on20, cents: -20_00n, reference: '1813702551707654', words: 'Refunded QFQTPCQ8HXSKGK82' },
    { ...on20, cents: -7_50n, reference: 'Fee-4', words: 'Fee Transaction Fees November' },
    { day: '2026-11-21', cents: -100_00n, reference: 'TX27384XT', words: 'MerchantPayout TX27384XT batch 4, Company' },
    { day: '2026-11-21', cents: -7_62n, reference: 'FEE-Merchant-4', words: 'Fees of batch 4' },
  ]);
});

it('has the day in Melbourne of a time in the zone of its account', () => {
  const dayOf = (at: string) => {
    const lines = linesOf(row({ psp: 'A'.repeat(16), at, type: 'Settled', gross: ',5.00', net: ',5.00' }));
    return typeof lines === 'string' ? lines : lines[0]?.day;
  };
  // Midnight of 21 November in Melbourne is 13:00 UTC and 14:00 in Amsterdam on the day before.
  expect(dayOf('2026-11-20 13:59:59,CET')).toBe('2026-11-20');
  expect(dayOf('2026-11-20 14:00:00,CET')).toBe('2026-11-21');
  expect(dayOf('2026-11-20 12:59:59,UTC')).toBe('2026-11-20');
  expect(dayOf('2026-11-20 13:00:00,GMT')).toBe('2026-11-21');
  expect(dayOf('2026-07-01 23:59:59,AEST')).toBe('2026-07-01');
  expect(dayOf('2026-11-20 12:00:00,PST')).toBe('line 2 has no day, or a time zone that is not known');
});

it('is refused in another currency, for several merchant accounts, and where it is not whole', () => {
  const settled = row({ psp: 'A'.repeat(16), type: 'Settled', gross: ',5.00', net: ',4.88' });
  expect(linesOf(settled.replaceAll('AUD', 'EUR'))).toBe('line 2 is not in AUD');
  expect(linesOf(settled.replace('AUD', 'EUR'))).toBe('line 2 is not in AUD');
  expect(linesOf(settled, settled.replace('Merchant', 'Other'))).toBe('it names several merchant accounts');
  expect(linesOf(settled.replace('4.88', '4.8.8'))).toBe('line 2 has no amount');
  expect(linesOf(`${settled}"`)).toBe('line 2: its quotes are wrong');
  expect(linesOf()).toBe('there is nothing in it');
  const without = readAdyenSettlement(`${HEADER.replace(',Batch Number', '')}\n${settled}`);
  expect(without).toEqual({ ok: false, problem: 'it has no column Batch Number' });
});

it('is known by its header', () => {
  expect(isAdyenSettlement(`${HEADER}\n`)).toBe(true);
  expect(isAdyenSettlement('date,kind,amount,reference,text\n2026-11-20,line,1.00,Psp Reference,Net Credit (NC)')).toBe(
    false,
  );
});
