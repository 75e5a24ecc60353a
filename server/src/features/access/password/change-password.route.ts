import { changePassword } from '@wattle/contract/access/password.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { findBrandById } from '../../brands/public.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../sign-in/current-password.ts';
import { mayChoosePassword } from '../sign-in/password-choice.ts';
import { readUsername, savePassword } from './password.store.ts';
import { notifyCredentialChanged } from '../notify-credential-changed.ts';

export const changePasswordRoute = handleOutside(
  changePassword,
  {
    async admit(input) {
      const compared = await currentPasswordSteps.admit(input);
      const username = await readUsername(input.tx, input.session.tenantId, webAccountOf(input.session));
      return ok({ ...compared.value, username });
    },
    subject: (intent) => currentPasswordSteps.subject(intent),
    async outside({ ctx, body, session, intent }) {
      const isRight = await ctx.secrets.verifySecret(intent.hash, body.oldPassword);
      if (!isRight) return { isRight, hash: null };
      const brand = await findBrandById(ctx, session.brandId);
      const mayChoose = await mayChoosePassword(ctx, body.newPassword, [intent.username, brand?.name ?? '']);
      return { isRight, hash: mayChoose ? await ctx.secrets.hashSecret(body.newPassword) : null };
    },
    async settle(input) {
      const { session, tx, ctx, request, known } = input;
      const checked = await judgePassword({ ...input, known: known.isRight });
      if (!checked.ok) return checked;
      await lockOwnAccount(tx, session);
      if (known.hash === null) return err('required_field', 'newPassword');
      const { tenantId } = session;
      const webAccountId = webAccountOf(session);
      await savePassword(tx, tenantId, webAccountId, known.hash);
      const ended = await endOtherSessions(tx, ctx, session, 'password_changed');
      audit(tx, ctx.clocks, {
        tenantId,
        actor: `web:${webAccountId}`,
        action: 'password.changed',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { ended },
      });
      await notifyCredentialChanged(tx, { ctx, session, request, change: 'passwordChanged' });
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true },
);
