import * as z from 'zod';
import {
  becomes,
  cardInput,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  effectOnAccount,
  effectOnBook,
  inGroups,
  refused,
} from '../../desk/public.ts';
import { productSettings } from '../../card-facts/public.ts';
import { grantUpgrade } from './grant-upgrade.ts';
import { upgradeRefusal } from './upgrade-refusal.kind.ts';
import { findUpgrade, findUpgradeProduct, type Upgrade } from './upgrade.store.ts';

const input = z.object({ card: cardInput });
type Input = z.output<typeof input>;

async function check({ tx, staff, input: { card } }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
  const upgrade = await findUpgrade(tx, staff.tenantId, card);
  if (!upgrade) return refused('not_found', { field: 'card' });
  const object = `card:${card}`;
  return upgrade.state === 'Requested' ? { ok: true, rows: [], object } : refused('nothing_to_do', { object });
}

/** The upgrade of a card as long as it waits. */
async function findWaiting({ tx, staff, input: { card } }: DeskCallInTransaction<Input>): Promise<Upgrade | undefined> {
  const upgrade = await findUpgrade(tx, staff.tenantId, card);
  return upgrade?.state === 'Requested' ? upgrade : undefined;
}

/** Issues the reloadable card that a cardholder has asked for. A second person approves it. */
export const grantUpgradeCommand = deskCommand({
  name: 'grant-upgrade',
  title: 'Grant an upgrade',
  summary: 'Grant the upgrade of a card: issue the reloadable card, and send its activation code',
  permission: 'act',
  done: (row) => ({
    words: `The upgrade is granted: the card ending ${row.number.slice(-4)} is issued on account ${inGroups(row.account)}.`,
    next: 'Its activation code was sent.',
  }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), account: z.string(), number: z.string() }),
  check,
  async effect(call) {
    const upgrade = await findWaiting(call);
    if (!upgrade) return [];
    const { upgradesTo } = productSettings.parse(upgrade.product_settings);
    const { tx, staff } = call;
    const product =
      upgradesTo === null ? undefined : await findUpgradeProduct(tx, staff.tenantId, upgrade.brand_id, upgradesTo);
    return [
      becomes(`Upgrade for account ${upgrade.account_number}`, 'Requested', 'Granted'),
      becomes('New card', 'none', `${product?.name ?? 'no product'}, ordered`, 'issued'),
    ];
  },
  async runAlone({ ctx, staff, input: { card } }) {
    const granted = await grantUpgrade(ctx, { tenantId: staff.tenantId, cardId: card });
    if (!granted.ok) return refused(granted.error, { field: 'card' });
    const { account, maskedNumber: number } = granted.value;
    return { ok: true, rows: [{ card: `card:${card}`, account, number }], object: `card:${card}` };
  },
});

/** Refuses an upgrade and gives its fee back. A second person approves it. */
export const refuseUpgradeCommand = deskCommand({
  name: 'refuse-upgrade',
  title: 'Refuse an upgrade',
  summary: 'Refuse the upgrade of a card: its fee goes back to the account',
  permission: 'act',
  done: (row) => ({ words: 'The upgrade is refused, and its fee is back on the account.', reference: row.receipt }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), receipt: z.string() }),
  check,
  async effect(call) {
    const upgrade = await findWaiting(call);
    if (!upgrade) return [];
    const { member_account_id: id, account_number: account, fee } = upgrade;
    return [
      becomes(`Upgrade for account ${account}`, 'Requested', 'Refused'),
      ...(fee === 0n ? [] : [...(await effectOnAccount(call, { id }, fee)), await effectOnBook(call, 'fees', -fee)]),
    ];
  },
  async runAlone({ ctx, staff, input: { card }, key, requestId }) {
    const ended = await ctx.payments.submit({
      tenantId: staff.tenantId,
      kind: upgradeRefusal,
      key,
      actor: 'desk',
      requestId,
      input: { cardId: card },
    });
    if (!ended.ok) return refused(ended.error, { field: 'card' });
    return { ok: true, rows: [{ card: `card:${card}`, receipt: ended.value.receiptNumber }], object: `card:${card}` };
  },
});
