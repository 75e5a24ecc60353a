import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { foldLoginName } from '../../access/public.ts';
import { type ContactChannel, type Place, saveContact } from './contact.store.ts';
import { listNames, restoreNames } from './login-names.store.ts';
import { endChanges, listChain, type ProvedRow } from './undo.store.ts';

/** The restored change, and the later ones of the contact. */
type Chain = readonly [ProvedRow, ...ProvedRow[]];

/** A change and the later ones of its contact that still count; undefined if it no longer counts itself. */
export async function chainFrom(
  tx: Tx,
  { clocks, config }: Pick<AppContext, 'clocks' | 'config'>,
  { tenantId }: Place,
  row: Pick<ProvedRow, 'id' | 'holder_id' | 'channel'>,
): Promise<Chain | undefined> {
  const sinceMs = clocks.security.now() - config.contacts.newMs;
  const all = await listChain(tx, tenantId, { holderId: row.holder_id, channel: row.channel, sinceMs });
  const [first, ...later] = all.slice(all.findIndex(({ id }) => id === row.id));
  return first?.id === row.id ? [first, ...later] : undefined;
}

/** The change that restoring a contact would undo, with the later ones; undefined if there is none. */
export async function chainBackTo(
  tx: Tx,
  { clocks, config }: Pick<AppContext, 'clocks' | 'config'>,
  { tenantId }: Place,
  { holderId, channel, value }: { readonly holderId: bigint; readonly channel: ContactChannel; readonly value: string },
): Promise<Chain | undefined> {
  const sinceMs = clocks.security.now() - config.contacts.newMs;
  const all = await listChain(tx, tenantId, { holderId, channel, sinceMs });
  const name = foldLoginName(value);
  const [first, ...later] = all.slice(all.findIndex((row) => foldLoginName(row.old_value) === name));
  return first && foldLoginName(first.old_value) === name ? [first, ...later] : undefined;
}

/**
 * Restores the contact from before a change and the names that open its logins, and ends the change with all later ones
 * of that contact. The contact keeps the age that it had when it was replaced.
 */
export async function bringBack(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  place: Place,
  chain: Chain,
  { isUndo }: { readonly isUndo: boolean },
): Promise<{ readonly webAccountIds: readonly bigint[]; readonly changedAt: number | null }> {
  const { tenantId } = place;
  const [{ id, holder_id: holderId, channel, old_value: value, old_changed_at: oldChangedAt, proved_at: replacedAt }] =
    chain;
  const nowMs = clocks.security.now();
  const changedAt = oldChangedAt === null ? null : nowMs - (Date.parse(replacedAt) - Date.parse(oldChangedAt));
  await saveContact(tx, tenantId, { holderId, channel, value, changedAt });
  const webAccountIds = [...new Set(chain.map((row) => row.web_account_id))];
  for (const webAccountId of webAccountIds) {
    const rows = chain.filter((row) => row.web_account_id === webAccountId);
    await restoreNamesOf(tx, { ...place, webAccountId }, rows);
  }
  const ids = chain.map((row) => row.id);
  await endChanges(tx, tenantId, ids, { undoneId: isUndo ? id : null, nowMs });
  return { webAccountIds, changedAt };
}

/** Restores the names of a login from before the first of some changes. */
async function restoreNamesOf(tx: Tx, login: Place & { readonly webAccountId: bigint }, rows: readonly ProvedRow[]) {
  const [first] = rows;
  if (!first) return;
  const { channel, old_value: value, old_names: kept } = first;
  // A server of the previous release stored no names: the contact was a name where the new contact is one.
  const isNamed = kept !== null || (await listNames(tx, login, channel)).some(({ kind }) => kind === channel);
  if (!isNamed) return;
  const names = kept ?? [{ kind: channel, name: foldLoginName(value) }];
  const username = first.old_username ?? value;
  await restoreNames(tx, login, { channel, names, username, foldedUsername: foldLoginName(username) });
}
