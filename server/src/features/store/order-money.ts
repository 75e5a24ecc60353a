import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { MemberSide, PaymentTransaction } from '../payments/public.ts';
import { sumSpent } from './order-spent.store.ts';
import { findOrder, type ItemRow, listItems, type OrderRow } from './order.store.ts';

/** An order as payments of it see it. */
export type OrderFacts = {
  readonly order: OrderRow | undefined;
  readonly items: readonly ItemRow[];
  /** Amount that the gateway owes to the programme. */
  readonly gateway: bigint;
  readonly fees: bigint;
  readonly losses: bigint;
};

const ledger = openLedger();

export async function readOrderFacts(subject: string, { tx, tenantId }: PaymentTransaction): Promise<OrderFacts> {
  const id = BigInt(subject);
  const order = await findOrder(tx, tenantId, id);
  const items = await listItems(tx, tenantId, id);
  const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
  const fees = await ledger.settlementAccount(tx, tenantId, 'fees');
  const losses = await ledger.settlementAccount(tx, tenantId, 'losses');
  return { order, items, gateway, fees, losses };
}

/**
 * Remainder of the money that a card was bought with. Spending and holds use the order's money first. Money that was
 * added in other ways belongs to the card's holder.
 */
export async function readLeft(
  { tx, tenantId }: Pick<PaymentTransaction, 'tx' | 'tenantId'>,
  item: ItemRow,
): Promise<Cents> {
  const { ledger_account_id: account } = item;
  const balance = account === null ? undefined : await ledger.balance(tx, tenantId, account);
  if (account === null || !balance) return 0n;
  const available = balance.balance - balance.held;
  const ofOrder = item.amount - item.taken - balance.held - (await sumSpent(tx, tenantId, account));
  const left = ofOrder < available ? ofOrder : available;
  return left > 0n ? left : 0n;
}

const DESCRIPTIONS = { topUp: 'posted', adjustment: 'takenBack' } as const;

/** The account of a card of an order, as its holder reads it; undefined while it has none. */
export function cardSide(
  { ledger_account_id: ledgerAccountId, member_account_id: memberAccountId }: ItemRow,
  { language }: OrderRow,
  kind: keyof typeof DESCRIPTIONS,
): MemberSide<'card_problem'> | undefined {
  if (ledgerAccountId === null || memberAccountId === null) return undefined;
  const description = productTexts(language, 'store')[DESCRIPTIONS[kind]] ?? '';
  return { ledgerAccountId, memberAccountId, ifClosed: 'card_problem', kind, description };
}
