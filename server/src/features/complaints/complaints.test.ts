import { COMPLAINT_STATES, type ComplaintState } from '@wattle/contract/complaints/complaint.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { complaintStateOf, giveAbout, givenComplaint, type GivenComplaint } from '../../../test-support/complaints.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sent } from '../../../test-support/resets.ts';
import { getApi, postApi, postBytes } from '../../../test-support/signed-in.ts';
import { type Driver, testEveryCell } from '../../../test-support/state-matrix.ts';
import { COMPLAINT } from './complaint.states.domain.ts';
import { eraseComplaints } from './due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_COMPLAINT_RATE: '10000' });
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const linesOf = async ({ reference }: GivenComplaint, action: string) =>
  (
    await test.ctx.asOwner('SELECT FROM audit_log WHERE object = $1 AND action = $2', [
      `complaint:${reference}`,
      action,
    ])
  ).length;

const byHolder =
  (call: string, action: string, rest: object): Driver<ComplaintState> =>
  async (state) => {
    const complaint = await givenComplaint(test, state);
    const response = await postApi(test, call, complaint.headers, { ComplaintId: complaint.id, ...rest });
    const code = response.statusCode === 200 ? 'ok' : response.json().error[0];
    return {
      answer: code === '20305' ? 'complaint_closed' : code,
      after: await complaintStateOf(test, complaint),
      lines: await linesOf(complaint, action),
    };
  };

const command = (
  complaint: Pick<GivenComplaint, 'reference' | 'card'>,
  name: string,
  rest?: Readonly<Record<string, string>>,
) => giveAbout(test, complaint, name, rest);

const byStaff =
  (name: string, rest?: Readonly<Record<string, string>>): Driver<ComplaintState> =>
  async (state) => {
    const complaint = await givenComplaint(test, state);
    const done = await command(complaint, name, rest);
    const after = await complaintStateOf(test, complaint);
    const answer = done.status === 200 ? 'ok' : (done.body.error ?? '');
    return { answer, after, lines: done.status === 200 && after === state ? 0 : 1 };
  };

testEveryCell(COMPLAINT, COMPLAINT_STATES, {
  acknowledge: { staff: byStaff('acknowledge-complaint') },
  write: { complainant: byHolder('complaint/answer', 'complaint.write', { Text: 'And one more thing.' }) },
  answer: { staff: byStaff('answer-complaint', { words: 'You are right.', outcome: 'upheld' }) },
  settle: {
    complainant: byHolder('complaint/end', 'complaint.settle', { How: 'settled' }),
    staff: byStaff('close-complaint', { words: 'Solved on the phone.', how: 'settled' }),
  },
  withdraw: {
    complainant: byHolder('complaint/end', 'complaint.withdraw', { How: 'withdrawn' }),
    staff: byStaff('close-complaint', { words: 'Called.', how: 'withdrawn' }),
  },
  refer: { staff: byStaff('complaint-at-afca') },
  reopen: { staff: byStaff('reopen-complaint') },
});

describe('a complaint of a signed-in person', () => {
  it('has a reference and its times, is acknowledged by mail, and is found by the desk', async () => {
    // A Friday at 1 pm in Melbourne.
    const { headers, reference, card } = await givenComplaint(test);
    const { Complaints, Ways } = (await getApi(test, 'complaint/list', headers)).json();
    expect(Complaints).toHaveLength(1);
    expect(Complaints[0]).toMatchObject({
      Reference: reference,
      State: 'Received',
      OpenedAt: '2026-11-20T02:00:00Z',
      // Monday at 1 pm.
      AcknowledgeBy: '2026-11-23T02:00:00Z',
      // Day 30 is a Sunday.
      AnswerBy: '2026-12-18',
      Handler: null,
      Messages: [],
    });
    expect(Ways[0]).toMatchObject({ Way: 'email' });
    const { mails } = await sent(test);
    const mail = mails.find(({ subject }) => subject === `We have your complaint ${reference}`);
    expect(mail?.to).toBe(card.holder?.email);
    expect(mail?.text).toContain('Friday 18 December');
    const staff = await givenStaff(test.ctx, card.brand.tenantId, { role: 'viewer' });
    const row = (await give(test, staff, 'complaint', { input: { complaint: reference } })).body.rows?.[0];
    expect(row).toMatchObject({ next: 'acknowledge', due: '2026-11-23T02:00:00Z', overdue: false });
    test.ctx.setBusinessTime('2026-11-23T02:00:01Z');
    const late = (await give(test, staff, 'complaints')).body.rows?.[0];
    expect(late).toMatchObject({ complaint: reference, overdue: true });
  });

  it('goes from the first reply to an answer by two people, which its person reads and accepts', async () => {
    const complaint = await givenComplaint(test);
    await sent(test);
    await command(complaint, 'acknowledge-complaint', { words: 'We are looking into it.' });
    await postApi(test, 'complaint/answer', complaint.headers, { ComplaintId: complaint.id, Text: 'Thank you.' });
    await command(complaint, 'answer-complaint', { words: 'The fee comes back.', outcome: 'upheld' });
    const { mails } = await sent(test);
    expect(mails).toHaveLength(2);
    // Every answer names AFCA.
    expect(mails[1]?.text).toContain('1800 931 678');
    // Words are read behind the sign-in alone.
    expect(mails.map(({ text }) => text).join()).not.toContain('The fee comes back.');
    const [view] = (await getApi(test, 'complaint/list', complaint.headers)).json().Complaints;
    expect(view).toMatchObject({ State: 'Answered', Outcome: 'upheld', Handler: 'Member' });
    expect(view.Messages.map(({ IsFromUs, Text }: { IsFromUs: boolean; Text: string }) => [IsFromUs, Text])).toEqual([
      [true, 'We are looking into it.'],
      [false, 'Thank you.'],
      [true, 'The fee comes back.'],
    ]);
    const ended = await postApi(test, 'complaint/end', complaint.headers, {
      ComplaintId: complaint.id,
      How: 'settled',
    });
    expect(ended.json()).toMatchObject({ State: 'Closed', EndedAt: '2026-11-20T02:00:00Z' });
  });

  it('begins 30 days again where its person writes after the answer', async () => {
    const complaint = await givenComplaint(test, 'Answered');
    test.ctx.setBusinessTime('2026-12-01T02:00:00Z');
    const body = { ComplaintId: complaint.id, Text: 'That is not what happened.' };
    const again = await postApi(test, 'complaint/answer', complaint.headers, body);
    // 31 December is a Thursday.
    expect(again.json()).toMatchObject({ State: 'Working', AnswerBy: '2026-12-31' });
  });

  it('takes photos and PDFs, and no more than ten', async () => {
    const { headers, id: ComplaintId } = await givenComplaint(test);
    const add = (Name: string, bytes: Buffer) =>
      postBytes(test, 'complaint/addFile', headers, { ComplaintId, Name }, bytes);
    expect((await add('letter.pdf', Buffer.from('GIF89a'))).json().error).toEqual(['20303']);
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
    for (let n = 1; n <= 10; n += 1) expect((await add(`letter ${n}.pdf`, pdf)).statusCode).toBe(200);
    expect((await add('one more.pdf', pdf)).json().error).toEqual(['20303']);
  });

  it('goes by text message where its person has chosen that, and by no way that they do not have', async () => {
    const { headers, card } = await givenComplaint(test);
    await sent(test);
    const body = { Subject: 'treatment', Words: '等了太久', Wish: '', Way: 'sms' };
    await test.ctx.asOwner("UPDATE holder SET mobile = '' WHERE id = $1", [card.holder?.id]);
    expect((await postApi(test, 'complaint/open', headers, body)).json().error).toEqual(['20010']);
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400000812' WHERE id = $1", [card.holder?.id]);
    expect((await postApi(test, 'complaint/open', headers, body)).json()).toMatchObject({ Words: '等了太久' });
    const { mails, texts } = await sent(test);
    expect([mails.length, texts.map(({ to }) => to)]).toEqual([0, ['+61400000812']]);
  });

  it('takes nothing more once it is closed', async () => {
    const { headers, id: ComplaintId } = await givenComplaint(test, 'Closed');
    const answered = await postApi(test, 'complaint/answer', headers, { ComplaintId, Text: 'One more thing' });
    const ended = await postApi(test, 'complaint/end', headers, { ComplaintId, How: 'withdrawn' });
    const fields = { ComplaintId, Name: 'letter.pdf' };
    const filed = await postBytes(test, 'complaint/addFile', headers, fields, Buffer.from('%PDF-1.7\n%%EOF\n'));
    for (const refused of [answered, ended, filed]) expect(refused.json().error).toEqual(['20305']);
  });

  it('is read in the portal by a person without any contact', async () => {
    const { headers, card } = await givenComplaint(test);
    await sent(test);
    const [before] = (await getApi(test, 'complaint/list', headers)).json().Ways;
    expect(before).toMatchObject({ Way: 'email' });
    const body = { Subject: 'card', Words: 'It came bent.', Wish: '', Way: 'portal' };
    expect((await postApi(test, 'complaint/open', headers, body)).json().error).toEqual(['20010']);
    await test.ctx.asOwner("UPDATE holder SET email = '', mobile = '' WHERE id = $1", [card.holder?.id]);
    expect((await getApi(test, 'complaint/list', headers)).json().Ways).toEqual([{ Way: 'portal', To: '' }]);
    const opened = (await postApi(test, 'complaint/open', headers, body)).json();
    await command({ reference: opened.Reference, card }, 'acknowledge-complaint');
    const { Notifications } = (await getApi(test, 'notifications?language=enAU', headers)).json();
    expect(Notifications[0]).toMatchObject({ Kind: 'complaintNews', Values: { reference: opened.Reference } });
    const { mails, texts } = await sent(test);
    expect([mails, texts]).toEqual([[], []]);
  });

  it('is refused as the eleventh within a day', async () => {
    const { headers } = await givenComplaint(test);
    const body = { Subject: 'other', Words: 'Again', Wish: '', Way: 'email' };
    for (let n = 2; n <= 10; n += 1)
      expect((await postApi(test, 'complaint/open', headers, body)).statusCode).toBe(200);
    expect((await postApi(test, 'complaint/open', headers, body)).json().error).toEqual(['429']);
    test.ctx.setBusinessTime('2026-11-21T02:00:01Z');
    expect((await postApi(test, 'complaint/open', headers, body)).statusCode).toBe(200);
  });
});

describe('a complaint without an account', () => {
  let brand: TestBrand;
  beforeEach(async () => {
    brand = await givenBrand(test.ctx);
    // Messages of other tests.
    await sent(test);
  });
  const post = async (name: string, payload: object) =>
    test.app.inject({
      method: 'POST',
      url: `/api/${name}`,
      headers: { 'wattle-brand': brand.identifier },
      payload,
    });
  const VISITOR = {
    Language: 'zhCN',
    Name: '李伟',
    Way: 'email',
    Email: 'li.wei@example.net',
    Subject: 'treatment',
    Words: '礼品卡过期了，还剩 $3.10',
    Wish: '',
  };
  const complain = async (more: object = {}) =>
    (await post('complaint/send', { ...VISITOR, ...more })).json<{ Reference: string; AnswerBy: string }>();
  const tokenIn = (text: string | undefined) => /complaint\/status\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

  it('has one message until its link is opened, and then one for each step', async () => {
    const { Reference: reference } = await complain();
    const [first] = (await sent(test)).mails;
    expect([first?.to, first?.subject]).toEqual(['li.wei@example.net', `已收到您的投诉 ${reference}`]);
    const about = { reference, card: { brand } } as unknown as GivenComplaint;
    const words = { words: '我们正在处理。' };
    await command(about, 'acknowledge-complaint', words);
    expect((await sent(test)).mails).toEqual([]);
    const Token = tokenIn(first?.text);
    const followed = (await post('complaint/follow', { Token })).json();
    expect(followed).toMatchObject({ Reference: reference, State: 'Working', To: 'l••••@e••••.net' });
    expect(followed.Messages).toMatchObject([{ IsFromUs: true, Text: '我们正在处理。' }]);
    await command(about, 'write-to-complainant', words);
    const [second] = (await sent(test)).mails;
    expect(second?.to).toBe('li.wei@example.net');
    // Each message has a link that works, and so do the earlier ones.
    for (const link of [Token, tokenIn(second?.text)]) {
      expect((await post('complaint/followAnswer', { Token: link, Text: '谢谢' })).json()).toMatchObject({
        State: 'Working',
      });
    }
    expect((await post('complaint/followEnd', { Token, How: 'withdrawn' })).json()).toMatchObject({
      State: 'Withdrawn',
    });
    expect((await post('complaint/followAnswer', { Token, Text: '谢谢' })).json().error).toEqual(['20305']);
    expect((await post('complaint/followEnd', { Token, How: 'settled' })).json().error).toEqual(['20305']);
  });

  it('shows the desk the name, a masked contact and whether it was confirmed', async () => {
    const { Reference: complaint } = await complain();
    const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
    const { body } = await give(test, staff, 'complaints');
    expect(body.rows?.[0]).toMatchObject({ complaint, person: '', name: '李伟', confirmed: false });
    expect(JSON.stringify(body)).not.toContain('li.wei@');
  });

  it('refuses what cannot be answered, and sends nothing', async () => {
    const codeOf = async (body: object) => (await post('complaint/send', { ...VISITOR, ...body })).json().error[0];
    expect(await codeOf({ Email: 'li.wei' })).toBe('20010');
    expect(await codeOf({ Way: 'sms' })).toBe('20010');
    expect(await codeOf({ Words: ' ' })).toBe('20010');
    expect(await codeOf({ Way: 'sms', Mobile: '03 9000 0001' })).toBe('20320');
    expect(await codeOf({ brand: 'nosuchbrand' })).toBe('404');
    expect((await sent(test)).mails).toEqual([]);
  });

  it('is not followed by another link', async () => {
    const Token = 'a'.repeat(43);
    expect((await post('complaint/follow', { Token })).json().error).toEqual(['20060']);
    expect((await post('complaint/followAnswer', { Token, Text: 'Hello' })).json().error).toEqual(['20060']);
    expect((await post('complaint/followEnd', { Token, How: 'settled' })).json().error).toEqual(['20060']);
  });

  it('is not followed at another brand', async () => {
    await complain();
    const Token = tokenIn((await sent(test)).mails[0]?.text);
    brand = await givenBrand(test.ctx);
    expect((await post('complaint/follow', { Token })).json().error).toEqual(['20060']);
  });

  it('is taken by the desk for a caller, who is called where they want no messages', async () => {
    const staff = await givenStaff(test.ctx, brand.tenantId);
    const input = { subject: 'card', words: 'Waited long', way: 'phone', name: 'Ana Silva', contact: '03 9000 0001' };
    const { body } = await give(test, staff, 'open-complaint', { input: { ...input, brand: brand.identifier } });
    expect(body.rows?.[0]).toMatchObject({ name: 'Ana Silva', confirmed: true, next: 'acknowledge' });
    expect((await sent(test)).mails).toEqual([]);
  });
});

describe('a member of staff whom a complaint is about', () => {
  it('does not decide it, neither alone nor as the second person', async () => {
    const complaint = await givenComplaint(test);
    const { tenantId } = complaint.card.brand;
    const [named, other] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    await command(complaint, 'name-in-complaint', { member: named.name });
    const input = { complaint: complaint.reference, words: 'Nothing was wrong.' };
    for (const [name, more] of [
      ['acknowledge-complaint', {}],
      ['delay-complaint', { until: '2026-12-31' }],
      ['close-complaint', { how: 'settled' }],
      ['answer-complaint', { outcome: 'notUpheld' }],
      ['reopen-complaint', {}],
    ] as const) {
      const { body } = await give(test, named, name, { input: { ...input, ...more }, reason: 'it is so' });
      expect([name, body.error]).toEqual([name, 'named_in_complaint']);
    }
    const assigned = { complaint: complaint.reference, to: named.name };
    expect((await give(test, other, 'assign-complaint', { input: assigned })).body.error).toBe('named_in_complaint');
    const answer = { input: { ...input, outcome: 'notUpheld' }, reason: 'it is so' };
    const asked = await give(test, other, 'answer-complaint', answer);
    const request = asked.body.request?.id ?? '';
    expect((await give(test, named, 'approve', { input: { request } })).body.error).toBe('named_in_complaint');
    expect(await complaintStateOf(test, complaint)).toBe('Received');
  });
});

describe('the answer to a complaint', () => {
  it('may come later, with the reason and AFCA in the notice, before the last day', async () => {
    const complaint = await givenComplaint(test);
    await sent(test);
    const delay = (until: string) =>
      command(complaint, 'delay-complaint', { words: 'The shop has not replied.', until });
    expect((await delay('2026-12-18')).body.error).toBe('input_invalid');
    expect((await delay('2027-01-08')).body.rows?.[0]).toMatchObject({ answerBy: '2027-01-08', state: 'Working' });
    const [mail] = (await sent(test)).mails;
    expect(mail?.text).toMatch(/Friday 8 January 2027.*Australian Financial Complaints Authority/s);
  });

  it('is needed in writing where it was not solved within 5 business days', async () => {
    const complaint = await givenComplaint(test, 'Working');
    const close = () => command(complaint, 'close-complaint', { words: 'Solved.', how: 'settled' });
    // The fifth business day after Friday 20 November is Friday the 27th.
    test.ctx.setBusinessTime('2026-11-28T00:00:00Z');
    expect((await close()).body.error).toBe('answer_needed');
    test.ctx.setBusinessTime('2026-11-27T12:00:00Z');
    expect((await close()).body.rows?.[0]).toMatchObject({ state: 'Closed' });
  });

  it('names the money that was loaded because of it, and no load of another person', async () => {
    const complaint = await givenComplaint(test);
    const stranger = await givenComplaint(test, 'Received', { brand: complaint.card.brand });
    const { tenantId } = complaint.card.brand;
    const staff = await givenStaff(test.ctx, tenantId);
    const input = { account: complaint.card.account.accountNumber, amount: '5.00', type: 'goodwill' };
    const asked = await give(test, staff, 'load', { input, reason: 'a bent card' });
    const approver = await givenStaff(test.ctx, tenantId);
    const done = await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    const receipt = String(done.body.rows?.[0]?.['receipt']);
    expect((await command(stranger, 'link-remedy', { receipt })).body.error).toBe('not_found');
    const { body } = await command(complaint, 'link-remedy', { receipt });
    expect(body.rows?.[0]).toMatchObject({ remedy: '5.00', receipt });
  });
});

it('a complaint is kept for 7 years after its end, and is gone then with its request', async () => {
  const complaint = await givenComplaint(test);
  const open = await givenComplaint(test, 'Working', { brand: complaint.card.brand });
  await command(complaint, 'answer-complaint', { words: 'You are right.', outcome: 'upheld' });
  const left = async () =>
    (await test.ctx.asOwner('SELECT reference FROM complaint WHERE tenant_id = $1', [complaint.card.brand.tenantId]))
      .length;
  test.ctx.setBusinessTime('2033-11-19T20:00:00Z');
  await sweep(test.ctx, eraseComplaints);
  expect(await left()).toBe(2);
  test.ctx.setBusinessTime('2033-11-21T20:00:00Z');
  await sweep(test.ctx, eraseComplaints);
  expect(await left()).toBe(1);
  const [request] = await test.ctx.asOwner<{ input: object; effect: unknown }>(
    'SELECT input, effect FROM desk_request WHERE object = $1',
    [`complaint:${complaint.reference}`],
  );
  expect(request).toEqual({ input: {}, effect: null });
  expect(await complaintStateOf(test, open)).toBe('Working');
});
