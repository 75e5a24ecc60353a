import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { readStatements } from './read-statements.ts';

const bank = await givenBank();
const { test, tenantId, newDay, today } = bank;
afterAll(() => bank.close());
beforeEach(newDay);

const HEAD = 'date,kind,amount,reference,text';
let files = 0;
async function leave(text: string | Buffer, ending = 'csv'): Promise<string> {
  files += 1;
  const folder = path.join(bank.outFolder, '../../incoming/bank');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Read in the order of their names.
  const name = `${tenantId}-${String(files).padStart(3, '0')}.statement.${ending}`;
  await writeFile(path.join(folder, name), text);
  return name;
}
const csv = (...rows: readonly string[]) => [HEAD, ...rows].join('\n');
const read = () => readStatements(test.ctx, tenantId);
async function refusedOf(name: string) {
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const rows = (await give(test, viewer, 'statements-read', {})).body.rows ?? [];
  return rows.find((row) => row['name'] === name)?.['refused'];
}
/** A statement of one entry, with both balances. */
const camt = (day: string) =>
  `<Document><BkToCstmrStmt><Stmt>${[
    ['OPBD', '0.00'],
    ['CLBD', '1.00'],
  ]
    .map(
      ([code, amount]) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
    )
    .join(
      '',
    )}<Ntry><Amt Ccy="AUD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;

it('a day that does not exist refuses its own file, and those after it are read', async () => {
  const [inCsv, inXml] = [await leave(csv('2026-02-30,line,1.00,,')), await leave(camt('2026-13-01'), 'xml')];
  const good = await leave(csv(`${today()},line,1.00,,Good`));
  await read();
  expect(await refusedOf(inCsv)).toBe('line 2 has no day');
  expect(await refusedOf(inXml)).toBe('entry 3 has no booking day');
  expect(await refusedOf(good)).toBe('');
});

it('XML is read by the encoding that it declares, and refused by the name of one that is not known', async () => {
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${camt(today())}`.replace(
      '</BookgDt>',
      '</BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Café Müller</Ustrd></RmtInf></TxDtls></NtryDtls>',
    );
  const unknown = await leave(declared('EBCDIC-CP-US'), 'xml');
  const latin = await leave(Buffer.from(declared('ISO-8859-1'), 'latin1'), 'xml');
  await read();
  expect(await refusedOf(unknown)).toBe(
    'it is in the encoding EBCDIC-CP-US, which is not known: have its bank write UTF-8',
  );
  expect(await refusedOf(latin)).toBe('');
  const lines = await test.ctx.asOwner(
    `SELECT words FROM book_statement_line WHERE tenant_id = $1 AND words LIKE '%ller'`,
    [tenantId],
  );
  expect(lines).toEqual([{ words: 'Café Müller' }]);
});

it('a statement of days to come is refused: it would count as the last one until then', async () => {
  const far = today().replace(/^\d{4}/, '2062');
  const name = await leave(csv(`${far},line,2.00,,`, `${far},closing,2.00,,`));
  await read();
  expect(await refusedOf(name)).toBe(`it says the day ${far}`);
});

it('a line that is listed twice is found by the balances', async () => {
  const row = `${today()},line,-12.34,N-1,Shop`;
  const balances = [`${today()},opening,0.00,,`, `${today()},closing,-12.34,,`];
  const name = await leave(csv(...balances, row, row));
  await read();
  expect(await refusedOf(name)).toBe('its balances differ from its entries');
});

it('one that is sent again with another id and time is the same', async () => {
  const text = (id: string) =>
    camt(today()).replace('<Stmt>', `<GrpHdr><MsgId>${id}</MsgId></GrpHdr><Stmt><Id>${id}</Id>`);
  const first = await leave(text('A-1'), 'xml');
  const again = await leave(text('B-2'), 'xml');
  await read();
  expect([await refusedOf(first), await refusedOf(again)]).toEqual(['', undefined]);
});

it('one that was read under another name leaves no trace, however often it is looked at', async () => {
  const text = csv(`${today()},line,3.00,,Once`);
  await leave(text);
  await read();
  const again = await leave(text.replaceAll('\n', '\r\n'));
  const audited = () =>
    test.ctx.asOwner("SELECT FROM audit_log WHERE tenant_id = $1 AND action = 'statement.read'", [tenantId]);
  const before = (await audited()).length;
  await read();
  await read();
  expect(await refusedOf(again)).toBeUndefined();
  expect(await audited()).toHaveLength(before);
});
