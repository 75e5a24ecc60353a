import * as z from 'zod';
import { deskCommand, type DeskCallInTransaction, type DeskOutcome, refused, cardInput } from '../../desk/public.ts';
import { grantUpgrade } from './grant-upgrade.ts';
import { upgradeRefusal } from './upgrade-refusal.kind.ts';
import { findUpgrade } from './upgrade.store.ts';

const input = z.object({ card: cardInput });
type Input = z.output<typeof input>;

async function check({ tx, staff, input: { card } }: DeskCallInTransaction<Input>): Promise<DeskOutcome> {
  const upgrade = await findUpgrade(tx, staff.tenantId, card);
  if (!upgrade) return refused('not_found', { field: 'card' });
  const object = `card:${card}`;
  return upgrade.state === 'Requested' ? { ok: true, rows: [], object } : refused('nothing_to_do', { object });
}

/** Issues the reloadable card that a cardholder has asked for. A second person approves it. */
export const grantUpgradeCommand = deskCommand({
  name: 'grant-upgrade',
  summary: 'Grant the upgrade of a card: issue the reloadable card, and send its activation code',
  permission: 'act',
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), account: z.string(), number: z.string() }),
  check,
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
  summary: 'Refuse the upgrade of a card: its fee goes back to the account',
  permission: 'act',
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), receipt: z.string() }),
  check,
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
