import { err, ok } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import {
  agreementReport,
  cancelAutoTopup,
  createAutoTopup,
  generateAgreementToken,
  getAgreement,
} from '@wattle/contract/topup/auto-topup.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import type { AppContext } from '../../../compose/context.ts';
import { writePdf } from '../../../documents/pdf/write-pdf.ts';
import { callerOf } from '../../../http/caller.ts';
import { documentKind } from '../../../http/document.ts';
import { handle, handleOutside, handleRead, type Route, type Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type Brand, brandWords, documentLook, findBrandById } from '../../brands/public.ts';
import { giveTicket } from '../../downloads/public.ts';
import { activateAutoTopupRoute } from './activate-auto-topup.route.ts';
import { AGREEMENT_VERSION, agreementOf } from './agreement.ts';
import { findAutoAccount, listAutoAccounts } from './auto-account.store.ts';
import { AUTO_TOPUP, endedRefusal } from './auto-topup.states.domain.ts';
import { findAutoTopup, lockAutoTopup, saveEnd } from './auto-topup.store.ts';
import { getActiveAutoTopupRoute } from './get-active-auto-topup.route.ts';
import { readSetUpStop } from './set-up-stop.ts';
import { planSetUp, refuseAmounts, refuseBank, submitSetUp, mailSandboxCode } from './set-up.ts';
import { updateAutoTopupRoute } from './update-auto-topup.route.ts';

async function brandOf(ctx: AppContext, { brandId }: Pick<Session, 'brandId'>): Promise<Brand> {
  const brand = await findBrandById(ctx, brandId);
  if (!brand) throw new Error('a session has no brand');
  return brand;
}

/** The agreement as PDF, to keep. */
export const agreementDocument = documentKind(agreementReport, {
  async find({ session, ctx }) {
    return ok(await brandOf(ctx, session));
  },
  async make(brand, { ctx, language }) {
    const words = brandWords(brand, language);
    const { title, sections } = agreementOf(brand, language);
    return {
      fileName: 'direct-debit-agreement.pdf',
      contentType: 'application/pdf',
      body: writePdf({
        title,
        kindWord: words('directDebit:kind'),
        language,
        look: await documentLook(ctx, brand),
        footer: words('downloads:footer'),
        pageWord: (page) => words('downloads:page', { page }),
        madeAt: ctx.clocks.business.now(),
        blocks: sections.flatMap(({ heading, text }) => [
          { kind: 'heading' as const, text: heading },
          { kind: 'text' as const, text },
        ]),
      }),
    };
  },
});

/** Automatic top-ups: their agreement, and the one of an account. */
export const autoTopupRoutes: readonly Route[] = [
  /** The agreement and its deposit are one payment, which checks again whether an agreement exists. */
  handleOutside(createAutoTopup, {
    async admit({ body, session, tx, ctx }) {
      const account = await findAutoAccount({ ctx, tx }, session.tenantId, session, body.MemberNumber);
      if (!account) return err('invalid_card_details', 'MemberNumber');
      if (!account.isOffered || !account.mayBeMade) return err('auto_topup_refused');
      const existing = await findAutoTopup(tx, session.tenantId, account.memberAccountId);
      if (existing && existing.state !== 'Expired') return err('auto_topup_refused');
      const { stop } = await readSetUpStop(tx, ctx, session, account.memberAccountId);
      if (stop) return err('auto_topup_refused');
      const refused = refuseAmounts(account, body) ?? (await refuseBank(tx, ctx, session, body));
      if (refused) return refused;
      return ok(await planSetUp(tx, ctx, session, account, body, null));
    },
    outside: ({ intent, session, ctx, request }) => submitSetUp(ctx, session, intent, request.id),
    async settle({ intent, known, session, tx, ctx }) {
      if (!known.ok) return err(known.error === 'fee_not_covered' ? 'fee_not_covered' : 'auto_topup_refused');
      await mailSandboxCode(tx, ctx, session, intent);
      ctx.live.publishChanged(tx, session.tenantId, intent.agreed.memberAccountId);
      return ok({ AutoTopUpId: intent.agreed.publicId });
    },
    settlesAlways: true,
  }),

  /** Ends an agreement. A debit that the bank already has is still collected; one that is in no file is dropped. */
  handle(cancelAutoTopup, async ({ body, session, tx, ctx, request, keep }) => {
    const { tenantId } = session;
    const account = await findAutoAccount({ ctx, tx }, tenantId, session, body.MemberNumber);
    if (!account) return err('invalid_card_details', 'MemberNumber');
    const row = await lockAutoTopup(tx, tenantId, account.memberAccountId, body.AutoTopUpId);
    if (!row) return err('not_found', 'AutoTopUpId');
    const moved = move(AUTO_TOPUP, { state: row.state, event: 'cancel', by: 'person' });
    const error = moved.kind === 'refused' ? endedRefusal(row) : undefined;
    const line = {
      tenantId,
      actor: callerOf(session),
      action: 'autoTopup.cancelled',
      object: `account:${account.memberAccountId}`,
      outcome: error ?? 'ok',
      requestId: request.id,
    };
    if (error) {
      keep((kept) => audit(kept, ctx.clocks, line));
      return err(error);
    }
    saveEnd(tx, tenantId, row.id, 'person', null);
    ctx.live.publishChanged(tx, tenantId, account.memberAccountId);
    audit(tx, ctx.clocks, line);
    return ok({ IsSuccessful: true as const });
  }),

  handleRead(getAgreement, async ({ query, session, ctx }) => {
    const { title, sections } = agreementOf(await brandOf(ctx, session), query.language ?? DEFAULT_LANGUAGE);
    return ok({
      Version: AGREEMENT_VERSION,
      Title: title,
      Sections: sections.map(({ heading, text }) => ({ Heading: heading, Text: text })),
    });
  }),

  handle(generateAgreementToken, async ({ body, ...call }) => {
    const language = body.language ?? DEFAULT_LANGUAGE;
    return ok(await giveTicket(call, { kind: agreementReport.name, parameters: {}, language }));
  }),
  handleRead(getAutoTopupAccounts, async ({ session, tx }) => {
    const numbers = await listAutoAccounts(tx, session.tenantId, session);
    return ok({ Accounts: numbers.map((AccountNumber) => ({ AccountNumber })) });
  }),
  getActiveAutoTopupRoute,
  updateAutoTopupRoute,
  activateAutoTopupRoute,
];
