import { LOGIN_METHOD } from '@wattle/contract/brands/get-brand.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { getSecurityQuestions } from '@wattle/contract/reset/get-security-questions.ts';
import { handleRead } from '../../http/handle.ts';
import { accountSubject, maskName } from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { questionOf } from './question-of.ts';
import { decoyName } from './reset.domain.ts';
import { readPerson } from './reset.store.ts';
import { subjectOf } from './subject-of.ts';

export const getSecurityQuestionsRoute = handleRead(getSecurityQuestions, async ({ body, tx, ctx, session }) => {
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
    username: person ? maskName(person.username) : decoyName(isAccount ? 'account' : 'email', body.accountNumber, seed),
  });
});
