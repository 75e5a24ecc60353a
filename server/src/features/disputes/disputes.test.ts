import { DISPUTE_STATES, type DisputeState } from '@wattle/contract/disputes/dispute.ts';
import { disputesJobs, eraseDisputes } from './due.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { disputeStateOf, givenBought, givenDispute, type GivenDispute } from '../../../test-support/disputes.ts';
import { postApi, postBytes } from '../../../test-support/signed-in.ts';
import { type Driver, testEveryCell } from '../../../test-support/state-matrix.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { DISPUTE } from './dispute.states.domain.ts';
import { givenRunner, sweep } from '../../../test-support/due-work.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const REFUSALS: Readonly<Record<string, string>> = { '20302': 'dispute_closed' };

async function linesOf({ reference }: GivenDispute, actions: readonly string[]): Promise<number> {
  const rows = await test.ctx.asOwner('SELECT FROM audit_log WHERE object = $1 AND action = ANY ($2)', [
    `dispute:${reference}`,
    actions,
  ]);
  return rows.length;
}

const byHolder =
  (call: string, action: string, rest: object): Driver<DisputeState> =>
  async (state) => {
    const dispute = await givenDispute(test, state);
    const response = await postApi(test, call, dispute.headers, { DisputeId: dispute.id, ...rest });
    return {
      answer: response.statusCode === 200 ? 'ok' : (REFUSALS[response.json().error[0]] ?? response.body),
      after: await disputeStateOf(test, dispute),
      lines: await linesOf(dispute, [action]),
    };
  };

/** Every command leaves a line; one that changed nothing is not listed as an event of the dispute. */
const byStaff =
  (command: string, rest: Readonly<Record<string, string>> = {}): Driver<DisputeState> =>
  async (state) => {
    const dispute = await givenDispute(test, state);
    const member = await givenStaff(test.ctx, dispute.card.brand.tenantId);
    const input = { dispute: dispute.reference, ...rest };
    const asked = await give(test, member, command, { input, reason: 'as agreed' });
    const manager = await givenStaff(test.ctx, dispute.card.brand.tenantId);
    const request = asked.body.request?.id;
    const done = request === undefined ? asked : await give(test, manager, 'approve', { input: { request } });
    const after = await disputeStateOf(test, dispute);
    return {
      answer: done.status === 200 ? 'ok' : (done.body.error ?? ''),
      after,
      lines: done.status === 200 && after === state ? 0 : 1,
    };
  };

testEveryCell(DISPUTE, DISPUTE_STATES, {
  answer: { cardholder: byHolder('dispute/answer', 'dispute.answer', { Text: 'Here is more.' }) },
  withdraw: { cardholder: byHolder('dispute/withdraw', 'dispute.withdraw', {}) },
  askBack: { staff: byStaff('ask-back', { words: 'Which shop was it?' }) },
  submit: { staff: byStaff('submit-dispute') },
  resolve: { staff: byStaff('resolve-dispute', { resolution: 'lost' }) },
});

const open = (bought: Pick<GivenDispute, 'card' | 'headers' | 'sequence'>, rest: object = {}) =>
  postApi(test, 'dispute/open', bought.headers, {
    accountNumber: bought.card.account.accountNumber,
    Sequence: bought.sequence,
    Reason: 'Amount' in rest ? 'amountWrong' : 'notReceived',
    Explanation: ' The bill was 8.34. ',
    ...rest,
  });
const read = (bought: Pick<GivenDispute, 'card' | 'headers' | 'sequence'>) =>
  postApi(test, 'dispute/get', bought.headers, {
    accountNumber: bought.card.account.accountNumber,
    Sequence: bought.sequence,
  });

describe('a dispute', () => {
  it('may cover a part of a payment, has a reference, and is due for an answer within 30 days', async () => {
    const bought = await givenBought(test);
    expect((await read(bought)).json()).toMatchObject({ CanDispute: true, AnswerBy: '2026-12-20', Dispute: null });
    const opened = (await open(bought, { Amount: 4 })).json();
    expect(opened).toMatchObject({
      // 20 November 2026 is day 324.
      Reference: expect.stringMatching(/^26324\d{7,}$/),
      Reason: 'amountWrong',
      Amount: 4,
      Explanation: 'The bill was 8.34.',
      State: 'Open',
      AnswerBy: '2026-12-20',
      Messages: [],
      Files: [],
    });
    expect((await read(bought)).json()).toMatchObject({ CanDispute: false, Dispute: { State: 'Open' } });
  });

  it('masks card numbers that are typed into its texts', async () => {
    const bought = await givenBought(test);
    const opened = (await open(bought, { Explanation: 'I paid with 4111 1111 1111 1111.' })).json();
    expect(opened.Explanation).toBe('I paid with 4111 11** **** 1111.');
    const member = await givenStaff(test.ctx, bought.card.brand.tenantId);
    await give(test, member, 'ask-back', { input: { dispute: opened.Reference, words: 'Which shop was it?' } });
    await postApi(test, 'dispute/answer', bought.headers, {
      DisputeId: opened.DisputeId,
      Text: 'The one of 4111111111111111',
    });
    expect((await read(bought)).json().Dispute.Messages.map(({ Text }: { Text: string }) => Text)).toEqual([
      'Which shop was it?',
      'The one of 411111******1111',
    ]);
  });

  it('is opened once for a payment by concurrent requests, and can be opened again after it was withdrawn', async () => {
    const bought = await givenBought(test);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(bought)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await open(bought)).json().error).toEqual(['20301']);
    const { DisputeId } = (await read(bought)).json().Dispute;
    await postApi(test, 'dispute/withdraw', bought.headers, { DisputeId });
    expect((await open(bought)).statusCode).toBe(200);
  });

  it('is refused for a payment not by card or older than 120 days, and for more than was paid', async () => {
    const bought = await givenBought(test);
    expect((await open(bought, { Amount: 12.35 })).json()).toMatchObject({ error: ['20010'], field: 'Amount' });
    expect((await open(bought, { Reason: 'amountWrong' })).json()).toMatchObject({ error: ['20010'], field: 'Amount' });
    // Sequence 1 is the opening deposit.
    expect((await open(bought, { Sequence: 1 })).json().error).toEqual(['404']);
    expect((await open(bought, { Sequence: 99 })).json().error).toEqual(['404']);
    test.ctx.setBusinessTime(Date.parse(TEST_START) + 120 * DAY_MS + 60_000);
    expect((await read(bought)).json().CanDispute).toBe(false);
    expect((await open(bought)).json().error).toEqual(['20301']);
  });
});

it('a dispute that has ended takes no messages or files, and a resolved one cannot be withdrawn', async () => {
  const { id: DisputeId, headers } = await givenDispute(test, 'Resolved');
  const bytes = Buffer.from('%PDF-1.7\n%%EOF\n');
  const answered = await postApi(test, 'dispute/answer', headers, { DisputeId, Text: 'More' });
  const added = await postBytes(test, 'dispute/addFile', headers, { DisputeId, Name: 'a.pdf' }, bytes);
  const withdrawn = await postApi(test, 'dispute/withdraw', headers, { DisputeId });
  expect(answered.json()).toMatchObject({ error: ['20302'] });
  expect(added.json()).toMatchObject({ error: ['20302'] });
  expect(withdrawn.json()).toMatchObject({ error: ['20302'] });
});

describe('evidence', () => {
  const send = (dispute: GivenDispute, bytes: Buffer, Name = 'receipt.pdf') =>
    postBytes(test, 'dispute/addFile', dispute.headers, { DisputeId: dispute.id, Name }, bytes);
  const pdf = (size: number) =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 15), Buffer.from('%%EOF\n')]);

  it('is a PDF or a picture of up to 10 MB, judged by its content', async () => {
    const dispute = await givenDispute(test);
    expect((await send(dispute, pdf(10 * 1024 * 1024))).json().Files).toEqual([
      { FileId: expect.any(String), Name: 'receipt.pdf', Size: 10_485_760 },
    ]);
    const tooLarge = await send(dispute, pdf(10 * 1024 * 1024 + 1));
    expect([tooLarge.statusCode, tooLarge.json().error]).toEqual([400, ['20010']]);
    expect((await send(dispute, Buffer.from('<script>alert(1)</script>'))).json().error).toEqual(['20303']);
  });

  it('is limited to ten files, and reopens a dispute that waits for information', async () => {
    const dispute = await givenDispute(test, 'NeedsInfo');
    for (let count = 0; count < 10; count += 1) expect((await send(dispute, pdf(100))).statusCode).toBe(200);
    expect((await send(dispute, pdf(100))).json().error).toEqual(['20303']);
    expect(await disputeStateOf(test, dispute)).toBe('Open');
  });

  it('reaches the desk unchanged, and is erased 7 years after the dispute has ended', async () => {
    const dispute = await givenDispute(test);
    const { FileId } = (await send(dispute, pdf(100))).json().Files[0];
    const member = await givenStaff(test.ctx, dispute.card.brand.tenantId);
    const input = { dispute: dispute.reference, file: FileId };
    const { body } = await give(test, member, 'dispute-file', { input });
    expect(body.rows).toEqual([{ name: 'receipt.pdf', type: 'application/pdf', content: pdf(100).toString('base64') }]);
    await postApi(test, 'dispute/withdraw', dispute.headers, { DisputeId: dispute.id });
    const files = () => test.ctx.asOwner('SELECT FROM dispute_file WHERE dispute_id = $1', [dispute.id]);
    test.ctx.setBusinessTime('2033-11-19T02:00:00Z');
    await sweep(test.ctx, eraseDisputes);
    expect(await files()).toHaveLength(1);
    test.ctx.setBusinessTime('2033-11-21T02:00:00Z');
    await sweep(test.ctx, eraseDisputes);
    expect(await files()).toEqual([]);
    expect(await test.ctx.asOwner('SELECT explanation FROM dispute WHERE id = $1', [dispute.id])).toEqual([
      { explanation: '' },
    ]);
  });
});

describe('the end of a dispute', () => {
  async function resolve(dispute: GivenDispute, input: Readonly<Record<string, string>>) {
    const { tenantId } = dispute.card.brand;
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const asked = await give(test, asker, 'resolve-dispute', {
      input: { dispute: dispute.reference, ...input },
      reason: 'the scheme has decided',
    });
    const request = asked.body.request?.id;
    return request === undefined ? asked : give(test, manager, 'approve', { input: { request } });
  }

  it.each<[Readonly<Record<string, string>>, bigint]>([
    [{ resolution: 'chargeback' }, 1234n],
    [{ resolution: 'writeOff' }, 1234n],
    [{ resolution: 'part', amount: '5.00' }, 500n],
    [{ resolution: 'merchantCredit' }, 0n],
    [{ resolution: 'lost' }, 0n],
  ])('%j brings back %i cents, once', async (input, cents) => {
    const dispute = await givenDispute(test, 'Submitted');
    const before = await balanceOf(test.ctx, dispute.card.account);
    expect((await resolve(dispute, input)).status).toBe(200);
    expect((await balanceOf(test.ctx, dispute.card.account)) - before).toBe(cents);
    expect((await resolve(dispute, input)).body.error).toBe('dispute_closed');
    expect((await balanceOf(test.ctx, dispute.card.account)) - before).toBe(cents);
    const { Dispute } = (await read(dispute)).json();
    expect(Dispute).toMatchObject({ Resolution: input['resolution'], CreditedAmount: Number(cents) / 100 });
  });

  it.each<Readonly<Record<string, string>>>([
    { resolution: 'part' },
    { resolution: 'part', amount: '12.34' },
    { resolution: 'lost', amount: '1.00' },
    { resolution: 'chargeback', amount: '1.00' },
  ])('%j does not fit', async (input) => {
    const dispute = await givenDispute(test);
    expect((await resolve(dispute, input)).body).toMatchObject({ error: 'input_invalid', field: 'amount' });
  });

  it.each(['chargeback', 'writeOff', 'merchantCredit', 'lost'])(
    '%s of all leaves nothing to dispute again',
    async (resolution) => {
      const dispute = await givenDispute(test, 'Submitted');
      expect((await resolve(dispute, { resolution })).status).toBe(200);
      expect((await read(dispute)).json()).toMatchObject({ CanDispute: false, Dispute: { State: 'Resolved' } });
      for (const rest of [{}, { Amount: 12.34 }, { Amount: 0.01 }])
        expect((await open(dispute, rest)).json()).toMatchObject({ error: ['20301'] });
    },
  );

  it('returns the money once when two requests are approved', async () => {
    const dispute = await givenDispute(test, 'Submitted');
    const { tenantId } = dispute.card.brand;
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const requests = [];
    for (const resolution of ['chargeback', 'writeOff']) {
      const { body } = await give(test, asker, 'resolve-dispute', {
        input: { dispute: dispute.reference, resolution },
        reason: 'the scheme has decided',
      });
      requests.push(body.request?.id ?? '');
    }
    const before = await balanceOf(test.ctx, dispute.card.account);
    await Promise.all(requests.map((request) => give(test, manager, 'approve', { input: { request } })));
    expect((await balanceOf(test.ctx, dispute.card.account)) - before).toBe(1234n);
  });

  it('is notified to the cardholder without details, as is a question', async () => {
    const dispute = await givenDispute(test);
    const member = await givenStaff(test.ctx, dispute.card.brand.tenantId);
    await give(test, member, 'ask-back', { input: { dispute: dispute.reference, words: 'Which shop was it?' } });
    await resolve(dispute, { resolution: 'lost' });
    const runner = givenRunner(test.ctx, disputesJobs);
    await runner.runDue();
    await runner.stop();
    const sent = await test.ctx.asOwner('SELECT template FROM outbox_message WHERE holder_id = $1', [
      dispute.card.holder?.id,
    ]);
    expect(sent).toEqual([{ template: 'disputeNews' }, { template: 'disputeNews' }]);
    expect((await read(dispute)).json().Dispute.Messages).toEqual([
      { IsFromUs: true, Text: 'Which shop was it?', At: expect.any(String) },
    ]);
  });

  it('leaves the ledger consistent', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
