import { describe, expect, it } from 'vitest';
import { readCamtStatement } from './camt-statement.domain.ts';
import { readColumnStatement } from './column-statement.domain.ts';
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

/** A day with one entry of 2.00. */
const day = (of: string, opening: string, closing: string) =>
  camt(balance('OPBD', opening) + balance('CLBD', closing) + entry({ amount: '2.00', side: 'CRDT' })).replaceAll(
    '-20<',
    `-${of}<`,
  );
/** Two documents as one with two statements. */
const twoStatements = (one: string, other: string) =>
  one.replace('</BkToCstmrStmt>', `${/<Stmt>.*<\/Stmt>/s.exec(other)?.[0] ?? ''}</BkToCstmrStmt>`);

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
    ['a tenth of a cent', camt(balance('OPBD', '1.001')), 'balance 1 has a part of a cent: 1.001'],
    [
      'statements of two accounts',
      twoStatements(day('20', '1.00', '3.00'), day('21', '3.00', '5.00').replace('12345678', '12345679')),
      'it holds 2 statements of several accounts: have the bank leave a file for each',
    ],
    [
      'statements with a gap between them',
      twoStatements(day('20', '1.00', '3.00'), day('21', '3.01', '5.01')),
      'it holds 2 statements that do not follow each other',
    ],
    [
      'an interim balance and no pages',
      camt(balance('OPBD', '1.00') + balance('ITBD', '1.00')),
      'it lacks an opening or a closing balance',
    ],
  ])('with %s is refused', (_, text, problem) => {
    expect(readCamtStatement(text)).toEqual({ ok: false, problem });
  });
});

describe('an entry of camt.053', () => {
  const read = (more: string, booked = '<Dt>2026-11-20</Dt>') => {
    const one = `<Ntry><Amt Ccy="AUD">10.00000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>${booked}</BookgDt>${more}</Ntry>`;
    const found = readCamtStatement(camt(balance('OPBD', '0') + balance('CLBD', '10.0') + one));
    return found.ok ? found.statement.lines[0] : found.problem;
  };
  const details = (...all: readonly string[]) =>
    `<NtryDtls>${all.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`;
  const paid = (id: string, words: string) =>
    `<Refs><EndToEndId>${id}</EndToEndId></Refs><RmtInf><Ustrd>${words}</Ustrd></RmtInf>`;

  it('has all remittance lines as its words, as CDATA too', () => {
    const lines = '<RmtInf><Ustrd>VISA SETTLEMENT</Ustrd><Ustrd><![CDATA[N-20261127-1 & more]]></Ustrd></RmtInf>';
    expect(read(details(lines))).toMatchObject({ cents: 10_00n, words: 'VISA SETTLEMENT N-20261127-1 & more' });
  });

  it('has a structured reference as its own, and as words beside another', () => {
    const structured = '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>';
    expect(read(details(structured))).toMatchObject({ reference: 'RF18539007547034', words: '' });
    const named = `<Refs><EndToEndId>E2E-9</EndToEndId></Refs>${structured}`;
    expect(read(details(named))).toMatchObject({ reference: 'E2E-9', words: 'RF18539007547034' });
    const unnamed = `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${structured}`;
    expect(read(details(unnamed))).toMatchObject({ reference: 'RF18539007547034' });
  });

  it('of a batch has its own reference, and not that of its first transaction', () => {
    const batch = details(paid('E2E-1', 'one'), paid('E2E-2', 'two'));
    expect(read(`<NtryRef>BATCH-7</NtryRef>${batch}`)).toMatchObject({ reference: 'BATCH-7', words: 'one two' });
    expect(read(batch)).toMatchObject({ reference: '' });
    const listed = `<NtryDtls><Btch><PmtInfId>P-1</PmtInfId><NbOfTxs>3</NbOfTxs></Btch><TxDtls>${paid('E2E-1', 'one')}</TxDtls></NtryDtls>`;
    expect(read(listed)).toMatchObject({ reference: 'P-1' });
  });

  // Melbourne is 11 hours ahead in November, and Perth 8.
  it.each([
    ['<DtTm>2026-11-26T13:30:00Z</DtTm>', '2026-11-27'],
    ['<DtTm>2026-11-26T12:59:59.999+00:00</DtTm>', '2026-11-26'],
    ['<DtTm>2026-11-26T21:30:00+08:00</DtTm>', '2026-11-27'],
    ['<DtTm>2026-11-26T23:30:00</DtTm>', '2026-11-26'],
    ['<Dt>2026-11-26</Dt><DtTm>2026-11-26T13:30:00Z</DtTm>', '2026-11-26'],
  ])('booked at %s is of %s', (booked, of) => {
    expect(read('', booked)).toMatchObject({ day: of });
  });
});

describe('several statements of camt.053', () => {
  it.each([
    ['in order', false],
    ['the newest first', true],
  ])('of one account are one, %s', (_, isReversed) => {
    const days = [day('20', '1.00', '3.00'), day('21', '3.00', '5.00')] as const;
    const text = isReversed ? twoStatements(days[1], days[0]) : twoStatements(...days);
    const read = readCamtStatement(text);
    expect(read).toMatchObject({ ok: true, statement: { opening: 1_00n, closing: 5_00n } });
    const lines = read.ok ? read.statement.lines : [];
    expect(lines.map((line) => line.day)).toEqual(['2026-11-20', '2026-11-21']);
    expect(new Set(lines.map(({ line }) => line)).size).toBe(2);
  });

  it('are pages where they have the balance between them, and the last says what the account has', () => {
    const page = (number: number, isLast: boolean, inner: string) =>
      camt(`<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>${inner}`);
    const one = entry({ amount: '2.00', side: 'CRDT' });
    const statementOf = (text: string) => {
      const read = readCamtStatement(text);
      return read.ok ? [read.statement.opening, read.statement.closing, read.statement.lines.length] : read.problem;
    };
    expect(statementOf(page(1, false, balance('OPBD', '1.00') + balance('ITBD', '3.00') + one))).toEqual([
      1_00n,
      null,
      1,
    ]);
    expect(statementOf(page(2, false, balance('ITBD', '3.00') + balance('ITBD', '5.00') + one))).toEqual([
      3_00n,
      null,
      1,
    ]);
    expect(statementOf(page(3, true, balance('ITBD', '5.00') + balance('CLBD', '7.00') + one))).toEqual([
      5_00n,
      7_00n,
      1,
    ]);
    expect(statementOf(page(2, false, balance('ITBD', '3.00') + balance('ITBD', '5.01') + one))).toBe(
      'its balances differ from its entries',
    );
    const first = page(1, false, balance('OPBD', '1.00') + balance('ITBD', '3.00') + one);
    const second = page(2, false, balance('ITBD', '3.00') + balance('ITBD', '5.00') + one);
    const last = page(3, true, balance('ITBD', '5.00') + balance('CLBD', '7.00') + one);
    expect(statementOf(twoStatements(first, second))).toEqual([1_00n, null, 2]);
    expect(statementOf(twoStatements(second, last))).toEqual([3_00n, 7_00n, 2]);
    expect(statementOf(twoStatements(last, second))).toEqual([3_00n, 7_00n, 2]);
    expect(statementOf(twoStatements(first, last))).toBe('it holds 2 statements that do not follow each other');
  });
});

describe('a statement as a bank exports it', () => {
  const COMMBANK = ['date', 'amount', 'text', 'balance'] as const;
  const WESTPAC = ['account', 'date', 'text', 'debit', 'credit', 'balance', '-', 'reference'] as const;
  const NAB = ['date', 'amount', 'account', '-', 'text', 'text', 'balance', '-', '-'] as const;

  it('of CommBank has no header, and the newest first', () => {
    const text =
      '27/11/2026,"-35.50","Direct Debit 301500 HARBOUR","+1,064.50"\n27/11/2026,"+100.00","Direct Credit N-1","+1,100.00"\n26/11/2026,"+1,000.00",Opening deposit,"+1,000.00"';
    expect(readColumnStatement(text, COMMBANK)).toEqual({
      ok: true,
      statement: {
        accountNumber: '',
        opening: 0n,
        closing: 1_064_50n,
        lines: [
          { line: 1, day: '2026-11-27', cents: -35_50n, reference: '', words: 'Direct Debit 301500 HARBOUR' },
          { line: 2, day: '2026-11-27', cents: 100_00n, reference: '', words: 'Direct Credit N-1' },
          { line: 3, day: '2026-11-26', cents: 1_000_00n, reference: '', words: 'Opening deposit' },
        ],
      },
    });
  });

  it('of Westpac has what went out and what came in apart', () => {
    const text =
      'Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial\n032000123456,23/11/2026,UTILITY BILL,130.05,,2000.00,PAYMENT,\n032000123456,24/11/2026,SALARY,,3200.00,5200.00,DEP,77';
    expect(readColumnStatement(text, WESTPAC)).toMatchObject({
      ok: true,
      statement: {
        accountNumber: '032000123456',
        opening: 2_130_05n,
        closing: 5_200_00n,
        lines: [
          { line: 2, day: '2026-11-23', cents: -130_05n, reference: '', words: 'UTILITY BILL' },
          { line: 3, day: '2026-11-24', cents: 3_200_00n, reference: '77', words: 'SALARY' },
        ],
      },
    });
  });

  it('of NAB has months in letters and two columns of words', () => {
    const text =
      'Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name\n27 Nov 26,-12.34,082001 123456789,,MISCELLANEOUS DEBIT,V1234 COFFEE,87.66,,\n26-Nov-26,100,082001 123456789,,TRANSFER CREDIT,From savings,100.00,,';
    expect(readColumnStatement(text, NAB)).toMatchObject({
      ok: true,
      statement: {
        accountNumber: '082001 123456789',
        opening: 0n,
        closing: 87_66n,
        lines: [
          { day: '2026-11-27', cents: -12_34n, words: 'MISCELLANEOUS DEBIT V1234 COFFEE' },
          { day: '2026-11-26', cents: 100_00n, words: 'TRANSFER CREDIT From savings' },
        ],
      },
    });
  });

  it('says no balance where its rows hold in either order', () => {
    const text = '27/11/2026,5.00,A,5.00\n27/11/2026,-5.00,B,0.00';
    expect(readColumnStatement(text, COMMBANK)).toMatchObject({
      ok: true,
      statement: { opening: null, closing: null },
    });
  });

  it.each([
    ['11/27/2026,5.00,A,5.00', 'line 1 has no day: write it as 20/11/2026, 20 Nov 26 or 2026-11-20'],
    ['27/11/2026,5.001,A,5.00', 'line 1 has no amount'],
    ['27/11/2026,"1,00.00",A,5.00', 'line 1 has no amount'],
    ['27/11/2026,5.00,A,', 'line 1 has no balance'],
    ['27/11/2026,5.00,A', 'line 1 has 3 values, and WATTLE_STATEMENT_COLUMNS names 4'],
    ['27/11/2026,5.00,A,5.00\n27/11/2026,5.00,A,5.00', 'its balances differ from its entries'],
    ['Date,Amount,Text,Balance', 'there is nothing in it'],
  ])('with %j is refused', (text, problem) => {
    expect(readColumnStatement(text, COMMBANK)).toEqual({ ok: false, problem });
  });

  it('with both sides in a row, or several accounts, is refused', () => {
    const row = (account: string, debit: string) => `${account},23/11/2026,A,${debit},1.00,1.00,,`;
    expect(readColumnStatement(row('1', '1.00'), WESTPAC)).toMatchObject({
      problem: 'line 1 has a debit and a credit',
    });
    expect(readColumnStatement(`${row('1', '')}\n${row('2', '')}`, WESTPAC)).toMatchObject({
      problem: 'it names several accounts',
    });
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
