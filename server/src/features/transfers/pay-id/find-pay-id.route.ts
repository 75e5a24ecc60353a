import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { err, ok } from '@wattle/contract/errors.ts';
import { kindOfPayId } from '@wattle/contract/rules/pay-id.ts';
import { findPayId } from '@wattle/contract/transfers/pay-id.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside, type Session } from '../../../http/handle.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';
import type { PayIdAsker } from '../../../outside/npp/port.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { destinationKey } from '../../payments/public.ts';
import { addressBlock } from '../../lockouts/public.ts';
import { noteEvents } from '../../webhook-events/public.ts';
import { findBranch } from '../bsb/bsb.store.ts';
import { findSides } from '../internal/find-sides.ts';
import { judgePayee } from '../internal/internal-transfer.domain.ts';
import { findPayingAccount } from '../paying-account.ts';
import { refuseLookUp } from './look-up-limits.domain.ts';
import { findStop, insertStop } from './look-up-stop.store.ts';
import { countOthers, findLastAgreed, findSignInSince, insertLookUp, listEarlier, saveFound } from './look-up.store.ts';
import { findOwnAccount } from './pay-id-history.ts';
import { isSamePayee } from './same-payee.domain.ts';

const WEEK_MS = 7 * 86_400_000;
/** Bytes of a hash that names who asks: 32 characters of base64url, which every service takes. */
const ASKER_BYTES = 24;

const NOTHING = { Found: null, TryAfter: null } as const;
const NO_BANK = { kind: 'unsent', code: 'no_bank' } as const;

/** Person whose look-ups are counted, whatever they signed in with. */
const personOf = (session: Session): string =>
  session.holderId === null ? callerOf(session) : `holder:${session.holderId}`;

type Intent =
  | { readonly limit: number }
  | {
      readonly id: string;
      readonly last: Awaited<ReturnType<typeof findLastAgreed>>;
      readonly asker: PayIdAsker;
    };

/** `transfer/findPayId` (docs/areas/payids.md, "Names cannot be collected"). It is counted before anything is asked. */
export const findPayIdRoute = handleOutside(findPayId, {
  async admit({ body: { MemberNumber, PayId: payId }, session, tx, ctx, request }) {
    const { tenantId } = session;
    const { secrets } = ctx;
    const within = { ctx, tx, tenantId };
    const payer = await findPayingAccount(within, session, MemberNumber);
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    if (!payer.cards.some(({ methods }) => methods.has('payId'))) return err('card_problem', 'MemberNumber');
    const now = ctx.clocks.business.now();
    const [asker, owner] = [personOf(session), callerOf(session)];
    const destination = destinationKey(secrets, { method: { name: 'payId' }, bsb: '', number: payId });
    const network = secrets
      .identifierHash('payId network', `${tenantId}:${addressBlock(request.address)}`)
      .toString('base64url');
    const person = secrets.identifierHash('payId person', `${tenantId}:${asker}`);
    // Look-ups that come together count each other.
    await lockNames(tx, [`payIdLookUps:${tenantId}:${asker}`, `payIdLookUps:${tenantId}:${network}`]);
    const last = await findLastAgreed(tx, secrets, tenantId, { owner, destination });
    const isKnown = last !== undefined;
    if (!isKnown) {
      const [stopped, own, others, since] = await Promise.all([
        findStop(tx, tenantId, asker, now),
        listEarlier(tx, secrets, tenantId, { asker, now }),
        countOthers(tx, tenantId, network, now),
        findSignInSince(tx, tenantId, session.webAccountId),
      ]);
      if (stopped !== undefined) return ok<Intent>({ limit: stopped });
      const isNew = since !== undefined && since > ctx.clocks.security.now() - WEEK_MS;
      const day = dayAt(now);
      const days = { now, today: startOfDay(day), nextDay: startOfDay(day, 1) };
      const refused = refuseLookUp({ payId, ...days, own, isNew, ...others }, ctx.config.outside.payIdLookUps);
      if (refused) {
        const { until, stop: why } = refused;
        if (why) {
          await insertStop(tx, tenantId, { asker, holderId: session.holderId, why, at: now, until });
          if (session.holderId !== null)
            noteEvents(tx, tenantId, [{ type: 'person.look_ups_stopped', object: asker, data: {} }]);
        }
        return ok<Intent>({ limit: until });
      }
    }
    const id = randomUUID();
    await insertLookUp(tx, secrets, tenantId, { id, asker, owner, network, destination, payId, isKnown, at: now });
    return ok<Intent>({
      id,
      last,
      asker: { person: person.subarray(0, ASKER_BYTES).toString('base64url'), address: network },
    });
  },

  async outside({ intent, body: { PayId: value }, session, ctx }) {
    if ('limit' in intent) return undefined;
    const began = performance.now();
    const bank = ctx.outside.instant(session.tenantId);
    const answer = (await bank?.resolve?.({ kind: kindOfPayId(value), value }, intent.asker)) ?? NO_BANK;
    // Every answer takes as long, which hides the reason of a miss.
    await setTimeout(Math.max(0, began + ctx.config.outside.payIdLookUps.leastMs - performance.now()));
    return answer;
  },

  async settle({ intent, known, body: { MemberNumber, PayId: payId }, session, tx, ctx }) {
    const said = { PayId: payId, Kind: kindOfPayId(payId), ...NOTHING };
    if ('limit' in intent || !known)
      return ok({
        ...said,
        Outcome: 'limit' as const,
        TryAfter: 'limit' in intent ? new Date(intent.limit).toISOString() : null,
      });
    if (known.kind === 'refused' && !known.isLimit) return ok({ ...said, Outcome: 'unknown' as const });
    if (known.kind !== 'done') return ok({ ...said, Outcome: 'away' as const });
    const found = known.value;
    const { tenantId, brandId } = session;
    const ownAccount = await findOwnAccount({ tx, tenantId }, session, found);
    if (ownAccount !== null) {
      const body = { MemberNumber, DestinationAccountNumber: ownAccount, DestinationAccountName: found.name };
      const [sides] = await findSides({ ctx, tx, tenantId }, [{ person: session, body }]);
      if (!sides?.payer || !judgePayee(sides.payer, sides.payee).ok)
        return ok({ ...said, Outcome: 'unknown' as const });
    }
    await saveFound(tx, ctx.secrets, tenantId, intent.id, found);
    const { last } = intent;
    const branch = found.account && (await findBranch(tx, tenantId, brandId, found.account.bsb));
    return ok({
      ...said,
      Outcome: 'found' as const,
      Found: {
        LookUpId: intent.id,
        Name: found.name,
        Bank: found.bank ?? branch?.name ?? null,
        IsNew: last === undefined,
        Moved:
          last?.found && !isSamePayee(last.found, found)
            ? { Name: last.found.name, PaidAt: toInstant(last.agreedAt) }
            : null,
      },
    });
  },
});
