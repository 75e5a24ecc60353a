import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
} from '../../../../test-support/factories.ts';
import { givenActivation, givenQuestions } from '../../../../test-support/identity.ts';
import { auditOf, type Headers, postApi } from '../../../../test-support/signed-in.ts';

const HOUR = 3_600_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

type Asked = {
  EntityAuthenticationDetailId: string;
  Question: string;
  PossibleAnswers: string[] | null;
  Answer: string;
};

const ask = async (headers: Headers, Language?: string) =>
  (await postApi(given, 'cardIdentityAuth/getAuthQuestions', headers, Language ? { Language } : {})).json<{
    Questions: Asked[];
  }>().Questions;
const status = async (headers: Headers) =>
  (await postApi(given, 'cardIdentityAuth/getAuthStatus', headers, {})).json<object>();
const submit = (headers: Headers, answers: Readonly<Record<string, string>>) =>
  postApi(given, 'cardIdentityAuth/submitAuthAnswers', headers, {
    Answers: Object.entries(answers).map(([id, Answer]) => ({ EntityAuthenticationDetailId: id, Answer })),
  });

async function givenAsked() {
  const { card, headers } = await givenActivation(given.ctx);
  const [suburb, cafe] = await givenQuestions(given.ctx, card);
  const right = { [suburb]: 'Fremantle', [cafe]: 'Corner Cafe' };
  const wrong = { [suburb]: 'Midland', [cafe]: 'Corner Cafe' };
  return { card, headers, suburb, cafe, right, wrong };
}

describe('the identity questions of a card', () => {
  it("are the programme's, without their answers, in the language that is asked for", async () => {
    const { headers, suburb, cafe } = await givenAsked();
    expect(await ask(headers)).toEqual([
      {
        EntityAuthenticationDetailId: suburb,
        Question: 'Which suburb did you live in when the card was ordered?',
        PossibleAnswers: ['Cottesloe', 'Fremantle', 'Subiaco', 'Midland'],
        Answer: '',
      },
      {
        EntityAuthenticationDetailId: cafe,
        Question: "What is the name of the card's first merchant?",
        PossibleAnswers: null,
        Answer: '',
      },
    ]);
    expect((await ask(headers, 'zhCN'))[0]?.Question).toBe('订购此卡时您住在哪个区？');
  });

  it('accept the right answers in any case and spacing, and prove the identity', async () => {
    const { card, headers, suburb, cafe } = await givenAsked();
    expect(await status(headers)).toEqual({ IsCardAuthenticationLocked: false, IsAuthenticationPassed: false });
    const answered = await submit(headers, { [suburb]: 'fremantle', [cafe]: '  CORNER   café ' });
    expect(answered.json()).toEqual({ IsAuthenticationPassed: true });
    expect(await status(headers)).toEqual({ IsCardAuthenticationLocked: false, IsAuthenticationPassed: true });
    expect(await auditOf(given.ctx, card)).toContain('identity.answers_given ok');
  });

  it('refuse one wrong answer', async () => {
    const { headers, suburb, cafe } = await givenAsked();
    expect(codeOf(await submit(headers, { [suburb]: 'Fremantle', [cafe]: 'Harbour Books' }))).toBe('20248');
  });

  it.each([
    ['an answer left out', (suburb: string) => ({ [suburb]: 'Fremantle' })],
    ['no answer', () => ({})],
    ['answers to other questions', () => ({ one: 'Fremantle', other: 'Corner Cafe' })],
  ])('do not count %s', async (_what, answers) => {
    const { headers, suburb, right } = await givenAsked();
    for (let time = 0; time < 4; time += 1) {
      const refused = await submit(headers, answers(suburb));
      expect([refused.statusCode, codeOf(refused), refused.json()]).toEqual([
        400,
        '20010',
        expect.objectContaining({ field: 'Answers' }),
      ]);
    }
    expect((await submit(headers, right)).statusCode).toBe(200);
  });

  it.each(['', '   ', '…', "'-.", '\u200d'])(
    'do not count an answer without a letter or digit (%j)',
    async (nothing) => {
      const { headers, suburb, cafe, right } = await givenAsked();
      for (let time = 0; time < 4; time += 1) {
        const refused = await submit(headers, { [suburb]: 'Fremantle', [cafe]: nothing });
        expect([refused.statusCode, codeOf(refused), refused.json()]).toEqual([
          400,
          '20010',
          expect.objectContaining({ field: 'Answers.1.Answer' }),
        ]);
      }
      expect((await submit(headers, right)).statusCode).toBe(200);
    },
  );

  it('lock with the third failure for 24 hours, also for right answers, and stay the same set', async () => {
    const { headers, right, wrong } = await givenAsked();
    const before = await ask(headers);
    expect(codeOf(await submit(headers, wrong))).toBe('20248');
    expect(codeOf(await submit(headers, wrong))).toBe('20248');
    expect(codeOf(await submit(headers, wrong))).toBe('20249');
    expect(await status(headers)).toMatchObject({ IsCardAuthenticationLocked: true });
    expect(codeOf(await submit(headers, right))).toBe('20249');
    expect(await ask(headers)).toEqual(before);
  });

  it('count failures by card, not by session', async () => {
    const { card, headers, right, wrong } = await givenAsked();
    for (let time = 0; time < 3; time += 1) await submit(headers, wrong);
    given.ctx.advance(24 * HOUR - 1);
    const early = await givenSession(given.ctx, { card }, 'verifyactivation');
    expect(codeOf(await submit(early.headers, right))).toBe('20249');
    given.ctx.advance(1);
    const late = await givenSession(given.ctx, { card }, 'verifyactivation');
    expect((await submit(late.headers, right)).statusCode).toBe(200);
  });

  it('prove nothing for a card that needs another check', async () => {
    const { card, headers } = await givenActivation(given.ctx, { check: 'maidenName' });
    const [suburb, cafe] = await givenQuestions(given.ctx, card);
    expect(codeOf(await submit(headers, { [suburb]: 'Fremantle', [cafe]: 'Corner Cafe' }))).toBe('20248');
    expect(await status(headers)).toMatchObject({ IsAuthenticationPassed: false });
  });

  it('count ten concurrent wrong answers as three tries', async () => {
    const { headers, right, wrong } = await givenAsked();
    const codes = await Promise.all(Array.from({ length: 10 }, () => submit(headers, wrong)));
    expect(codes.map(codeOf).filter((code) => code === '20248')).toHaveLength(2);
    expect(codeOf(await submit(headers, right))).toBe('20249');
  });
});

describe('a card without questions of the programme', () => {
  it('gets the same questions about the history of its holder each time, among decoys', async () => {
    const brand = await givenBrand(given.ctx);
    const holder = await givenHolder(given.ctx, { brand });
    await given.ctx.asOwner(`UPDATE holder SET address = '{"Suburb": "Applecross"}' WHERE id = $1`, [holder.id]);
    const account = await givenAccount(given.ctx, { holder });
    await givenCard(given.ctx, { account });
    await givenWebAccount(given.ctx, { holder, account });
    const { headers } = await givenActivation(given.ctx, { account, holder: null });
    const questions = await ask(headers);
    expect(questions.map(({ Question }) => Question)).toEqual([
      'Which suburb do you live in?',
      'In which year did you join?',
      'At which of these did you last pay with the card?',
    ]);
    for (const { PossibleAnswers } of questions) expect(new Set(PossibleAnswers).size).toBe(5);
    expect(questions[0]?.PossibleAnswers).toContain('Applecross');
    expect(questions[1]?.PossibleAnswers).toContain('2026');
    expect(await ask(headers)).toEqual(questions);
  });

  it('and without a known holder gets only decoys, which no answer passes', async () => {
    const { headers, card } = await givenActivation(given.ctx);
    await given.ctx.asOwner('UPDATE member_account SET primary_holder_id = NULL WHERE id = $1', [card.account.id]);
    const questions = await ask(headers);
    expect(questions).toHaveLength(3);
    const first = Object.fromEntries(
      questions.map((each) => [each.EntityAuthenticationDetailId, each.PossibleAnswers?.[0] ?? '']),
    );
    expect(codeOf(await submit(headers, first))).toBe('20248');
  });
});
