import type { FeatureSwitches } from './features.domain.ts';
import type { VirtualCardKind } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productsOfAccount, wasInUse } from './account-cards.ts';
import type { Caller } from './caller.store.ts';
import type { InnerStatus } from './card-status.states.domain.ts';

/** Card with the data of product, brand and balance for its list entry and details. */
export type CardRow = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  /** True: a card of its account is or was in use. */
  readonly is_account_activated: boolean;
  readonly account_number: string;
  readonly ledger_account_id: bigint;
  /** Percent per year of its account: the best rate of the cards that determine its settings. */
  readonly account_rate: number;
  readonly masked_number: string;
  readonly last4: string;
  /** True: a processor makes it and holds its number. */
  readonly is_of_processor: boolean;
  readonly expiry: string;
  readonly status: InnerStatus;
  readonly card_name: string;
  readonly embossed_name: string;
  readonly is_allocated: boolean;
  readonly is_upgrade_requested: boolean;
  /** True: it replaced another card by an upgrade. */
  readonly is_upgraded: boolean;
  readonly contactless_on: boolean;
  /** True: the programme has restricted it, so a replacement requires the desk. */
  readonly is_held: boolean;
  /** Cents; null: the limit of the product applies. */
  readonly spend_limit: bigint | null;
  readonly product_type: 1 | 2 | 3;
  readonly scheme: string;
  readonly is_reloadable: boolean;
  /** True: held by a nominee, who does not manage the account. */
  readonly is_nominees: boolean;
  readonly is_virtual: boolean;
  readonly virtual_kind: VirtualCardKind | null;
  readonly locked_merchant: string | null;
  readonly is_upgradeable: boolean;
  readonly art: string;
  readonly art_is_dark: boolean;
  /** Version of the picture in its URL; null: the brand has no such picture. */
  readonly art_version: string | null;
  readonly brand: string;
  readonly product_settings: unknown;
  readonly instance_features: FeatureSwitches;
  readonly tenant_features: FeatureSwitches;
  readonly brand_features: FeatureSwitches | null;
  readonly balance: bigint;
  readonly held: bigint;
  /** Cents that the primary holder keeps aside. */
  readonly aside: bigint;
  /** Sequence of the account's latest row. */
  readonly version: bigint;
};

/**
 * SQL: whether the programme has restricted a card, so that a replacement requires the desk. A Restricted card without
 * `restricted_by` is the programme's; the column is kept when the card is reported or expires.
 */
export const heldByProgramme = (card: string) =>
  `(coalesce(${card}.restricted_by, CASE WHEN ${card}.status = 'Restricted' THEN 'programme' END) = 'programme') IS TRUE`;

const cardsIn = (month: string) => `
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, a.account_number, a.ledger_account_id,
       (SELECT coalesce(max((p.settings ->> 'interestRate')::float8), 0)
          FROM ${productsOfAccount('c.tenant_id', 'c.member_account_id', month)}) AS account_rate,
       EXISTS (SELECT FROM card one WHERE one.tenant_id = c.tenant_id AND one.member_account_id = c.member_account_id
                 AND ${wasInUse('one')}) AS is_account_activated,
       c.masked_number, c.last4, c.connection_id IS NOT NULL AS is_of_processor, c.expiry, c.status, c.card_name, c.embossed_name, c.is_allocated, c.is_upgrade_requested,
       c.is_upgraded, c.contactless_on, ${heldByProgramme('c')} AS is_held, c.spend_limit, p.product_type, p.scheme, p.is_reloadable,
       (c.holder_id <> a.primary_holder_id) IS TRUE AS is_nominees, p.is_virtual, c.virtual_kind,
       c.locked_merchant, p.is_upgradeable,
       p.art, p.art_is_dark, picture.version AS art_version, b.identifier AS brand, p.settings AS product_settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features,
       l.balance, l.held, l.aside, l.version
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
JOIN tenant t ON t.id = c.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN brand_asset picture ON picture.brand_id = c.brand_id AND picture.name = 'card-' || p.art || '.svg'`;

/** Cards of a holder. */
const CARDS_OF_HOLDER = `${cardsIn('$4')}
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
ORDER BY c.is_default DESC, c.id`;

/** Card of a card-only session. */
const CARD_OF_SESSION = `${cardsIn('$4')}
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.id = $3`;

const monthOfBusiness = ({ business }: Clocks) => monthAt(business.now());

/** Cards that the session may see, default card first. */
export function findOwnCards(tx: Tx, caller: Caller, clocks: Clocks): Promise<CardRow[]> {
  const { tenantId, brandId, cardId, holderId } = caller;
  return cardId === null
    ? tx.query<CardRow>(CARDS_OF_HOLDER, [tenantId, brandId, holderId, monthOfBusiness(clocks)])
    : tx.query<CardRow>(CARD_OF_SESSION, [tenantId, brandId, cardId, monthOfBusiness(clocks)]);
}

/** Card of the holder by its API reference, which is unique within its account. */
const CARD_OF_HOLDER = `${cardsIn('$4')}
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
  AND a.account_number = $5 AND c.masked_number = $6 AND c.expiry = $7`;

const CARD_OF_SESSION_BY_REFERENCE = `${CARD_OF_SESSION}
  AND a.account_number = $5 AND c.masked_number = $6 AND c.expiry = $7`;

/** Card of a request, if it belongs to the caller. */
export function findOwnCard(tx: Tx, caller: Caller, card: CardReference, clocks: Clocks): Promise<CardRow | undefined> {
  const { tenantId, brandId, cardId, holderId } = caller;
  const reference = [monthOfBusiness(clocks), card.AccountNumber, card.MaskedCardNumber, card.ExpirationDate];
  return cardId === null
    ? tx.first<CardRow>(CARD_OF_HOLDER, [tenantId, brandId, holderId, ...reference])
    : tx.first<CardRow>(CARD_OF_SESSION_BY_REFERENCE, [tenantId, brandId, cardId, ...reference]);
}
