import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestBrand, type TestProduct } from '../../../test-support/factories.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { linesOf, testEveryCell } from '../../../test-support/state-matrix.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';
import { goByFile } from './calls/go-by-file.kind.ts';
import { type ComeBack, comeBack } from './answers/come-back.kind.ts';
import { acceptFile, rejectFile } from './answers/read-answers.ts';
import { BANK_FILE, BANK_FILE_STATES, type BankFileState } from './bank-file.states.domain.ts';
import { makeFiles } from './files/make-files.ts';
import { noteSent } from './files/send-files.ts';
import { PAYMENT_OUT, PAYMENT_OUT_STATES, type PaymentOutState } from './payment-out.states.domain.ts';

it('the status of a payment that has left follows the rules of direct entry and BPAY', () => {
  expect(linesOf(PAYMENT_OUT, PAYMENT_OUT_STATES)).toEqual([
    // In this order: Made Sent Settled Returned
    'send | programme | Sent = = =',
    'settle | bank | Settled Settled = =',
    'comeBack | bank | Returned Returned Returned –not_found',
    'release | bank | Made Made –file_judged –file_judged',
    'goByFile | bank | Made Made –not_found –not_found',
    'stop | programme | Returned –not_found –not_found –not_found',
    'refuse | bank | Returned Returned –not_found –not_found',
    'recover | staff | –not_found Returned Returned –not_found',
  ]);
});

it('the status of a bank file follows the answers of the bank', () => {
  expect(linesOf(BANK_FILE, BANK_FILE_STATES)).toEqual([
    // In this order: Made Sent Accepted Rejected Withdrawn
    'send | programme | Sent = = –file_judged –file_judged',
    'accept | bank | Accepted Accepted = –file_judged –file_judged',
    'reject | bank | Rejected Rejected –file_judged = –file_judged',
    'withdraw | programme | Withdrawn –not_found –not_found –not_found –not_found',
  ]);
});

let test: TestApp;
let folder: string;
let brand: TestBrand;
let product: TestProduct;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-bank-'));
  test = await givenApp({ WATTLE_DATA: folder });
  brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings: { externalTransfers: true } });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** A payment in a separate file. */
async function givenFile() {
  test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
  const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
  await postMoney(test, 'transfer/external', payer.headers, externalBody(payer.card.account));
  test.ctx.setBusinessTime('2026-11-20T07:00:00Z');
  const { tenantId } = brand;
  const [file] = await test.ctx.database.transact(tenantId, (tx) => makeFiles(test.ctx, tx, tenantId, 'external'));
  if (!file) throw new Error('no file');
  const [row] = await test.ctx.asOwner<{ id: string }>(
    'SELECT transfer_id AS id FROM bank_file_line WHERE bank_file_id = $1',
    [file.id],
  );
  return { ...file, tenantId, transferId: row?.id ?? '', account: payer.card.account };
}
type File = Awaited<ReturnType<typeof givenFile>>;

async function setStates(file: File, payment: PaymentOutState, state: BankFileState): Promise<void> {
  await test.ctx.asOwner('UPDATE bank_file SET state = $2 WHERE id = $1', [file.id, state]);
  await test.ctx.asOwner(
    `UPDATE payment_out SET state = $2::text, reason = CASE WHEN $2::text = 'Returned' THEN '5' END WHERE transfer_id = $1`,
    [file.transferId, payment],
  );
}

async function outcomeOf<State>(object: string, action: string, table: string, id: unknown) {
  const lines = await test.ctx.asOwner<{ outcome: string }>(
    'SELECT outcome FROM audit_log WHERE object = $1 AND action = $2',
    [object, action],
  );
  const [row] = await test.ctx.asOwner<{ state: State }>(`SELECT state FROM ${table} = $1`, [id]);
  if (!row) throw new Error('it is gone');
  return { answer: lines.at(-1)?.outcome ?? 'ok', after: row.state, lines: lines.length };
}

const FILE_EVENTS = {
  send: (file: File) => noteSent(test.ctx, file.tenantId, file.id),
  accept: (file: File) => acceptFile(test.ctx, file.tenantId, file.name),
  reject: (file: File) => rejectFile(test.ctx, file.tenantId, file.id),
};

const OF_PAYMENT = { Made: 'Made', Sent: 'Sent', Settled: 'Accepted', Returned: 'Accepted' } as const;
const WHERE = 'payment_out WHERE transfer_id';

const comingBack = async (file: File, by?: ComeBack['by']) => {
  const { tenantId, transferId, account } = file;
  const input = { from: null, transferId, code: by === 'payer' ? null : '5', ...(by && { by }) };
  await test.ctx.payments.submit({ tenantId, kind: comeBack, actor: 'bank', key: `back:${transferId}`, input });
  return outcomeOf<PaymentOutState>(`account:${account.id}`, 'settlement.comeBack', WHERE, transferId);
};
const ofReturn = (by?: ComeBack['by']) => async (state: PaymentOutState) => {
  const file = await givenFile();
  await setStates(file, state, OF_PAYMENT[state]);
  return comingBack(file, by);
};

/** A payment that the network refuses is in no file. */
async function goingByFile(state: PaymentOutState) {
  const { tenantId, transferId } = await givenFile();
  await test.ctx.asOwner('DELETE FROM bank_file_line WHERE transfer_id = $1', [transferId]);
  await test.ctx.asOwner(
    `UPDATE payment_out SET rail = 'call', state = $2::text, reason = CASE WHEN $2::text = 'Returned' THEN '5' END
      WHERE transfer_id = $1`,
    [transferId, state],
  );
  const input = { transferId };
  const requestId = `byFile-${transferId}`;
  await test.ctx.payments.submit({ tenantId, kind: goByFile, actor: 'bank', key: requestId, input, requestId });
  const sql = "SELECT outcome FROM audit_log WHERE request_id = $1 AND action = 'settlement.goByFile'";
  const lines = await test.ctx.asOwner<{ outcome: string }>(sql, [requestId]);
  const { after } = await outcomeOf<PaymentOutState>('', '', WHERE, transferId);
  return { answer: lines.at(-1)?.outcome ?? 'ok', after, lines: lines.length };
}

const ofFile = (event: keyof typeof FILE_EVENTS) => async (state: BankFileState) => {
  const file = await givenFile();
  await setStates(file, 'Made', state);
  await FILE_EVENTS[event](file);
  return outcomeOf<BankFileState>(`bank_file:${file.id}`, `bank_file.${event}`, 'bank_file WHERE id', file.id);
};
testEveryCell(BANK_FILE, BANK_FILE_STATES, {
  send: { programme: ofFile('send') },
  accept: { bank: ofFile('accept') },
  reject: { bank: ofFile('reject') },
  withdraw: {
    programme: async (state) => {
      const file = await givenFile();
      await setStates(file, 'Made', state);
      const { answer, lines } = await comingBack(file, 'payer');
      const { after } = await outcomeOf<BankFileState>(`bank_file:${file.id}`, '', 'bank_file WHERE id', file.id);
      return { answer, after, lines };
    },
  },
});

const ofPayment = (event: keyof typeof FILE_EVENTS) => async (state: PaymentOutState) => {
  const file = await givenFile();
  await setStates(file, state, OF_PAYMENT[state]);
  await FILE_EVENTS[event](file);
  return outcomeOf<PaymentOutState>(`bank_file:${file.id}`, `bank_file.${event}`, WHERE, file.transferId);
};
testEveryCell(PAYMENT_OUT, PAYMENT_OUT_STATES, {
  send: { programme: ofPayment('send') },
  settle: { bank: ofPayment('accept') },
  comeBack: { bank: ofReturn() },
  stop: { programme: ofReturn('payer') },
  refuse: { bank: ofReturn('call') },
  recover: { staff: ofReturn('desk') },
  release: { bank: ofPayment('reject') },
  goByFile: { bank: goingByFile },
});
