import { describe, expect, it } from 'vitest';
import { readCamtStatement } from './camt-statement.domain.ts';
import { readCsvStatement } from './csv-statement.domain.ts';

type Entry = { readonly amount: string; readonly side: 'CRDT' | 'DBIT'; readonly more?: string };
const balance = (code: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
const entry = ({ amount, side, more = '<Sts>BOOK</Sts>' }: Entry) =>
  `<Ntry><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`;
/** Written from the message definition of camt.053.001.02 and .08. */
const camt = (inner: string, prefix = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${prefix}Document xmlns${prefix && ':ns'}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><Othr><Id>062000 12345678</Id></Othr></Id><Ccy>AUD</Ccy></Acct>${inner}</Stmt></BkToCstmrStmt></${prefix}Document>`;

describe('a statement as camt.053', () => {
  it('has booked entries with sign, day, reference and words, and both balances', () => {
    const details = `<Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>B7</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RmtInf><Ustrd>Salary &amp; more</Ustrd></RmtInf></TxDtls></NtryDtls>`;
    const text = camt(
      balance('OPBD', '100.00') +
        balance('CLBD', '151.1') +
        balance('CLAV', '1.00') +
        entry({ amount: '60.15', side: 'CRDT', more: details }) +
        entry({ amount: '9.05', side: 'DBIT' }) +
        entry({ amount: '500', side: 'CRDT', more: '<Sts>PDNG</Sts>' }),
      'ns:',
    );
    expect(readCamtStatement(text)).toEqual({
      ok: true,
      statement: {
        accountNumber: '062000 12345678',
        opening: 100_00n,
        closing: 151_10n,
        lines: [
          { line: 4, day: '2026-11-20', cents: 60_15n, reference: 'E2E-1', words: 'Salary & more' },
          { line: 5, day: '2026-11-20', cents: -9_05n, reference: '', words: '' },
        ],
      },
    });
  });

  it.each([
    ['no XML', 'date,kind', 'it is no XML'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'it is no XML'],
    ['no statement', '<Document/>', 'it holds 0 statements of camt.053'],
    ['no closing balance', camt(balance('OPBD', '1.00')), 'it lacks an opening or a closing balance'],
    [
      'balances of other entries',
      camt(balance('OPBD', '1.00') + balance('CLBD', '3.00') + entry({ amount: '1.00', side: 'CRDT' })),
      'its balances differ from its entries',
    ],
    [
      'another currency',
      camt(balance('OPBD', '1.00') + balance('CLBD', '1.00').replace('AUD', 'NZD')),
      'balance 2 has no amount in AUD',
    ],
    ['a tenth of a cent', camt(balance('OPBD', '1.001')), 'balance 1 has no amount in AUD'],
  ])('with %s is refused', (_, text, problem) => {
    expect(readCamtStatement(text)).toEqual({ ok: false, problem });
  });
});

describe('a statement as comma-separated values', () => {
  const head = 'date,kind,amount,reference,text\n';
  it('has lines and, where it says them, balances', () => {
    const text = `${head}2026-11-20,opening,-5.00,,\r\n2026-11-20,line,-12.34,N-1,"Shop, Sydney"\n2026-11-21,line,+0.34,N-2,Back\n2026-11-21,closing,-17.00,,`;
    expect(readCsvStatement(text)).toEqual({
      ok: true,
      statement: {
        accountNumber: '',
        opening: -5_00n,
        closing: -17_00n,
        lines: [
          { line: 3, day: '2026-11-20', cents: -12_34n, reference: 'N-1', words: 'Shop, Sydney' },
          { line: 4, day: '2026-11-21', cents: 34n, reference: 'N-2', words: 'Back' },
        ],
      },
    });
  });

  it('may name its account', () => {
    const read = readCsvStatement(`${head}2026-11-20,account,,062-000 12345678,\n2026-11-20,line,1.00,,`);
    expect(read).toMatchObject({
      ok: true,
      statement: { accountNumber: '062-000 12345678', lines: [{ cents: 1_00n }] },
    });
  });

  it.each([
    ['2026-13-01,line,1.00,,', 'line 2 has no day'],
    ['2026-11-20,line,1,,', 'line 2 has no amount'],
    ['2026-11-20,line,1e3,,', 'line 2 has no amount'],
    ['2026-11-20,sum,1.00,,', 'line 2 is neither a line nor a balance'],
    ['2026-11-20,line,1.00', 'line 2: must have 5 values'],
    ['2026-11-20,account,,,', 'line 2 has no account'],
    ['2026-11-20,account,,1,\n2026-11-20,account,,2,', 'it names several accounts'],
    ['2026-11-20,closing,1.00,,\n2026-11-20,closing,1.00,,', 'line 3 says a balance twice'],
  ])('with %j is refused', (row, problem) => {
    expect(readCsvStatement(head + row)).toEqual({ ok: false, problem });
  });
});
