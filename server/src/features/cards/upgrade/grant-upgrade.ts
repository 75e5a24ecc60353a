import { randomInt } from 'node:crypto';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { contactForCode } from '../../contact-marks/public.ts';
import { queueRequested } from '../../messages/public.ts';
import { insertCard } from '../issue-card.store.ts';
import { productSettings } from '../../card-facts/public.ts';
import { drawPrintedId, monthAfter, numberFor } from '../replace/new-number.ts';
import { readLastFours } from '../replace/replacement.store.ts';
import { findUpgradeProduct, lockUpgrade, saveGranted, type Upgrade } from './upgrade.store.ts';

type Granting = { readonly tenantId: number; readonly cardId: bigint };
/** The account, and the number of the new card as it may be shown. */
export type Granted = { readonly account: string; readonly maskedNumber: string };

/**
 * Issues the reloadable card of a request, which replaces the old one when it is activated. Its code goes to the holder
 * in a separate message. Repeated, it returns the card that it has issued.
 */
export async function grantUpgrade(
  ctx: AppContext,
  { tenantId, cardId }: Granting,
): Promise<Result<Granted, 'not_found' | 'card_problem'>> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = await ctx.secrets.hashSecret(code);
  return ctx.database.transact(tenantId, async (tx) => {
    const upgrade = await lockUpgrade(tx, tenantId, cardId);
    if (!upgrade) return err('not_found');
    const { account_number: account, new_masked_number: known } = upgrade;
    if (upgrade.state === 'Granted' && known !== null) return ok({ account, maskedNumber: known });
    const productId = productSettings.parse(upgrade.product_settings).upgradesTo;
    if (upgrade.state !== 'Requested' || upgrade.is_closed || productId === null) return err('card_problem');
    if (upgrade.card_status !== 'Active' && upgrade.card_status !== 'ActiveOff') return err('card_problem');
    if (upgrade.has_successor) return err('card_problem');
    await issue(tx, ctx, { tenantId, upgrade, productId, code, codeHash });
    ctx.live.publishChanged(tx, tenantId, upgrade.member_account_id);
    const granted = await lockUpgrade(tx, tenantId, cardId);
    return ok({ account, maskedNumber: granted?.new_masked_number ?? '' });
  });
}

type Issue = {
  readonly tenantId: number;
  readonly upgrade: Upgrade;
  readonly productId: number;
  readonly code: string;
  readonly codeHash: string;
};

async function issue(tx: Tx, ctx: AppContext, { tenantId, upgrade, productId, code, codeHash }: Issue): Promise<void> {
  const product = await findUpgradeProduct(tx, tenantId, upgrade.brand_id, productId);
  if (!product?.settings.cardNumbers && !product?.settings.processor)
    throw new Error(`no card can be made of product ${productId}`);
  const { settings } = product;
  const at = ctx.clocks.business.now();
  const id = await insertCard(tx, ctx.secrets, {
    tenantId,
    brandId: upgrade.brand_id,
    productId,
    memberAccountId: upgrade.member_account_id,
    holderId: upgrade.holder_id,
    number: await numberFor(tx, ctx.secrets, settings, async () => ({
      prefix: '',
      length: 16,
      ...settings.cardNumbers,
      taken: await readLastFours(tx, tenantId, upgrade.member_account_id),
    })),
    cardId: await drawPrintedId(tx, tenantId),
    expiry: monthAfter(monthAt(at), settings.validMonths),
    status: 'Ordered',
    cardName: product.name,
    embossedName: upgrade.embossed_name,
    isAllocated: true,
    activationCodeHash: codeHash,
    activationCheck: settings.activation.check,
    replacesId: upgrade.card_id,
    createdAt: at,
  });
  await saveGranted(tx, tenantId, upgrade, id, at);
  const contact = contactForCode(ctx, tenantId, upgrade);
  if (!contact) return;
  await queueRequested(tx, ctx, {
    tenantId,
    brandId: upgrade.brand_id,
    ...contact,
    holderId: upgrade.holder_id,
    template: 'firstActivationCode',
    language: upgrade.language,
    params: { code, firstName: upgrade.first_name },
    dedupKey: `activation-code:${id}:issued`,
  });
}
