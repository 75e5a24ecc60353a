import type { authorise } from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../context.ts';
import { isLostToAll } from '../../platform/database-fault.ts';
import type { Tx } from '../../platform/database.ts';
import { type Group, openGroup } from '../../platform/group-commit.ts';
import { type Lane, openLane } from '../../platform/lane.ts';
import { answerAll, note, refused } from './answer-once.ts';
import { type CardTenants, openCardTenants } from './card-tenants.ts';
import { carryOutPurchases, type NotedPurchase } from './carry-out-purchases.ts';
import { findCards } from './network.store.ts';

export type PurchaseMessage = BodyOf<typeof authorise>;

/** May this purchase be made? An approval holds its amount; a decline is kept for the cardholder to see. */
export function authorisePurchase(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return submit(ctx, 'authorisation', message);
}

/** A purchase that the network has approved in our stead: held whatever the card and its balance are. */
export function takeAdvice(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return submit(ctx, 'advice', message);
}

type Groups = {
  readonly tenants: CardTenants;
  /** Purchases by tenant: those that come together commit together. */
  readonly purchases: Map<number, Group<NotedPurchase, NetworkAnswer>>;
};

/** Of each server, as long as it runs. */
const groupsOf = new WeakMap<AppContext, Groups>();

async function submit(
  ctx: AppContext,
  kind: 'authorisation' | 'advice',
  message: PurchaseMessage,
): Promise<NetworkAnswer> {
  const groups = groupsOf.get(ctx) ?? openGroups(ctx);
  const panHash = ctx.secrets.panHash(message.cardNumber).hash;
  const tenantId = await groups.tenants.find(panHash);
  if (tenantId === undefined) return refused(message.reference, ANSWER.noSuchCard);
  const group = groups.purchases.get(tenantId) ?? openPurchases(ctx, groups, tenantId);
  return group.submit({ ...note(kind, message, panHash), panHash });
}

function openGroups(ctx: AppContext): Groups {
  const groups: Groups = { tenants: openCardTenants(ctx), purchases: new Map() };
  groupsOf.set(ctx, groups);
  return groups;
}

function openPurchases(ctx: AppContext, groups: Groups, tenantId: number): Group<NotedPurchase, NetworkAnswer> {
  const lane = openLane();
  const group = openGroup<NotedPurchase, NetworkAnswer>({
    run: (all, sent) => carryOut(ctx, tenantId, all, sent, lane),
    holdsBack: true,
    isLost: isLostToAll,
  });
  groups.purchases.set(tenantId, group);
  return group;
}

function carryOut(
  ctx: AppContext,
  tenantId: number,
  all: readonly NotedPurchase[],
  sent: () => void,
  lane: Lane,
): Promise<NetworkAnswer[]> {
  const work = async (tx: Tx) => {
    const within = { ctx, tx, tenantId };
    const asked = all.map(({ panHash, message }) => ({ panHash, expiry: message.expiry }));
    // Sent together with the look-up of the messages.
    const cards = findCards(tx, tenantId, asked);
    const [answers] = await Promise.all([
      answerAll(within, all, async (fresh) => {
        const found = await cards;
        return carryOutPurchases(
          within,
          fresh.map((noted) => ({ ...noted, card: found[all.indexOf(noted)] })),
        );
      }),
      cards,
    ]);
    sent();
    return answers;
  };
  return ctx.database.transact(tenantId, work, lane);
}
