import type { Passkey } from '@wattle/contract/access/passkeys.ts';
import type { PasskeyRow } from './passkey.store.ts';

const instantOf = (moment: string) => new Date(moment).toISOString();

export function toPasskey({ id, name, added_at: added, last_used_at: used }: PasskeyRow): Passkey {
  return { Id: id, Name: name, AddedAt: instantOf(added), LastUsedAt: used === null ? null : instantOf(used) };
}
