import { ok } from '@wattle/contract/errors.ts';
import { comparableNumber } from '@wattle/contract/rules/account-numbers.ts';
import { confirmPayee } from '@wattle/contract/transfers/payees.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside, type Session } from '../../../http/handle.ts';
import { CANNOT_SAY, type NameAnswer } from '../../../outside/payee-names/port.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { compareNames } from '../../../platform/text/compare-names.domain.ts';
import { countCheck, findHolder } from './name-check.store.ts';

/** Bytes of a hash that names who asks: 32 characters of base64url, which every service takes. */
const ASKER_BYTES = 24;

/** `transfer/confirmPayee` (docs/areas/payees.md, "The name of an account is confirmed"). */
export const confirmPayeeRoute = handleOutside(confirmPayee, {
  /** Name if it is known here; null: the other bank has to be asked. */
  async admit({ body, session, tx, ctx }) {
    const { tenantId, brandId } = session;
    const { AccountNumber: accountNumber, AccountName: name } = body;
    const bsb = body.Bsb ?? null;
    const { perCaller, perCallerMs, perAccount, perAccountMs } = ctx.config.outside.payeeChecks;
    const now = ctx.clocks.business.now();
    const holder = await findHolder(tx, tenantId, { brandId, bsb, accountNumber });
    // An account of the programme is one, however it is named: by its number alone, or with its BSB.
    const destination = holder ? `account:${holder.id}` : `${bsb ?? brandId}:${comparableNumber(accountNumber)}`;
    const asked = { asker: personOf(session), destination, atMs: now };
    const since = { byAskerSince: now - perCallerMs, ofDestinationSince: now - perAccountMs };
    const counted = await countCheck(tx, tenantId, asked, since);
    if (counted.by_asker >= perCaller || counted.of_destination >= perAccount) return ok(CANNOT_SAY);
    if (holder?.is_closed) return ok<NameAnswer>({ outcome: 'closed', businessName: null });
    if (holder) return ok<NameAnswer>({ outcome: compareNames(name, holder.name), businessName: null });
    return ok(bsb === null ? CANNOT_SAY : null);
  },
  async outside({ intent, body, session, ctx }) {
    const { payeeNames } = ctx.outside;
    if (intent !== null) return intent;
    if (!payeeNames || !body.Bsb) return CANNOT_SAY;
    const answer = await payeeNames.compare({
      bsb: body.Bsb,
      accountNumber: body.AccountNumber,
      name: body.AccountName,
      ...askerOf(ctx.secrets, session),
      purpose: 'payment',
    });
    return answer.kind === 'done' ? answer.value : CANNOT_SAY;
  },
  async settle({ known }) {
    return ok({ Outcome: known.outcome, BusinessName: known.businessName });
  },
});

/** Name of the person who asks, whatever they signed in with. */
function personOf(session: Session): string {
  return session.holderId === null ? callerOf(session) : `holder:${session.holderId}`;
}

/** Person and session that ask, for the other side: keyed hashes, so that it learns no id of ours and cannot make one up. */
function askerOf(secrets: Pick<Secrets, 'identifierHash'>, session: Session) {
  const { tenantId } = session;
  const opaque = (kind: string, id: string) =>
    secrets.identifierHash(kind, `${tenantId}:${id}`).subarray(0, ASKER_BYTES).toString('base64url');
  return {
    person: opaque('payee names: person', personOf(session)),
    session: opaque('payee names: session', session.id),
  };
}
