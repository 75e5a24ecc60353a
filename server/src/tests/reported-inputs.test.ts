import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAnswer } from '../features/security-questions/answers.ts';
import { givenActivation, givenNewCard, newEmail, signInAs } from '../../test-support/activation.ts';
import { brandFields, givenApp, postForm, type TestApp } from '../../test-support/app.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenPan,
  givenProduct,
  givenWebAccount,
} from '../../test-support/factories.ts';
import { accessOf, ENTITY } from '../../test-support/made-up-person.ts';
import { openPeopleFiles } from '../../test-support/files/people-file.ts';
import { givenPerson, resetCalls } from '../../test-support/resets.ts';
import { givenUser, postApi } from '../../test-support/signed-in.ts';
import { externalBody, postMoney } from '../../test-support/transfers.ts';

/** Inputs of people that were reported as faults, from call to call, by the ids of tools/repo-rules/reported-inputs.ts. */
let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-reported-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** The code of a refusal; undefined: it was carried out. */
type Answer = { readonly statusCode: number; readonly body: string };
const refusal = ({ statusCode, body }: Answer): string | undefined =>
  statusCode === 200 ? undefined : (JSON.parse(body) as { error: string[] }).error[0];

describe('a sign-in', () => {
  it.each(['+61 (0)400 000 008', '61400000008', '0061400000008', '0400.000.008', '0400‑000‑008'])(
    '[3-h] with the mobile number %j of a person',
    async (typed) => {
      const brand = await givenBrand(test.ctx, { settings: { LoginMethodId: 4 } });
      const holder = await givenHolder(test.ctx, { brand });
      const account = await givenAccount(test.ctx, { holder });
      const names = [{ kind: 'mobile', name: '0400000008' }] as const;
      const grace = await givenWebAccount(test.ctx, { holder, account, names });
      expect(refusal(await signInAs(test, brand, typed, {}, grace.password))).toBeUndefined();
    },
  );

  it('[19-c] of a nominee with any dash and with spaces', async () => {
    const brand = await givenBrand(test.ctx);
    const account = await givenAccount(test.ctx, { brand, accountNumber: '200109017' });
    const nominee = await givenWebAccount(test.ctx, { account, extension: '01' });
    for (const typed of ['200109017–01', '200109017‑01', '200 109 017-01'])
      expect([typed, refusal(await signInAs(test, brand, typed, {}, nominee.password))]).toEqual([typed, undefined]);
  });

  it('[19-b] [22-c] with a card number with other hyphens, and with both numbers in full width', async () => {
    const card = await givenCard(test.ctx, { pan: givenPan(), accessCode: '246810' });
    const wide = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    const groups = card.pan.replace(/(\d{4})(?=\d)/g, '$1‑');
    for (const [cardnumber, accesscode] of [
      [groups, '246810'],
      [card.pan, wide('246810')],
      [wide(card.pan), wide('246810')],
    ] as const) {
      const fields = { grant_type: 'card', ...brandFields(card.brand), cardnumber, accesscode };
      expect([cardnumber, refusal(await postForm(test.app, '/api/token', fields))]).toEqual([cardnumber, undefined]);
    }
  });

  it('[18-a] with a password whose letters are composed in another way than when it was set', async () => {
    const person = await givenPerson(test);
    const calls = resetCalls(test);
    const token = await calls.linkOf(person);
    await calls.post(person.brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
    const reset = { token, answer: 'banksia', newPassword: 'Caf\u00e9-Wattle-2026' };
    expect((await calls.post(person.brand, 'onlineAccount/ResetPassword', reset)).status).toBe(200);
    expect(await calls.opens(person, 'Cafe\u0301-Wattle-2026')).toBe(true);
    expect(await calls.opens(person, 'Cafe-Wattle-2026')).toBe(false);
  });
});

describe('the details of a person who activates a card', () => {
  const saved = async (given: object) => {
    const activation = await givenActivation(test, await givenNewCard(test));
    await activation.post('onlineAccount/Verify', accessOf(newEmail()));
    const answer = await activation.post('onlineAccount/SaveEntityDetails', { ...ENTITY, ...given });
    return answer.json<{ error?: string[]; field?: string; Entered?: Record<string, unknown> }>();
  };

  it('[3-e] have a mobile number of its country however it is written', async () => {
    expect((await saved({ Mobile: '61400000778' })).Entered).toMatchObject({ Mobile: '0400 000 778' });
  });

  it.each(['03 9000 0001', '1234567890'])('[3-e] refuse %s at its field', async (Mobile) => {
    expect(await saved({ Mobile })).toMatchObject({ error: expect.any(Array), field: 'Mobile' });
  });

  it.each(['阿卜杜拉·买买提', 'J. R.', 's/o Raman'])(
    '[6-a] take the first name %s as it is written',
    async (FirstName) => {
      expect((await saved({ FirstName })).Entered).toMatchObject({ FirstName });
    },
  );

  it('[7-a] can be of a person with one name', async () => {
    expect((await saved({ FirstName: '', Surname: 'Suharto' })).Entered).toMatchObject({ Surname: 'Suharto' });
  });
});

describe('an answer that is compared', () => {
  it.each(["O'Brien", 'O`Brien', 'OBrien', 'O’brien'])(
    '[4-a] is right for the maiden name O’Brien of a people file as %s, at the first try',
    async (MothersMaidenName) => {
      const brand = await givenBrand(test.ctx);
      const { id } = await givenProduct(test.ctx, { brand });
      const cardNumber = givenPan();
      const row = {
        reference: `maiden-${MothersMaidenName.codePointAt(1)}-${MothersMaidenName.length}`,
        product: String(id),
        firstName: 'Mia',
        surname: 'Taylor',
        dateOfBirth: '1990-02-01',
        cardNumber,
        cardId: `77${cardNumber.slice(-9)}`,
        expiry: '2029-11',
        activationCode: '112358',
        maidenName: 'O’Brien',
        check: 'maidenName',
      };
      const { rows } = await openPeopleFiles(test, folder).imported(brand, [row]);
      expect(rows).toEqual([expect.stringContaining('accepted')]);
      const opened = await postForm(test.app, '/api/token', {
        grant_type: 'verifyactivation',
        ...brandFields(brand),
        cardNumber,
        activationCode: row.activationCode,
      });
      const headers = { authorization: `Bearer ${opened.json<{ access_token: string }>().access_token}` };
      const identity = { MothersMaidenName, DateOfBirth: '1990-02-01' };
      expect(refusal(await postApi(test, 'card/verifyIdentity', headers, identity))).toBeUndefined();
    },
  );

  it('[4-d] is right for the security answer St. John’s with a plain apostrophe', async () => {
    const person = await givenPerson(test);
    const calls = resetCalls(test);
    const token = await calls.linkOf(person);
    await test.ctx.asOwner('UPDATE holder SET security_answer_hash = $2 WHERE id = $1', [
      person.holder.id,
      await hashAnswer(test.ctx.secrets, 'St. John’s'),
    ]);
    const answered = await calls.post(person.brand, 'onlineAccount/VerifyAnswer', { token, answer: "St. John's" });
    expect(answered.body).toMatchObject({ result: true });
  });
});

describe('a payment to another bank', () => {
  it.each([
    ['O’Brien', 'Mum’s rent', "O'Brien", "Mum's rent"],
    ['O’Brien', 'Rent – Oct', "O'Brien", 'Rent - Oct'],
    ['O’Brien', 'Rent…', "O'Brien", 'Rent...'],
  ])('[16-b] to %s for %s is sent to %s for %s', async (name, words, sentName, sentWords) => {
    const brand = await givenBrand(test.ctx);
    const settings = { externalTransfers: true, paymentLimit: 4_000_00, bsb: '000-001' };
    const product = await givenProduct(test.ctx, { brand, settings });
    const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
    const body = externalBody(payer.card.account, { DestinationAccountName: name, DescriptionRecipient: words });
    expect(refusal(await postMoney(test, 'transfer/external', payer.headers, body))).toBeUndefined();
    expect(
      await test.ctx.asOwner('SELECT name, reference FROM payment_out WHERE member_account_id = $1', [
        payer.card.account.id,
      ]),
    ).toEqual([{ name: sentName, reference: sentWords }]);
  });

  it.each(['000–101', '000‑101', '000−101', '000\u200b101'])(
    '[19-a] takes the BSB %j',
    async (DestinationAccountBsb) => {
      const brand = await givenBrand(test.ctx);
      const settings = { externalTransfers: true, paymentLimit: 4_000_00, bsb: '000-001' };
      const product = await givenProduct(test.ctx, { brand, settings });
      const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
      const body = externalBody(payer.card.account, { DestinationAccountBsb });
      expect(refusal(await postMoney(test, 'transfer/external', payer.headers, body))).toBeUndefined();
    },
  );
});
