/**
 * SQL of a holder's whole name, as `fullNameOf` of the contract says it: a Chinese one begins with the surname. Null
 * where there is no holder.
 */
export const fullNameIn = (holder: string) =>
  `CASE WHEN ${holder}.first_name || ${holder}.surname ~ '^[㐀-䶿一-鿿·]+$' THEN ${holder}.surname || ${holder}.first_name
        ELSE trim(${holder}.first_name || ' ' || ${holder}.surname) END`;
