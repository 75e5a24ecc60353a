import { expect, it } from 'vitest';
import { activation } from './auto-topup.ts';

function judge(ActivationCode: string) {
  const named = { MemberNumber: '200100017', AutoTopupId: '00000000-0000-4000-8000-000000000000' };
  const { success, error, data } = activation.safeParse({ ...named, ActivationCode });
  return success ? data.ActivationCode : error?.issues[0]?.message;
}

it.each([
  ['', 'required'],
  ['27182', 'autoTopupActiviationCodeInvalid'],
  ['2718281', 'autoTopupActiviationCodeInvalid'],
  ['271828', '271828'],
  ['271 828', '271828'],
  ['A1b2C3', 'A1b2C3'],
])('the code of an automatic top-up is six characters: "%s" is %s', (typed, judged) => {
  expect(judge(typed)).toBe(judged);
});
