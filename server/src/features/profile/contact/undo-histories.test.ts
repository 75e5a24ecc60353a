import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import {
  countWaysIn,
  givenContactCalls,
  givenOwner,
  givenWaysIn,
  opensLogin,
  PASSWORD,
  resetTokenIn,
  setPasswordBy,
  accessStateOf,
} from '../../../../test-support/contacts.ts';
import { NEW_PASSWORD, resetCalls, sent } from '../../../../test-support/resets.ts';

const HOUR = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000', WATTLE_MESSAGES_AN_HOUR: '100' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

/** Numbers from 0 to 1, the same ones for a seed. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a change of contact followed by random events', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is undone completely and leaves the thief no way in (history %i)',
    async (seed) => {
      const draw = drawFrom(seed);
      const owner = await givenOwner(test, { LoginMethodId: 3 });
      const { brand, holder } = owner;
      const undo = async (token: string) =>
        (await resetCalls(test).post(brand, 'onlineAccount/UndoContactChange', { token })).body;
      const before = await accessStateOf(test, owner);
      let calls = await givenContactCalls(test, owner);
      const first = await calls.change({ EmailAddress: `x0.${holder.email}` });
      const later: string[] = [];
      for (let step = 0; step < 8; step += 1) {
        const act = Math.floor(draw() * 6);
        test.ctx.advance(Math.floor(draw() * 5) * HOUR);
        calls = await givenContactCalls(test, owner);
        if (act <= 1) {
          const address = `x${Math.floor(draw() * 3) + 1}.${holder.email}`;
          const { email } = await accessStateOf(test, owner);
          if (email !== address) later.push(await calls.change({ EmailAddress: address }));
        } else if (act === 2) {
          await calls.update({ SecurityQuestion: 2, SecurityQuestionAnswer: `Rex${step}` });
        } else if (act === 3) {
          await givenWaysIn(test, owner, `${seed}-${step}`);
        } else if (act === 4) {
          await calls.update({ EmailAddress: `pending.${holder.email}` });
        } else {
          const token = later[Math.floor(draw() * later.length)];
          if (token !== undefined && token !== 'none') {
            await undo(token);
            // The thief signs in again in some way.
            await test.ctx.asOwner('UPDATE web_account SET password_hash = $2 WHERE id = $1', [
              owner.id,
              await test.ctx.secrets.hashSecret(PASSWORD),
            ]);
          }
        }
      }
      await sent(test);
      expect(await undo(first)).toMatchObject({ result: true, LinkSentTo: expect.any(String) });
      expect(await accessStateOf(test, owner)).toEqual(before);
      expect(await countWaysIn(test, owner)).toBe(0);
      expect(await opensLogin(test, owner, holder.email)).toBe(false);
      for (const token of later) expect(await undo(token)).toMatchObject({ error: [expect.any(String)] });
      expect(await accessStateOf(test, owner)).toEqual(before);
      expect(await setPasswordBy(test, owner, resetTokenIn(await sent(test), holder.email))).toBe('ok');
      expect(await opensLogin(test, owner, holder.email, NEW_PASSWORD)).toBe(true);
    },
  );
});
