import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import { type ProfileRow, readProfile } from './profile.store.ts';

/** The caller's profile. A session of a web account has one: the tables see to that. */
export async function readOwnProfile(tx: Tx, session: Session): Promise<ProfileRow> {
  const row = await readProfile(tx, session);
  if (!row) throw new Error('a session without its web account');
  return row;
}
