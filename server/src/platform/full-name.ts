/**
 * SQL of a holder's whole name, as `fullNameOf` of the contract says it: a Chinese one begins with the surname. Null
 * where there is no holder.
 */
export const fullNameIn = (holder: string) =>
  `CASE WHEN ${holder}.first_name || ${holder}.surname ~ '^[㐀-䶿一-鿿·]+$' THEN ${holder}.surname || ${holder}.first_name
        ELSE trim(${holder}.first_name || ' ' || ${holder}.surname) END`;

/** SQL of what the newest named card of a holder bears, the Latin form of the name; empty where none has a name. */
export const nameOnCardIn = (holder: string) =>
  `coalesce((SELECT c.embossed_name FROM card c WHERE c.tenant_id = ${holder}.tenant_id AND c.holder_id = ${holder}.id
               AND c.embossed_name <> '' ORDER BY c.id DESC LIMIT 1), '')`;
