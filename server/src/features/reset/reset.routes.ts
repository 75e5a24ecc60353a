import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import {
  getSecurityQuestions,
  resetPassword,
  resetPasswordBackupToken,
  sendResetCode,
  verifyAnswer,
  verifyBackupResetToken,
  verifyResetCode,
  verifyToken,
} from '@wattle/contract/reset/reset.ts';
import { handlePublic, handleRead, type Route } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newCode } from '../../platform/secrets/new-code.ts';
import { accountSubject, maskName, mayChoosePassword } from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { contactForCode } from '../contact-marks/public.ts';
import { type GuardKey, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import { hashAnswer, isQuestionOffered } from '../security-questions/public.ts';
import { compareAnswer, judgeAnswer } from './check-answer.ts';
import { judgeBackupToken } from './check-backup-token.ts';
import { maskContact } from './contacts.ts';
import { finishReset } from './finish-reset.ts';
import { questionOf } from './question-of.ts';
import { requestResetPasswordRoute } from './request-reset-password.route.ts';
import {
  auditReset,
  inTurnOfReset,
  openReset,
  type OpenReset,
  resetCall,
  type ResetCall,
  sendCode,
} from './reset-call.ts';
import { decoyName, mayChoose } from './reset.domain.ts';
import {
  readPerson,
  type ResetRow,
  saveCode,
  saveCodeProved,
  saveSecurityAnswer,
  saveWrongCode,
} from './reset.store.ts';
import { subjectOf } from './subject-of.ts';

/** Next step after a right answer: none for a link, else a code to a registered contact, else identity questions. */
async function nextOf(
  tx: Tx,
  call: ResetCall,
  { row, person }: OpenReset,
  fresh: { readonly code: string; readonly hash: string } | undefined,
) {
  const settled = { NavigateToPage: 'reset' as const, CodeSentTo: null };
  if (row.way === 'link' || row.isCodeProved || row.isIdentityProved || !person) return settled;
  const contact = contactForCode(call.ctx, call.place.tenantId, person);
  if (!contact) return { NavigateToPage: 'cardIdentityAuth' as const, CodeSentTo: null };
  // A second answer after a reload sends no second code.
  if (fresh && row.codesSent === 0) {
    await saveCode(tx, call.place.tenantId, row.id, fresh.hash, call.ctx.clocks.security.now());
    await sendCode(tx, call, { row, person, contact, code: fresh.code });
  }
  return { NavigateToPage: 'reset' as const, CodeSentTo: maskContact(contact) };
}

function refuse<E extends 'access_code_wrong' | 'account_locked'>(
  tx: Tx,
  call: ResetCall,
  { webAccountId }: Pick<ResetRow, 'webAccountId'>,
  error: E,
) {
  auditReset(tx, call, 'password.reset_refused', { webAccountId, outcome: error });
  return err(error);
}

/** A forgotten password: by link, by account number, by backup token. */
export const resetRoutes: readonly Route[] = [
  requestResetPasswordRoute,

  handlePublic(
    verifyToken,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      return ctx.database.transact(call.place.tenantId, async (tx) => {
        const reset = await openReset(tx, call);
        if ('ok' in reset) return reset;
        const { row, person } = reset;
        // The holder of a mailed link may learn that there is no question. An account number reveals nothing.
        const question = questionOf(ctx, call.brand, { row, person, language: body.Language });
        const hasNone = (person?.security_question ?? null) === null;
        return ok({ SecurityQuestion: row.way === 'link' && hasNone ? null : question });
      });
    },
    { rate: 'signIn' },
  ),

  handleRead(getSecurityQuestions, async ({ body, tx, ctx, session }) => {
    const { tenantId, webAccountId, subjectHash } = session;
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand || !subjectHash?.equals(accountSubject(ctx, brand, body.accountNumber))) {
      return err('required_field', 'accountNumber');
    }
    const subject = subjectOf(ctx, brand, webAccountId, subjectHash.toString('hex'));
    const person = await readPerson(tx, tenantId, webAccountId);
    const method = brand.settings.LoginMethodId;
    const seed = ctx.secrets.identifierHash(`${brand.id}:decoy name`, body.accountNumber);
    const isAccount =
      method === LOGIN_METHOD.account || (method === LOGIN_METHOD.emailOrAccount && (seed[3] ?? 0) % 2 === 0);
    return ok({
      SecurityQuestion: questionOf(ctx, brand, { row: subject, person, language: body.Language }),
      username: person
        ? maskName(person.username)
        : decoyName(isAccount ? 'account' : 'email', body.accountNumber, seed),
    });
  }),

  handlePublic(
    verifyAnswer,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      return inTurnOfReset(call, async () => {
        const compared = await compareAnswer(call, body.answer);
        if (!compared.ok) return compared;
        const fresh = compared.value.isRight ? await newCode(ctx) : undefined;
        return ctx.database.transact(call.place.tenantId, async (tx) => {
          const judged = await judgeAnswer(tx, call, compared.value);
          return judged.ok ? ok({ result: true as const, ...(await nextOf(tx, call, judged.value, fresh)) }) : judged;
        });
      });
    },
    { rate: 'signIn' },
  ),

  handlePublic(
    sendResetCode,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      return inTurnOfReset(call, async () => {
        const { code, hash } = await newCode(ctx);
        return ctx.database.transact(call.place.tenantId, async (tx) => {
          const reset = await openReset(tx, call);
          if ('ok' in reset) return reset;
          const { row, person } = reset;
          const contact = person && contactForCode(ctx, call.place.tenantId, person);
          // Codes are sent only after the answer.
          if (!row.isAnswered || row.way === 'link' || !contact) return err('token_invalid');
          if (row.codesSent >= ctx.config.resets.codes) throw new Busy('codes of one reset', 3600);
          await saveCode(tx, call.place.tenantId, row.id, hash, ctx.clocks.security.now());
          await sendCode(tx, call, { row, person, contact, code });
          return ok({ CodeSentTo: maskContact(contact) });
        });
      });
    },
    { rate: 'signIn' },
  ),

  handlePublic(
    verifyResetCode,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      const { tenantId } = call.place;
      const { codeMs, wrongCodes } = ctx.config.resets;
      return inTurnOfReset(call, async () => {
        const open = await ctx.database.transact(tenantId, (tx) => openReset(tx, call));
        if ('ok' in open) return open;
        const before = open.row;
        const isRight = await ctx.secrets.verifySecret(before.codeHash, body.code);
        return ctx.database.transact(tenantId, async (tx) => {
          const reset = await openReset(tx, call);
          if ('ok' in reset) return reset;
          const { row } = reset;
          const now = ctx.clocks.security.now();
          const isSame = before.codeHash !== null && row.codeHash === before.codeHash;
          // Counted by person over all resets and codes. Before the answer there is no code to guess.
          const key: GuardKey = {
            tenantId,
            brandId: call.brand.id,
            kind: 'resetCode',
            identifierHash: row.subjectHash,
          };
          const judged = judge(ctx.config.lockouts.resetCode, await lockGuard(tx, key), isRight, now);
          if (isSame) saveGuard(tx, key, judged.guard);
          if (isSame && judged.verdict === 'locked' && !judged.isNewLock)
            return refuse(tx, call, row, 'account_locked');
          const isGood = row.codeSentAt !== null && now - row.codeSentAt < codeMs && row.wrongCodes < wrongCodes;
          if (isRight && isGood && isSame) {
            await saveCodeProved(tx, tenantId, row.id, now);
            return ok({ result: true as const });
          }
          await saveWrongCode(tx, tenantId, row.id);
          return refuse(tx, call, row, 'access_code_wrong');
        });
      });
    },
    { rate: 'signIn' },
  ),

  handlePublic(
    resetPassword,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      const { tenantId } = call.place;
      return inTurnOfReset(call, async () => {
        const open = await ctx.database.transact(tenantId, (tx) => openReset(tx, call));
        if ('ok' in open) return open;
        if (!open.person || !mayChoose(open.row)) return err('token_invalid');
        const compared = await compareAnswer(call, body.answer);
        if (!compared.ok) return compared;
        const own = [open.person.username, call.brand.name];
        const isFit = compared.value.isRight && (await mayChoosePassword(ctx, body.newPassword, own));
        const hash = isFit ? await ctx.secrets.hashSecret(body.newPassword) : null;
        return ctx.database.transact(tenantId, async (tx) => {
          const judged = await judgeAnswer(tx, call, compared.value);
          if (!judged.ok) return judged;
          const { row, person } = judged.value;
          if (row.webAccountId === null || !person) return err('token_invalid');
          if (hash === null) return err('required_field', 'newPassword');
          await finishReset(tx, call, { webAccountId: row.webAccountId, person, hash, action: 'password.reset' });
          return ok({ result: true as const });
        });
      });
    },
    { rate: 'signIn' },
  ),

  handlePublic(
    verifyBackupResetToken,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      return inTurnOfReset(call, () =>
        ctx.database.transact(call.place.tenantId, async (tx) => {
          const judged = await judgeBackupToken(tx, call, body.backupToken);
          return judged.ok ? ok({ result: true as const }) : judged;
        }),
      );
    },
    { rate: 'signIn' },
  ),

  handlePublic(
    resetPasswordBackupToken,
    async ({ body, ctx, request }) => {
      const call = await resetCall(ctx, request, body.token);
      if (!call) return err('token_invalid');
      if (!isQuestionOffered(call.brand, body.securityQuestion)) return err('required_field', 'securityQuestion');
      const { tenantId } = call.place;
      return inTurnOfReset(call, async () => {
        const before = await ctx.database.transact(tenantId, (tx) => judgeBackupToken(tx, call, body.backupToken));
        if (!before.ok) return before;
        const own = [before.value.person?.username ?? '', call.brand.name];
        if (!(await mayChoosePassword(ctx, body.newPassword, own))) return err('required_field', 'newPassword');
        const [hash, answerHash] = await Promise.all([
          ctx.secrets.hashSecret(body.newPassword),
          hashAnswer(ctx.secrets, body.securityQuestionAnswer),
        ]);
        return ctx.database.transact(tenantId, async (tx) => {
          const judged = await judgeBackupToken(tx, call, body.backupToken);
          if (!judged.ok) return judged;
          const { row, person } = judged.value;
          if (row.webAccountId === null || !person) return err('token_invalid');
          const { webAccountId } = row;
          await saveSecurityAnswer(tx, tenantId, webAccountId, { question: body.securityQuestion, hash: answerHash });
          await finishReset(tx, call, { webAccountId, person, hash, action: 'password.reset_by_backup_token' });
          return ok({ result: true as const });
        });
      });
    },
    { rate: 'signIn' },
  ),
];
