import { ok } from '@wattle/contract/errors.ts';
import { confirmPayee } from '@wattle/contract/transfers/names/confirm-payee.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside } from '../../../http/handle.ts';
import type { NameAnswer } from '../../../outside/payee-names/port.ts';
import { compareNames } from '../../../platform/compare-names.domain.ts';
import { countCheck, findHolder } from './name-check.store.ts';

const CANNOT_SAY: NameAnswer = { outcome: 'cannotSay', businessName: null };

export const confirmPayeeRoute = handleOutside(confirmPayee, {
  /** What is known here; null: the other bank has to be asked. */
  async admit({ body, session, tx, ctx }) {
    const { tenantId, brandId } = session;
    const { AccountNumber: accountNumber, AccountName: name } = body;
    const bsb = body.Bsb ?? null;
    const { perCaller, perCallerMs, perAccount, perAccountMs } = ctx.config.outside.payeeChecks;
    const now = ctx.clocks.business.now();
    const asked = { asker: callerOf(session), destination: `${bsb ?? brandId}:${accountNumber}`, atMs: now };
    const since = { byAskerSince: now - perCallerMs, ofDestinationSince: now - perAccountMs };
    const counted = await countCheck(tx, tenantId, asked, since);
    if (counted.by_asker >= perCaller || counted.of_destination >= perAccount) return ok(CANNOT_SAY);
    const holder = await findHolder(tx, tenantId, { brandId, bsb, accountNumber });
    if (holder?.is_closed) return ok<NameAnswer>({ outcome: 'closed', businessName: null });
    if (holder) return ok<NameAnswer>({ outcome: compareNames(name, holder.name), businessName: null });
    return ok(bsb === null ? CANNOT_SAY : null);
  },
  async outside({ intent, body, ctx }) {
    const { payeeNames } = ctx.outside;
    if (intent !== null) return intent;
    if (!payeeNames || !body.Bsb) return CANNOT_SAY;
    const answer = await payeeNames.compare({
      bsb: body.Bsb,
      accountNumber: body.AccountNumber,
      name: body.AccountName,
    });
    return answer.kind === 'done' ? answer.value : CANNOT_SAY;
  },
  async settle({ known }) {
    return ok({ Outcome: known.outcome, BusinessName: known.businessName });
  },
});
