import { sendResetCode } from '@wattle/contract/reset/send-reset-code.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import { newCode } from '../../platform/new-code.ts';
import { contactForCode, maskContact } from './contacts.ts';
import { inTurnOfReset, openReset, resetCall, sendCode } from './reset-call.ts';
import { saveCode } from './reset.store.ts';

export const sendResetCodeRoute = handlePublic(
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
        const contact = person && contactForCode(ctx, person);
        // Codes are sent to those alone who have answered.
        if (!row.isAnswered || row.way === 'link' || !contact) return err('token_invalid');
        if (row.codesSent >= ctx.config.resets.codes) throw new Busy('codes of one reset', 3600);
        await saveCode(tx, call.place.tenantId, row.id, hash, ctx.clocks.security.now());
        await sendCode(tx, call, { row, person, contact, code });
        return ok({ CodeSentTo: maskContact(contact) });
      });
    });
  },
  { rate: 'signIn' },
);
