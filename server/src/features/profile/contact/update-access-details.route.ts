import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomInt } from 'node:crypto';
import { handleOutside, type SessionInput } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import {
  acceptedKinds,
  currentPasswordSteps,
  endOtherSessions,
  foldLoginName,
  judgePassword,
  lockOwnAccount,
  maskName,
  notifyCredentialChanged,
  usernameKind,
  webAccountOf,
} from '../../access/public.ts';
import { hashAnswer, saveQuestion, isQuestionOffered } from '../../security-questions/public.ts';
import { countryOf, findBrandById } from '../../brands/public.ts';
import { notifyHolder } from '../../messages/public.ts';
import { readMobile, readPhone, shownPhone } from '../../../platform/text/mobile-number.domain.ts';
import { askContactCode } from './ask-contact-code.ts';
import { refuseNewCode } from './code-guard.ts';
import { readContactHolder } from './contact.store.ts';
import { isHeld } from './held-after-reset.ts';
import { chooseUsername } from './login-names.store.ts';
import { readUndoableUntil } from './undo.store.ts';

type Input = SessionInput<typeof updateAccessDetails>;

export const updateAccessDetailsRoute = handleOutside(
  updateAccessDetails,
  {
    async admit(input) {
      const { body, ctx, session, tx } = input;
      const { EmailAddress, Mobile, UserName, SecurityQuestion, SecurityQuestionAnswer } = body;
      const brand = await findBrandById(ctx, session.brandId);
      const may = brand?.settings;
      const isContact = EmailAddress !== undefined || Mobile !== undefined;
      const isQuestion = SecurityQuestion !== undefined || SecurityQuestionAnswer !== undefined;
      if (EmailAddress !== undefined && !may?.AllowEditEmailAddress) return err('scope_refused', 'EmailAddress');
      if (Mobile !== undefined && !may?.AllowEditPhoneNumber) return err('scope_refused', 'Mobile');
      if (isQuestion && !may?.AllowEditUsernameAndSecurityQuestion) return err('scope_refused', 'SecurityQuestion');
      if (SecurityQuestion !== undefined && !isQuestionOffered(brand, SecurityQuestion)) {
        return err('required_field', 'SecurityQuestion');
      }
      if (UserName !== undefined) {
        const person = await readContactHolder(tx, session.tenantId, webAccountOf(session));
        // The name of a nominee is always that of the account with an extension.
        const isTheirs = person?.is_primary && may?.AllowEditUsernameAndSecurityQuestion;
        if (!isTheirs || !acceptedKinds(may.LoginMethodId).includes('username'))
          return err('scope_refused', 'UserName');
        if (usernameKind(may.LoginMethodId, UserName) !== 'username') return err('required_field', 'UserName');
      }
      // Its code comes by text message.
      const number = Mobile === undefined ? undefined : readMobile(Mobile, countryOf(brand));
      if (number?.kind === 'landline') return err('landline_given', 'Mobile');
      if (number?.kind === 'none') return err('required_field', 'Mobile');
      if (isContact) {
        const person = await readContactHolder(tx, session.tenantId, webAccountOf(session));
        const onRecord = (EmailAddress === undefined ? person?.mobile : person?.email) ?? '';
        if (await isHeld(tx, ctx, session, onRecord)) return err('scope_refused');
        await refuseNewCode(tx, ctx, session);
      }
      const compared = await currentPasswordSteps.admit(input);
      return ok({ ...compared.value, isContact });
    },
    subject: (intent) => currentPasswordSteps.subject(intent),
    async outside({ ctx, body, intent }) {
      const { secrets } = ctx;
      const isRight = await secrets.verifySecret(intent.hash, body.currentpassword);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const answer = body.SecurityQuestionAnswer;
      return {
        isRight,
        code,
        codeHash: isRight && intent.isContact ? await secrets.hashSecret(code) : null,
        answerHash: isRight && answer !== undefined ? await hashAnswer(secrets, answer) : null,
      };
    },
    async settle(input) {
      const { known, body } = input;
      const checked = await judgePassword({ ...input, known: known.isRight });
      if (!checked.ok) return checked;
      await lockOwnAccount(input.tx, input.session);
      if (known.answerHash !== null && body.SecurityQuestion !== undefined) {
        await changeQuestion(input, body.SecurityQuestion, known.answerHash);
      }
      if (body.UserName !== undefined) return changeUsername(input, body.UserName);
      if (known.codeHash === null) return ok({ result: true as const, CodeSentTo: null });
      return askForCode(input, known.code, known.codeHash);
    },
  },
  { keepsRefusals: true },
);

async function changeQuestion({ tx, ctx, session, request }: Input, question: number, hash: string): Promise<void> {
  const person = await readContactHolder(tx, session.tenantId, webAccountOf(session));
  if (!person) throw new Error('a session without its web account');
  const times = { nowMs: ctx.clocks.security.now(), keptMs: ctx.config.contacts.newMs };
  await saveQuestion(tx, session.tenantId, person.holder_id, { question, hash }, times);
  note({ tx, ctx, session, request }, 'profile.security_question_changed');
  await endOtherSessions(tx, ctx, session, 'security_question_changed');
  await notifyHolder(tx, ctx, {
    tenantId: session.tenantId,
    brandId: session.brandId,
    holderId: person.holder_id,
    template: 'questionChanged',
    dedupKey: `question-changed:${request.id}`,
    everyContact: true,
  });
}

async function changeUsername(input: Input, typed: string) {
  const { tx, ctx, session } = input;
  const login = { ...session, webAccountId: webAccountOf(session) };
  const times = { nowMs: ctx.clocks.security.now(), openMs: ctx.config.contacts.newMs };
  const until = await readUndoableUntil(tx, login.tenantId, login.webAccountId, times);
  if (!(await chooseUsername(tx, login, foldLoginName(typed), until))) return err('required_field', 'UserName');
  note(input, 'profile.username_changed');
  await endOtherSessions(tx, ctx, session, 'username_changed');
  await notifyCredentialChanged(tx, { ...input, change: 'usernameChanged' });
  return ok({ result: true as const, CodeSentTo: null });
}

/** Sends a code to a new contact. Until it is entered nothing has changed. */
async function askForCode(input: Input, code: string, codeHash: string) {
  const { tx, session, body } = input;
  const { EmailAddress, Mobile } = body;
  const channel = EmailAddress === undefined ? ('mobile' as const) : ('email' as const);
  const brand = await findBrandById(input.ctx, session.brandId);
  const value = EmailAddress ?? readPhone(Mobile ?? '', countryOf(brand));
  const { tenantId, brandId } = session;
  const asked = await askContactCode(tx, input.ctx, {
    tenantId,
    brandId,
    webAccountId: webAccountOf(session),
    channel,
    value,
    code,
    codeHash,
  });
  if (!asked) return err('email_taken');
  note(input, `profile.${channel}_change_asked`);
  return ok({ result: true as const, CodeSentTo: channel === 'email' ? maskName(value) : shownPhone(value) });
}

function note({ tx, ctx, session, request }: Pick<Input, 'tx' | 'ctx' | 'session' | 'request'>, action: string): void {
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: `web:${webAccountOf(session)}`,
    action,
    object: `session:${session.id}`,
    outcome: 'ok',
    requestId: request.id,
  });
}
