import { expect, test } from 'vitest';
import { collect } from '../../../test-support/files/read-pdf.ts';
import { type OfxTransaction, writeOfx } from './write-ofx.ts';

async function written(...transactions: readonly OfxTransaction[]): Promise<string> {
  async function* inPieces(): AsyncGenerator<readonly OfxTransaction[]> {
    yield transactions;
  }
  const bytes = await collect(
    writeOfx({
      language: 'ENG',
      bankId: '670864',
      accountId: '200100017',
      first: '2026-07-01',
      last: '2026-11-30',
      balance: -5n,
      madeAt: Date.parse('2026-11-20T05:04:03.900Z'),
      transactions: inPieces(),
    }),
  );
  return bytes.toString('utf8');
}

test('an OFX file is a version 2.2 bank statement with account, dates, signed transactions, and the balance with its time', async () => {
  const text = await written(
    { id: 'a1', day: '2026-11-20', amount: -1_250n, name: 'Corner Store', memo: 'CORNER STORE 0417 263240001175' },
    { id: 'b2', day: '2026-07-01', amount: 100_005n, name: '李 镕 <&>', memo: '' },
  );
  expect(text).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
      '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
      '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
        '<DTSERVER>20261120050403[0:GMT]</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>' +
        '<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>' +
        '<STMTRS><CURDEF>AUD</CURDEF><BANKACCTFROM><BANKID>670864</BANKID><ACCTID>200100017</ACCTID>' +
        '<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>' +
        '<BANKTRANLIST><DTSTART>20260701</DTSTART><DTEND>20261130</DTEND>',
      '<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20261120</DTPOSTED><TRNAMT>-12.50</TRNAMT><FITID>a1</FITID>' +
        '<NAME>Corner Store</NAME><MEMO>CORNER STORE 0417 263240001175</MEMO></STMTTRN>',
      '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260701</DTPOSTED><TRNAMT>1000.05</TRNAMT><FITID>b2</FITID>' +
        '<NAME>李 镕 &lt;&amp;&gt;</NAME></STMTTRN>',
      '</BANKTRANLIST><LEDGERBAL><BALAMT>-0.05</BALAMT><DTASOF>20261120050403[0:GMT]</DTASOF></LEDGERBAL>' +
        '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
      '',
    ].join('\n'),
  );
});

test('a purchase in another currency has that currency and its exchange rate', async () => {
  const original = { currency: 'USD', rate: '1.5417' };
  const text = await written({ id: 'a', day: '2026-11-20', amount: -1_850n, name: 'Blue Bottle', memo: 'm', original });
  expect(text).toContain(
    '<TRNAMT>-18.50</TRNAMT><FITID>a</FITID><NAME>Blue Bottle</NAME><MEMO>m</MEMO>' +
      '<ORIGCURRENCY><CURRATE>1.5417</CURRATE><CURSYM>USD</CURSYM></ORIGCURRENCY></STMTTRN>',
  );
});

test('a name is cut at 32 characters without splitting one', async () => {
  const name = `${'x'.repeat(31)}𠮷𠮷`;
  const text = await written({ id: 'a', day: '2026-11-20', amount: 1n, name, memo: 'm'.repeat(300) });
  expect(text).toContain(`<NAME>${'x'.repeat(31)}𠮷</NAME>`);
  expect(text).toContain(`<MEMO>${'m'.repeat(255)}</MEMO>`);
});
