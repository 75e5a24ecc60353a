import { err, ok } from '@wattle/contract/errors.ts';
import { getAddress, getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { getTitles } from '@wattle/contract/profile/titles.ts';
import {
  answerContactCheck,
  getOnlineAccount,
  requestAccountClosure,
} from '@wattle/contract/profile/online-account.ts';
import { updateDeliveryMethod, updateStatementFrequency } from '@wattle/contract/profile/statement-choices.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import {
  handle,
  handleOutside,
  handlePublic,
  handleRead,
  type RequestInfo,
  type Route,
  type Session,
} from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { shownPhone } from '../../platform/text/mobile-number.domain.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { isPrimary } from '../card-facts/public.ts';
import { endMark, putOffMark, readMarks, troubleOf } from '../contact-marks/public.ts';
import { notifyHolder, openOrEndCase } from '../messages/public.ts';
import { securityQuestionText } from '../security-questions/public.ts';
import { hasUnopenedStatement } from '../statements/public.ts';
import { confirmContactRoute } from './contact/confirm-contact.route.ts';
import { listOpenChanges, saveClosureAsked } from './contact/contact.store.ts';
import { contactsHeldUntil } from './contact/held-after-reset.ts';
import { undoContactChangeRoute } from './contact/undo-contact-change.route.ts';
import { updateAccessDetailsRoute } from './contact/update-access-details.route.ts';
import { readOwnProfile, withholdingWithoutNumber } from './own-profile.ts';
import { saveDelivery, saveFrequency } from './profile-changes.store.ts';
import { toAddress, toPersonalDetails, toTaxFile } from './profile.view.ts';
import { TITLES } from './titles.domain.ts';
import { updatePersonalDetailsRoute } from './update-personal-details.route.ts';

type Chosen = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly action: string;
  readonly value: number;
};

function note({ tx, ctx, session, request, action, value }: Chosen): void {
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: callerOf(session),
    action,
    object: `session:${session.id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { value },
  });
}

/** Routes of the signed-in person, and of changes to their details. */
export const profileRoutes: readonly Route[] = [
  handleRead(getOnlineAccount, async ({ tx, ctx, session }) => {
    const row = await readOwnProfile({ ctx, tx }, session);
    const marks = row.has_marks ? await readMarks(tx, session.tenantId, row.holder_id) : [];
    const { contacts, isReached } = troubleOf(ctx, session.tenantId, row, marks);
    return ok({
      FirstName: row.first_name,
      Surname: row.surname,
      PreviousLogin: row.previous_login_at === null ? null : toInstant(row.previous_login_at),
      ShowStatementMessage: await hasUnopenedStatement(tx, session),
      TaxFileNumber: toTaxFile(row),
      Withholding: await withholdingWithoutNumber({ ctx, tx }, session, row),
      IsPrimaryAccount: row.is_primary,
      Kyc: row.is_kyc_verified,
      Language: row.language,
      UnreachedContacts: contacts
        .filter(({ isPutOff }) => !isPutOff)
        .map(({ channel, why }) => ({ Channel: channel === 'sms' ? ('mobile' as const) : channel, Why: why })),
      IsReached: isReached,
    });
  }),

  handle(answerContactCheck, async ({ body, tx, ctx, session, request }) => {
    const { tenantId } = session;
    const { holder_id: holderId } = await readOwnProfile({ ctx, tx }, session);
    const channel = body.Channel === 'mobile' ? 'sms' : body.Channel;
    const now = ctx.clocks.security.now();
    if (body.Answer === 'later') await putOffMark(tx, { tenantId, holderId, channel }, now);
    else if (await endMark(tx, { tenantId, holderId, channel }, now)) {
      await openOrEndCase(tx, ctx, tenantId, holderId);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: callerOf(session),
        action: 'contact.said_to_work',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { channel },
      });
    }
    return ok({ result: true as const });
  }),

  handleRead(getPersonalDetails, async ({ tx, ctx, session }) => {
    const row = await readOwnProfile({ ctx, tx }, session);
    const brand = await findBrandById(ctx, session.brandId);
    const { security_question: number } = row;
    const heldUntil = await contactsHeldUntil(tx, ctx, session);
    const open = await listOpenChanges(tx, {
      tenantId: session.tenantId,
      webAccountId: webAccountOf(session),
      sinceMs: ctx.clocks.security.now() - ctx.config.resets.codeMs,
    });
    return ok(
      toPersonalDetails(row, number === null ? null : securityQuestionText(brand, row.language, number), {
        Withholding: await withholdingWithoutNumber({ ctx, tx }, session, row),
        PendingContacts: open.map(({ channel, new_value: value }) => ({
          Channel: channel,
          Value: channel === 'mobile' ? shownPhone(value) : value,
        })),
        ContactsHeldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
      }),
    );
  }),

  handleRead(getAddress, async ({ tx, ctx, session }) => {
    const row = await readOwnProfile({ ctx, tx }, session);
    return ok({ Address: toAddress(row.address), CorrespondenceAddress: toAddress(row.correspondence_address) });
  }),

  handlePublic(getTitles, async ({ query }) => {
    const words = productTexts(query.language ?? DEFAULT_LANGUAGE, 'profile');
    return ok({ Titles: TITLES.map((value) => ({ value, text: words[`title.${value}`] ?? value })) });
  }),

  updatePersonalDetailsRoute,

  handle(updateDeliveryMethod, async ({ body, ...caller }) => {
    if (!(await isPrimary(caller.tx, caller.session))) return err('card_problem');
    await saveDelivery(caller.tx, caller.session, body.newDeliveryMethod);
    note({ ...caller, action: 'statements.delivery_changed', value: body.newDeliveryMethod });
    return ok({ result: true as const });
  }),

  handle(updateStatementFrequency, async ({ body, ...caller }) => {
    if (!(await isPrimary(caller.tx, caller.session))) return err('card_problem');
    await saveFrequency(caller.tx, caller.session, body.newFrequency);
    note({ ...caller, action: 'statements.frequency_changed', value: body.newFrequency });
    return ok({ result: true as const });
  }),

  updateAccessDetailsRoute,
  confirmContactRoute,
  undoContactChangeRoute,

  handleOutside(
    requestAccountClosure,
    {
      ...currentPasswordSteps,
      async settle(input) {
        const { body, tx, ctx, session, request } = input;
        const checked = await judgePassword(input);
        if (!checked.ok) return checked;
        const at = body.IsAsked ? ctx.clocks.business.now() : null;
        const isOwner = await isPrimary(tx, session);
        if (!isOwner || !(await saveClosureAsked(tx, session.tenantId, webAccountOf(session), at))) {
          return err('card_problem');
        }
        audit(tx, ctx.clocks, {
          tenantId: session.tenantId,
          actor: `web:${webAccountOf(session)}`,
          action: body.IsAsked ? 'account.closure_asked' : 'account.closure_taken_back',
          object: `session:${session.id}`,
          outcome: 'ok',
          requestId: request.id,
        });
        if (at !== null && session.holderId !== null) {
          await notifyHolder(tx, ctx, {
            tenantId: session.tenantId,
            brandId: session.brandId,
            holderId: session.holderId,
            template: 'closureAsked',
            dedupKey: `closure-asked:${webAccountOf(session)}:${at}`,
            everyContact: true,
          });
        }
        return ok({ result: true as const });
      },
    },
    { keepsRefusals: true },
  ),
];
