import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { hasChannel } from '../programme/public.ts';
import { contactHash } from './contact-hash.ts';
import { contactsOnRecord } from './contacts-on-record.ts';
import type { Mark } from './mark.store.ts';

/** A person is asked again about a contact after this. */
const ASKED_AGAIN_MS = 7 * 24 * 3_600_000;

export type Why = 'failing' | 'optedOut' | 'complained';

type Trouble = {
  /** Contacts with a mark, and whether the person has put off the question about it. */
  readonly contacts: readonly { readonly channel: 'email' | 'sms'; readonly why: Why; readonly isPutOff: boolean }[];
  /** False where there are contacts and no message reaches one. */
  readonly isReached: boolean;
};

type Person = { readonly email: string; readonly mobile: string };

/** Whether a hash is of a contact on record of a person. */
export function isOnRecord(
  { secrets }: { readonly secrets: Secrets },
  tenantId: number,
  person: Person,
  { channel, hash }: { readonly channel: 'email' | 'sms'; readonly hash: Buffer },
): boolean {
  return contactsOnRecord(person).some(
    (one) => one.channel === channel && contactHash(secrets, tenantId, one).equals(hash),
  );
}

/**
 * Trouble with the contacts on record of a person that the programme has a channel for, by their marks. Marks of former
 * contacts say nothing.
 */
export function troubleOf(
  ctx: Parameters<typeof hasChannel>[0] & { readonly secrets: Secrets; readonly clocks: Clocks },
  tenantId: number,
  person: Person,
  marks: readonly Mark[],
): Trouble {
  const nowMs = ctx.clocks.security.now();
  const recorded = contactsOnRecord(person).filter(({ channel }) => hasChannel(ctx, tenantId, channel));
  const contacts = recorded.flatMap(({ channel, to }) => {
    const hash = contactHash(ctx.secrets, tenantId, { channel, to });
    const mark = marks.find((one) => one.channel === channel && one.contact_hash.equals(hash));
    const why = mark && whyOf(mark);
    if (!why) return [];
    const putOff = mark.put_off_at;
    return [{ channel, why, isPutOff: putOff !== null && nowMs - Date.parse(putOff) < ASKED_AGAIN_MS }];
  });
  const unreached = contacts.filter(({ why }) => why !== 'complained');
  return { contacts, isReached: recorded.length === 0 || unreached.length < recorded.length };
}

function whyOf({ opted_out_at: optedOut, failing_since: failing, complained_at: complained }: Mark): Why | undefined {
  if (optedOut !== null) return 'optedOut';
  if (failing !== null) return 'failing';
  return complained === null ? undefined : 'complained';
}
