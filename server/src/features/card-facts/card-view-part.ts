import type { CardListItem } from '@wattle/contract/cards/card.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { Tx } from '../../platform/database.ts';
import type { ProductSettings } from './product-settings.ts';

/** Facts about a card that a part may use without a statement of its own. */
export type ViewedCard = {
  readonly id: bigint;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** Held by a nominee, who does not run the account. */
  readonly is_nominees: boolean;
  readonly settings: ProductSettings;
};

/** The cards of one answer: all of a list, or the one of the details. */
export type CardsInView = {
  readonly tenantId: number;
  /** Melbourne day by the business clock, as `2026-11-20`. */
  readonly today: string;
  readonly cards: readonly ViewedCard[];
};

/** Fields of a list entry that a part may set. */
export type ListFields = {
  readonly value?: Partial<CardListItem['value']>;
  readonly CardDetails?: Partial<CardListItem['CardDetails']>;
};

/**
 * Fields that a feature adds to a card in the list, in the details or in both. Where it has no `list`, the list
 * does not ask it, and the same for `details`.
 */
export type CardViewPart<Facts = unknown> = {
  readonly name: string;
  /** Facts by card id, read for all cards with one statement or none. A card without facts gets no fields. */
  read(tx: Tx, view: CardsInView): Promise<ReadonlyMap<bigint, Facts>>;
  list?(facts: Facts): ListFields;
  details?(facts: Facts): Partial<CardDetails>;
};
