import {
  acceptTerms,
  activateCard,
  getActivation,
  getCardProduct,
  giveConsent,
} from '@wattle/contract/activation/steps.ts';
import { getAccountLoginNameActivation } from '@wattle/contract/activation/login.ts';
import { getCardType } from '@wattle/contract/activation/add-card.ts';
import { getTaxExemptionCodes, TAX_EXEMPTION_CODES } from '@wattle/contract/activation/tax-file-number.ts';
import { getLetterCard } from '@wattle/contract/activation/letter.ts';
import { beginUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { handle, handleOutside, handlePublic, handleRead, type Route } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { openSession } from '../access/public.ts';
import { findBrand, findBrandById } from '../brands/public.ts';
import { guardOfName, isLocked, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import { findIsReloadable, nextExtension, readLogin } from './activate-card.store.ts';
import { activateRow } from './activate-row.ts';
import { demandsOf, factsOf, isPrimary } from './activation-facts.ts';
import { needsKyc } from './activation-order.domain.ts';
import {
  type ActivationRow,
  addAcceptance,
  findActivationOfCard,
  lockActivation,
  saveConsent,
} from './activation.store.ts';
import { toActivationView } from './activation.view.ts';
import { actorOf } from './actor.ts';
import { addCardRoutes } from './add/add-card.routes.ts';
import { admitStep, changedActivation, currentActivation, refuseCard } from './admit-step.ts';
import type { Person } from './give-card-to-person.ts';
import { findLetter } from './letter/find-letter.ts';
import { askCodes, codesFor } from './new-contacts.ts';
import { saveEntityDetailsRoute } from './save-entity-details.route.ts';
import { setTaxFileNumberRoute } from './set-tax-file-number.route.ts';
import { signupAndUpgradeRoute } from './upgrade/signup-and-upgrade.route.ts';
import { beginUpgradeOf, readFunds } from './upgrade/upgrade.store.ts';
import { verifyIdentityRoute } from './verify-identity.route.ts';
import { verifyOnlineAccountRoute } from './verify-online-account.route.ts';

/** Answer to an activation, the same for every repeat. */
async function answerOf(tx: Tx, row: ActivationRow, webAccountId: bigint | null) {
  const login = webAccountId === null ? undefined : await readLogin(tx, row.tenant_id, webAccountId);
  return { IsSuccessful: true as const, CardNumberSuffix: row.last4, LoginName: login?.username ?? null };
}

type Done = Pick<Person, 'webAccountId' | 'newContacts'> & { readonly row: ActivationRow };

/** Answer for an unknown number. The caller is then asked for a code, and every code is wrong. */
const UNKNOWN = true;

/** The calls of an activation, in the order in which they are made. */
export const activationRoutes: readonly Route[] = [
  handlePublic(
    getLetterCard,
    async ({ body, ctx, request }) => {
      const brand = await findBrand(ctx, body.brand, request.host);
      if (!brand) return err('token_invalid', 'brand');
      const found = await findLetter(ctx, brand, body.LetterReference);
      return found.ok ? ok({ MaskedCardNumber: found.value.masked_number }) : found;
    },
    { rate: 'signIn' },
  ),

  handleRead(getActivation, async (input) => {
    const row = await currentActivation(input);
    return row ? ok(toActivationView(row)) : err('not_found');
  }),

  handleRead(getCardProduct, async (input) => {
    const row = await currentActivation(input);
    if (!row) return err('not_found');
    const { needsLogin, needsPin } = demandsOf(row);
    return ok({
      ProductName: row.product_name,
      CardProductTypeId: row.product_type,
      CardScheme: row.scheme,
      IsReloadable: row.is_reloadable,
      NeedsLogin: needsLogin,
      NeedsPin: needsPin,
      eKycRequired: needsKyc(factsOf(row)),
    });
  }),

  handleRead(getAccountLoginNameActivation, async (input) => {
    const row = await currentActivation(input);
    if (!row) return err('not_found');
    if (input.body.AccountNumber !== row.account_number) return err('invalid_card_details');
    if (isPrimary(row)) return ok({ AccountLoginNumber: row.account_number, IsAccountUsernameForNominee: false });
    const extension = await nextExtension(input.tx, row);
    return ok({ AccountLoginNumber: `${row.account_number}-${extension}`, IsAccountUsernameForNominee: true });
  }),

  handle(acceptTerms, async (input) => {
    const { body, session, tx, ctx, request } = input;
    const admitted = await admitStep(input, acceptTerms, 'terms');
    if (!admitted.ok) return admitted;
    const row = admitted.value;
    // Terms that were changed after they were shown have to be shown again.
    if (row.terms_id === null || row.terms_version !== body.Version) return err('required_field', 'Version');
    const actor = actorOf(session);
    await addAcceptance(tx, row, {
      termsId: row.terms_id,
      actor,
      nowMs: ctx.clocks.security.now(),
      address: request.address,
      userAgent: request.userAgent.slice(0, 400),
    });
    audit(tx, ctx.clocks, {
      tenantId: session.tenantId,
      actor,
      action: 'terms.accepted',
      object: `card:${row.card_id}`,
      outcome: 'ok',
      requestId: request.id,
      details: { terms: row.terms_id },
    });
    return ok(toActivationView(await changedActivation(input)));
  }),

  verifyIdentityRoute,
  verifyOnlineAccountRoute,
  saveEntityDetailsRoute,

  handlePublic(getTaxExemptionCodes, async ({ query }) => {
    const words = productTexts(query.language ?? DEFAULT_LANGUAGE, 'activation');
    return ok({
      TaxExemptionCodes: TAX_EXEMPTION_CODES.map((code) => ({
        Key: code,
        Value: words[`tax.exemption.${code}`] ?? '',
      })),
    });
  }),

  setTaxFileNumberRoute,

  handle(giveConsent, async (input) => {
    const { body, session, tx, ctx, request } = input;
    const admitted = await admitStep(input, giveConsent, 'consent');
    if (!admitted.ok) return admitted;
    const row = admitted.value;
    const isKycNeeded = needsKyc(factsOf(row));
    if (isKycNeeded && !body.AcceptedIdentityCheck) return err('required_field', 'AcceptedIdentityCheck');
    const marketing = { product: body.ProductMarketingEmail, cfs: body.CfsMarketingEmail ?? false };
    await saveConsent(tx, row, marketing, ctx.clocks.security.now());
    audit(tx, ctx.clocks, {
      tenantId: session.tenantId,
      actor: actorOf(session),
      action: 'activation.consented',
      object: `card:${row.card_id}`,
      outcome: 'ok',
      requestId: request.id,
      details: { identityCheck: isKycNeeded, marketing: marketing.product, news: marketing.cfs },
    });
    return ok(toActivationView(await changedActivation(input)));
  }),

  /** The card is activated in the first transaction. The codes of new contacts are sent in the second. */
  handleOutside(activateCard, {
    async admit(input) {
      const { body, session, tx, ctx } = input;
      // The first of several calls locks the card, and the others find it activated.
      const row = await lockActivation(tx, session, dayAt(ctx.clocks.business.now()));
      if (row?.purpose === 'upgrade') return err('card_activated_already');
      if (row?.activated) return ok<Done>({ row, webAccountId: row.web_account_id, newContacts: [] });
      const admitted = await admitStep(input, activateCard, 'pin', 'confirm');
      if (!admitted.ok) return admitted;
      const activated = await activateRow(input, admitted.value, body.pin);
      return activated.ok ? ok<Done>({ ...activated.value, row: admitted.value }) : activated;
    },
    outside: ({ ctx, intent }) => codesFor(ctx, intent.newContacts),
    async settle({ tx, ctx, session, intent: { row, webAccountId, newContacts }, known }) {
      if (webAccountId !== null) await askCodes(tx, ctx, { ...session, webAccountId }, newContacts, known);
      return ok(await answerOf(tx, row, webAccountId));
    },
    settlesAlways: true,
  }),

  ...addCardRoutes,

  handle(getCardType, async ({ body, session, tx, ctx }) => {
    const { CardNumber: number } = body;
    const now = ctx.clocks.security.now();
    const key = guardOfName(ctx, session, 'cardType', `holder:${session.holderId}`);
    const guard = await lockGuard(tx, key);
    if (isLocked(guard, now)) return err('login_locked_or_token_expired');
    saveGuard(tx, key, judge(ctx.config.lockouts.cardType, guard, false, now).guard);
    const named =
      number.length === 11 ? { cardId: number, hashes: [] } : { cardId: null, hashes: ctx.secrets.panHashes(number) };
    return ok({ IsReloadable: (await findIsReloadable(tx, session, named)) ?? UNKNOWN });
  }),

  /** Begins the set-up of an upgrade with only a card, in a separate session. */
  handle(beginUpgrade, async ({ session, tx, ctx, request }) => {
    const { tenantId, brandId, cardId } = session;
    const brand = await findBrandById(ctx, brandId);
    if (cardId === null || !brand) throw new Error('a card session without a card or brand');
    const now = ctx.clocks.business.now();
    await beginUpgradeOf(tx, { tenantId, brandId, cardId, nowMs: ctx.clocks.security.now() });
    const row = await findActivationOfCard(tx, tenantId, cardId, dayAt(now));
    // There is no row without a target product.
    if (!row || refuseCard(row, now) !== null) return err('card_problem');
    const { available, fee } = await readFunds(tx, row);
    if (available < fee) return err('fee_not_covered');
    return ok(
      await openSession(tx, {
        ctx,
        brand,
        request,
        scope: 'verifyactivation',
        owner: { cardId, webAccountId: null, holderId: null },
        actor: `card:${cardId}`,
      }),
    );
  }),

  signupAndUpgradeRoute,
];
