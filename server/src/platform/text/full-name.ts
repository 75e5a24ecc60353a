/**
 * SQL: full name of a holder like `fullNameOf` of the contract, where a Chinese name starts with the surname. Null
 * without a holder.
 */
export const fullNameIn = (holder: string) =>
  `CASE WHEN ${holder}.first_name || ${holder}.surname ~ '^[㐀-䶿一-鿿·]+$' THEN ${holder}.surname || ${holder}.first_name
        ELSE trim(${holder}.first_name || ' ' || ${holder}.surname) END`;

/** SQL: name on the newest named card of a holder, the Latin form of the name; empty if there is none. */
export const nameOnCardIn = (holder: string) =>
  `coalesce((SELECT c.embossed_name FROM card c WHERE c.tenant_id = ${holder}.tenant_id AND c.holder_id = ${holder}.id
               AND c.embossed_name <> '' ORDER BY c.id DESC LIMIT 1), '')`;
