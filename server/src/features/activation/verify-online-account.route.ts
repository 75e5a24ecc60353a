import { verifyOnlineAccount } from '@wattle/contract/activation/login.ts';
import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside, type SessionInput } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import { foldLoginName, mayChoosePassword } from '../access/public.ts';
import { guardOfName, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import { findBrandById } from '../brands/public.ts';
import { isNameOfAnother } from '../profile/public.ts';
import { isQuestionOffered, hashAnswer } from '../security-questions/public.ts';
import { isLoginNameTaken } from './activate-card.store.ts';
import { isEmailOnRecord } from './new-contacts.ts';
import { isPrimary } from './activation-facts.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { type ActivationRow, saveAccess } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';

type Input = SessionInput<typeof verifyOnlineAccount>;

/** Counts an email address entered for a card. The call reveals for ten a day whether a login has them. */
async function countEmail({ body, ctx, session, tx }: Input, row: ActivationRow): Promise<void> {
  if (row.access !== null && foldLoginName(row.access.emailAddress) === foldLoginName(body.emailAddress)) return;
  const key = guardOfName(ctx, session, 'activationEmail', `card:${row.card_id}`);
  const now = ctx.clocks.security.now();
  const { verdict, guard } = judge(ctx.config.lockouts.activationEmail, await lockGuard(tx, key), false, now);
  if (verdict === 'locked') throw new Busy('email addresses of one activation', 3600);
  saveGuard(tx, key, guard);
}

/**
 * An address on record of the card's holder is only replaced by one with the same right. Any other address is replaced
 * by every name.
 */
async function isEmailTaken({ body, session, tx }: Input, row: ActivationRow): Promise<boolean> {
  const name = foldLoginName(body.emailAddress);
  return (await isEmailOnRecord(tx, row, name))
    ? isNameOfAnother(tx, session, name, null)
    : isLoginNameTaken(tx, session, name);
}

export const verifyOnlineAccountRoute = handleOutside(
  verifyOnlineAccount,
  {
    async admit(input) {
      const { body, session, ctx } = input;
      const admitted = await admitStep(input, verifyOnlineAccount, 'accessDetails', 'accountSetup');
      if (!admitted.ok) return admitted;
      const brand = await findBrandById(ctx, session.brandId);
      if (!isQuestionOffered(brand, body.securityQuestion)) return err('required_field', 'securityQuestion');
      const method = brand?.settings.LoginMethodId;
      const mayBeAccount = method === LOGIN_METHOD.account || method === LOGIN_METHOD.emailOrAccount;
      // The name of a nominee is always that of the account with an extension.
      const isAccountName =
        !isPrimary(admitted.value) || method === LOGIN_METHOD.account || body.isAccountNumberUsername;
      if (isAccountName && isPrimary(admitted.value) && !mayBeAccount) return err('required_field', 'emailAddress');
      if (!isAccountName && body.emailAddress === '') return err('required_field', 'emailAddress');
      if (body.emailAddress !== '') {
        await countEmail(input, admitted.value);
        if (await isEmailTaken(input, admitted.value)) return err('email_taken');
      }
      return ok({ isAccountName, ownWords: [brand?.name ?? '', body.emailAddress] });
    },
    async outside({ ctx, body, intent }) {
      if (!(await mayChoosePassword(ctx, body.password, intent.ownWords))) return null;
      const [password, answer] = await Promise.all([
        ctx.secrets.hashSecret(body.password),
        hashAnswer(ctx.secrets, body.securityQuestionAnswer),
      ]);
      return { password, answer };
    },
    async settle(input) {
      const { body, tx, intent, known } = input;
      if (known === null) return err('required_field', 'password');
      const admitted = await admitStep(input, verifyOnlineAccount, 'accessDetails', 'accountSetup');
      if (!admitted.ok) return admitted;
      const access = {
        isAccountNumberUsername: intent.isAccountName,
        emailAddress: body.emailAddress,
        securityQuestion: body.securityQuestion,
      };
      await saveAccess(tx, admitted.value, access, known);
      return ok(toActivationView(await changedActivation(input)));
    },
  },
  { keepsRefusals: true },
);
