import { afterAll, beforeAll } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenAccount, givenBrand } from '../../../test-support/factories.ts';
import { codeIn, sent } from '../../../test-support/resets.ts';
import { type Driver, testEveryCell } from '../../../test-support/state-matrix.ts';
import { SIGN_UP, SIGN_UP_STATES, type SignUpState, stateOfSignUp } from './sign-up.states.domain.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000', WATTLE_SIGN_UP_QUESTIONS: '10000' });
});
afterAll(() => given.close());

const post = (url: string, payload: object) => given.app.inject({ method: 'POST', url: `/api/brand/${url}`, payload });

const SET: Readonly<Record<SignUpState, string>> = {
  Waiting: 'wrong_codes = 0',
  Spent: 'wrong_codes = 5',
  Proved: 'proved_at = created_at',
  Made: 'proved_at = created_at, made_at = created_at, code_hash = NULL',
  Expired: `proved_at = created_at, ends_at = created_at`,
};
const REFUSALS: Readonly<Record<string, string>> = {
  '20052': 'access_code_wrong',
  '20060': 'token_invalid',
  '20062': 'token_expired',
};

type Row = { wrong_codes: number; created_at: Date; ends_at: Date; is_proved: boolean; is_made: boolean };

/** A sign-up in a state; `act` calls for it, and audits under `action`. */
const driver =
  (
    actions: readonly string[],
    act: (token: string, code: string, sure: object) => ReturnType<typeof post>,
  ): Driver<SignUpState> =>
  async (state) => {
    const brand = await givenBrand(given.ctx, { settings: { ShowSignupLink: true, LoginMethodId: 2 } });
    const { accountNumber: accountId } = await givenAccount(given.ctx, { brand });
    await sent(given);
    const sure = { accountId, brandIdentifier: brand.identifier };
    const { token } = (await post('SendSignUpCode', sure)).json<{ token: string }>();
    const { texts, mails } = await sent(given);
    const code = codeIn([...texts, ...mails][0]?.text);
    await given.ctx.asOwner(`UPDATE sign_up SET ${SET[state]} WHERE brand_id = $1`, [brand.id]);
    const response = await act(token, code, sure);
    const [row] = await given.ctx.asOwner<Row>(
      `SELECT wrong_codes, created_at, ends_at, proved_at IS NOT NULL AS is_proved, made_at IS NOT NULL AS is_made
         FROM sign_up WHERE brand_id = $1`,
      [brand.id],
    );
    if (!row) throw new Error('the sign-up is gone');
    const facts = {
      createdAt: Number(row.created_at),
      endsAt: Number(row.ends_at),
      wrongCodes: row.wrong_codes,
      isProved: row.is_proved,
      isMade: row.is_made,
    };
    const lines = await given.ctx.asOwner('SELECT FROM audit_log WHERE tenant_id = $1 AND action = ANY ($2)', [
      brand.tenantId,
      actions,
    ]);
    const refusal = response.json<{ error?: string[] }>().error?.[0];
    return {
      answer: refusal === undefined ? 'ok' : (REFUSALS[refusal] ?? refusal),
      after: stateOfSignUp(facts, given.ctx.config.signUps, given.ctx.clocks.security.now()),
      lines: lines.length,
    };
  };

const OF_CODE = ['sign_up.code_proved', 'sign_up.code_refused'];
const enter = (change: (code: string) => string) =>
  driver(OF_CODE, (token, code, sure) => post('VerifySignUpCode', { ...sure, token, code: change(code) }));

testEveryCell(SIGN_UP, SIGN_UP_STATES, {
  rightCode: { visitor: enter((code) => code) },
  wrongCode: { visitor: enter((code) => (code === '111111' ? '222222' : '111111')) },
  make: {
    visitor: driver(['sign_up.login_made'], (token, _code, sure) =>
      post('SetupWebAccount', {
        ...sure,
        token,
        username: 'robin.vale',
        password: 'Golden-Banksia-2026',
        acceptedPDS: true,
      }),
    ),
  },
});
