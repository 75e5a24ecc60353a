import type { AppContext } from '../../../compose/context.ts';
import type { VerificationOutcome, VerifiedPerson } from '../../../outside/greenid/port.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type KycActor, KYC_CASE, type KycEvent, type KycState } from './kyc-case.states.domain.ts';
import { type KycCase, type KycHashes, saveVerdict, type TypedName } from './kyc-case.store.ts';

const EVENTS: Readonly<Record<VerificationOutcome, KycEvent>> = {
  VERIFIED: 'verify',
  VERIFIED_ADMIN: 'verify',
  VERIFIED_WITH_CHANGES: 'verify',
  IN_PROGRESS: 'fail',
  PENDING: 'leavePending',
  LOCKED_OUT: 'lockOut',
};

type Cause = {
  readonly ctx: AppContext;
  readonly tenantId: number;
  readonly by: KycActor;
  /** Name in the audit log. */
  readonly actor: string;
  readonly requestId: string;
};

/** Saves the verdict of the service for a locked case and returns its state. */
export function settleOutcome(
  tx: Tx,
  found: KycCase,
  { outcome, rule, ...cause }: Cause & { readonly outcome: VerificationOutcome; readonly rule: string },
): Promise<KycState> {
  return settleEvent(tx, found, { ...cause, event: EVENTS[outcome], outcome, rule: rule === '' ? found.rule : rule });
}

/** Carries an event out on a locked case. A repeated one writes nothing. */
export async function settleEvent(
  tx: Tx,
  found: KycCase,
  cause: Cause & { readonly event: KycEvent; readonly outcome: VerificationOutcome | null; readonly rule: string },
): Promise<KycState> {
  const { ctx, tenantId, event, by, actor, requestId, outcome, rule } = cause;
  const moved = move(KYC_CASE, { state: found.state, event, by });
  if (moved.kind === 'done') return found.state;
  const line = { tenantId, actor, action: `kyc.${event}`, object: `kyc:${found.id}`, requestId };
  if (moved.kind === 'refused') {
    audit(tx, ctx.clocks, { ...line, outcome: moved.error });
    return found.state;
  }
  await saveVerdict(tx, tenantId, found.id, { state: moved.to, outcome, rule, nowMs: ctx.clocks.business.now() });
  audit(tx, ctx.clocks, { ...line, outcome: 'ok', details: { outcome: outcome ?? 'by hand', rule } });
  return moved.to;
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Keyed hashes of the folded details of a case. Email and mobile are contacts, which do not identify a person. */
export function hashesOf({ secrets }: Pick<AppContext, 'secrets'>, person: VerifiedPerson): KycHashes {
  const { firstName, middleName, surname, dateOfBirth, address } = person;
  const { unitNumber, streetNumber, streetName, suburb, state, postcode, country } = address;
  const names = [...[firstName, middleName, surname].map(folded), dateOfBirth];
  const home = [unitNumber, streetNumber, streetName, suburb, state, postcode, country].map(folded);
  return {
    person: secrets.identifierHash('kyc-person', names.join('\n')),
    details: secrets.identifierHash('kyc-details', [...names, ...home].join('\n')),
  };
}

/** Person who is asked about: a holder on record, or an entered one, with their details. */
export type Asked = KycHashes & { readonly holderId: bigint | null };

export function askedOf(
  ctx: Pick<AppContext, 'secrets'>,
  { holderId, person }: { readonly holderId: bigint | null; readonly person: VerifiedPerson },
): Asked {
  return { ...hashesOf(ctx, person), holderId };
}

/** Whether a case was registered for this person with these details. Its verdict does not cover later changes. */
export function isAbout({ holder_id, person_hash, details_hash }: KycCase, asked: Asked): boolean {
  if (holder_id !== asked.holderId) return false;
  return details_hash === null ? person_hash.equals(asked.person) : details_hash.equals(asked.details);
}

/** Token of a case that can be resumed. */
export function userTokenOf({ secrets }: Pick<AppContext, 'secrets'>, found: KycCase): string | undefined {
  const { id, user_token_cipher: cipher, user_token_key_version: version } = found;
  return cipher === null || version === null ? undefined : secrets.decrypt(cipher, version, 'verification', id);
}

/** The name that was typed for a case. Null: the name on record. */
export function typedNameOf({ secrets }: Pick<AppContext, 'secrets'>, found: KycCase): TypedName | null {
  const { id, name_cipher: cipher, name_key_version: version } = found;
  if (cipher === null || version === null) return null;
  return JSON.parse(secrets.decrypt(cipher, version, 'verification', id)) as TypedName;
}

/**
 * Next step for a person, by the cases of their account and their own, newest first. A case that was left open does not
 * count. The service locks out a person and not the others who have the same card.
 */
export function standOf(
  cases: readonly KycCase[],
  asked: Asked,
  rules: { readonly casesMost: number; readonly windowMs: number },
  nowMs: number,
) {
  const mine = cases.filter((each) => isAbout(each, asked));
  const finished = cases.filter(
    ({ state, started_at }) => state !== 'Open' && Date.parse(started_at) > nowMs - rules.windowMs,
  );
  const isVerified = mine.some(({ state }) => state === 'Verified');
  return {
    isLockedOut:
      !isVerified && cases.some(({ state, holder_id: of }) => state === 'LockedOut' && of === asked.holderId),
    left: Math.max(0, rules.casesMost - finished.length),
    open: mine.find(
      ({ state, user_token_cipher: token }) => token !== null && (state === 'Open' || state === 'NotVerified'),
    ),
  };
}
