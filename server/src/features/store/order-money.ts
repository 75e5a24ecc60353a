import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/texts.ts';
import type { MemberSide, Within } from '../payments/public.ts';
import { findOrder, type ItemRow, listItems, type OrderRow } from './order.store.ts';

/** An order as payments of it see it. */
export type OrderFacts = {
  readonly order: OrderRow | undefined;
  readonly items: readonly ItemRow[];
  /** What the gateway owes to the programme. */
  readonly gateway: bigint;
  /** What the programme earns and bears. */
  readonly fees: bigint;
};

const ledger = openLedger();

export async function readOrder(subject: string, { tx, tenantId }: Within): Promise<OrderFacts> {
  const id = BigInt(subject);
  const order = await findOrder(tx, tenantId, id);
  const items = await listItems(tx, tenantId, id);
  const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
  const fees = await ledger.settlementAccount(tx, tenantId, 'fees');
  return { order, items, gateway, fees };
}

/** What a card was bought with and is still on it, not held. What came onto it by other ways is its holder's. */
export async function readLeft({ tx, tenantId }: Within, item: ItemRow): Promise<Cents> {
  const { ledger_account_id: account } = item;
  const amount = item.amount - item.taken;
  const balance = account === null ? undefined : await ledger.balance(tx, tenantId, account);
  const available = balance ? balance.balance - balance.held : 0n;
  if (available <= 0n) return 0n;
  return available < amount ? available : amount;
}

const WORDS = { topUp: 'posted', adjustment: 'takenBack' } as const;

/** The account of a card of an order, as its holder reads it; undefined while it has none. */
export function cardSide(
  { ledger_account_id: ledgerAccountId, member_account_id: memberAccountId }: ItemRow,
  { language }: OrderRow,
  kind: keyof typeof WORDS,
): MemberSide<'card_problem'> | undefined {
  if (ledgerAccountId === null || memberAccountId === null) return undefined;
  const description = productTexts(language, 'store')[WORDS[kind]] ?? '';
  return { ledgerAccountId, memberAccountId, ifClosed: 'card_problem', kind, description };
}
