import type { CardListItem } from '@wattle/contract/cards/card.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ProductSettings } from './product-settings.ts';

/** Card data that a part may use without its own statement. */
export type ViewedCard = {
  readonly id: bigint;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** True: held by a nominee, who does not manage the account. */
  readonly is_nominees: boolean;
  readonly settings: ProductSettings;
};

/** Cards of one response: all of a list, or the one with details. */
export type CardsInView = {
  readonly tenantId: number;
  /** Melbourne day by the business clock, as `2026-11-20`. */
  readonly today: string;
  readonly cards: readonly ViewedCard[];
};

/** Fields of a list entry that a part sets. */
export type ListFields = {
  readonly value?: Partial<CardListItem['value']>;
  readonly CardDetails?: Partial<CardListItem['CardDetails']>;
};

/**
 * Fields that a feature adds to a card in the list, in the details or in both. Without `list` it is not read for the
 * list, and without `details` not for the details.
 */
export type CardViewPart<Facts = unknown> = {
  readonly name: string;
  /** Data by card id, read for all cards with at most one statement. A card without data gets no fields. */
  read(tx: Tx, view: CardsInView): Promise<ReadonlyMap<bigint, Facts>>;
  list?(facts: Facts): ListFields;
  details?(facts: Facts): Partial<CardDetails>;
};
