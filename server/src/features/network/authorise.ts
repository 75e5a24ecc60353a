import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../context.ts';
import { openTenantGroups, type TenantGroups } from '../../platform/batches/tenant-groups.ts';
import { answerAll, noteOfCard, unknownHere, type Within } from './answer-once.ts';
import { type CardTenants, openCardTenants } from './card-tenants.ts';
import { carryOutPurchases } from './carry-out-purchases.ts';
import { incrementPurchase } from './increment.ts';
import type { NotedPurchase, PurchaseMessage } from './noted-purchase.ts';
import { readEarly } from './early.store.ts';
import { findCards } from './network.store.ts';

/** Authorises a purchase. An approval holds its amount. A decline is stored so that the cardholder sees it. */
export function authorisePurchase(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  if (message.original !== undefined) return incrementPurchase(ctx, { ...message, original: message.original });
  return submit(ctx, 'authorisation', message);
}

/** Holds a purchase that the network approved on our behalf, regardless of the card and its balance. */
export function takeAdvice(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return submit(ctx, 'advice', message);
}

/** Posts a stand-in approval as an advice under its original reference, so a repeat of the authorisation finds it. */
export function takeStandIn(
  ctx: AppContext,
  message: PurchaseMessage,
  known: { readonly requestHash: Buffer; readonly approvalCode: string },
): Promise<NetworkAnswer> {
  return submit(ctx, 'advice', message, known);
}

type Purchases = {
  readonly tenants: CardTenants;
  /** Purchases of a tenant that arrive together commit together. */
  readonly groups: TenantGroups<NotedPurchase, NetworkAnswer>;
};

/** State of each server in this process. */
const purchasesOf = new WeakMap<AppContext, Purchases>();

async function submit(
  ctx: AppContext,
  kind: 'authorisation' | 'advice',
  message: PurchaseMessage,
  known: { readonly requestHash?: Buffer; readonly approvalCode?: string } = {},
): Promise<NetworkAnswer> {
  const { tenants, groups } = purchasesOf.get(ctx) ?? openPurchases(ctx);
  const panHashes = ctx.secrets.panHashes(message.cardNumber);
  const tenantId = await tenants.find(panHashes);
  if (tenantId === undefined) return unknownHere(ctx, message.reference, ANSWER.noSuchCard);
  return groups.submit(tenantId, { ...noteOfCard(ctx, kind, message), panHashes, ...known });
}

function openPurchases(ctx: AppContext): Purchases {
  const opened: Purchases = {
    tenants: openCardTenants(ctx),
    groups: openTenantGroups(ctx.database, (tx, tenantId, all) => carryOut({ ctx, tx, tenantId }, all)),
  };
  purchasesOf.set(ctx, opened);
  return opened;
}

async function carryOut(within: Within, all: readonly NotedPurchase[]): Promise<NetworkAnswer[]> {
  const { tx, tenantId } = within;
  const asked = all.map(({ panHashes, message }) => ({ panHashes, expiry: message.expiry }));
  // Sent together with the look-up of the messages.
  const cards = findCards(tx, tenantId, asked);
  const answering = answerAll(within, all, async (fresh) => {
    const [found, earlyOf] = await Promise.all([cards, early]);
    return carryOutPurchases(
      within,
      fresh.map((noted) => ({ ...noted, card: found[all.indexOf(noted)] })),
      earlyOf,
    );
  });
  // `answerAll` has sent the locks of the references before, so this reads under them.
  const references = all.map(({ message }) => message.reference);
  const early = readEarly(tx, tenantId, references);
  const [answers] = await Promise.all([answering, cards, early]);
  return answers;
}
