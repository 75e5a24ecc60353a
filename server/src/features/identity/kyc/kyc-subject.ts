import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { IdentityService, VerifiedPerson } from '../../../outside/greenid/port.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { type ActivationRow, admitStep, lockOpenActivations, saveKyc } from '../../activation/public.ts';
import { askedOf, isAbout, typedNameOf } from './kyc-case.ts';
import type { KycState } from './kyc-case.states.domain.ts';
import { type KycCase, type TypedName, verifyHolder } from './kyc-case.store.ts';
import { NOBODY, personOf } from './person.domain.ts';
import { type HolderPerson, lockOwnPerson, lockPersonOfHolder, type StoredPerson } from './person.store.ts';

/** Person who is verified, and the effects of a verdict beside the case. */
export type KycSubject = {
  readonly memberAccountId: bigint;
  readonly accountNumber: string;
  /** Null if the holder is created when the card is activated. */
  readonly holderId: bigint | null;
  readonly person: VerifiedPerson;
  /** The name of this verification, where it is not the one on record. */
  readonly typedName: TypedName | null;
  /** Whether the record says so already. */
  readonly isVerified: boolean;
  /** Saves the effect of the verdict on the activation or the holder. */
  readonly note: (tx: Tx, state: KycState) => Promise<void>;
};

/** State of an activation step by the state of its case. */
const IN_ACTIVATION = {
  Open: 'open',
  Verified: 'verified',
  Pending: 'failed',
  NotVerified: 'failed',
  LockedOut: 'locked',
} as const;

/** Whatever the reason, there is no one to verify. */
const STEP = { errors: ['required_field'] } as const;

/** The identity service. Throws where the programme has none: 503. */
export function identityServiceOf({ outside }: Pick<AppContext, 'outside'>): IdentityService {
  if (!outside.identity) throw new OutsideUnavailable('greenId', { kind: 'unsent', code: 'no_settings' });
  return outside.identity;
}

/**
 * The person of a session, locked: of the activation that has come to its verification, else the signed-in holder.
 * @param given the name of this verification, if it is not the holder's on record: with the verdict it becomes that
 */
export async function findSubject(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  given: TypedName | null,
): Promise<Result<KycSubject, 'required_field' | 'verification_unmet'>> {
  const admitted = await admitStep({ tx, session, ctx }, STEP, 'eKyc');
  if (admitted.ok) {
    const { web_account_id: login } = admitted.value;
    // A person with the card and its code, but without the login that has it, is not its holder.
    if (login !== null && login !== session.webAccountId) return err('required_field');
    return ok(await ofActivation(tx, ctx, admitted.value));
  }
  if (session.webAccountId === null) return err('required_field');
  const own = await lockOwnPerson(tx, session);
  if (!own) return err('verification_unmet');
  const account = { memberAccountId: own.member_account_id, accountNumber: own.account_number };
  return ok(ofHolder(session.tenantId, { ...account, holderId: own.holder_id, stored: own }, given));
}

/** The person of a session, locked, if a case matches their details on record. */
export async function findSubjectOf(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  found: KycCase,
): Promise<KycSubject | undefined> {
  const subject = await findSubject(tx, ctx, session, typedNameOf(ctx, found));
  return subject.ok && isOfCase(ctx, found, subject.value) ? subject.value : undefined;
}

/** All people on record that a case is about, locked: its holder, and the persons entered for pending cards. */
export async function findSubjectsOfCase(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  found: KycCase,
): Promise<KycSubject[]> {
  const { member_account_id: memberAccountId, holder_id: holderId } = found;
  const subjects: KycSubject[] = [];
  const rows = await lockOpenActivations(tx, tenantId, memberAccountId, dayAt(ctx.clocks.business.now()));
  for (const row of rows) subjects.push(await ofActivation(tx, ctx, row));
  const stored = holderId === null ? undefined : await lockPersonOfHolder(tx, tenantId, holderId);
  if (stored && holderId !== null) {
    const of = { memberAccountId, accountNumber: '', holderId, stored };
    subjects.push(ofHolder(tenantId, of, typedNameOf(ctx, found)));
  }
  return subjects.filter((each) => isOfCase(ctx, found, each));
}

function isOfCase(ctx: AppContext, found: KycCase, subject: KycSubject): boolean {
  const isInAccount = subject.holderId !== null || subject.memberAccountId === found.member_account_id;
  return isInAccount && isAbout(found, askedOf(ctx, subject));
}

type Holder = Pick<KycSubject, 'memberAccountId' | 'accountNumber'> & {
  readonly holderId: bigint;
  readonly stored: HolderPerson;
};

function ofHolder(tenantId: number, { stored, holderId, ...account }: Holder, given: TypedName | null): KycSubject {
  const { is_kyc_verified: isVerified } = stored;
  const typedName = isVerified ? null : given;
  return {
    ...account,
    holderId,
    person: { ...personOf(stored), ...typedName },
    typedName,
    isVerified,
    async note(tx, state) {
      if (state === 'Verified') await verifyHolder(tx, tenantId, holderId, typedName);
    },
  };
}

async function ofActivation(tx: Tx, ctx: AppContext, row: ActivationRow): Promise<KycSubject> {
  const { entity, access, holder_id: holderId, tenant_id: tenantId } = row;
  const onRecord = holderId === null ? undefined : await lockPersonOfHolder(tx, tenantId, holderId);
  const stored: StoredPerson = entity
    ? {
        first_name: entity.FirstName,
        middle_name: entity.MiddleName,
        surname: entity.Surname,
        date_of_birth: entity.UnparsedDateOfBirth,
        email: access?.emailAddress ?? '',
        mobile: entity.Mobile,
        address: entity.Address,
      }
    : (onRecord ?? NOBODY);
  return {
    memberAccountId: row.member_account_id,
    accountNumber: row.account_number,
    holderId,
    person: personOf(stored),
    typedName: null,
    isVerified: entity ? row.kyc === 'verified' : row.holder_is_verified,
    async note(settling, state) {
      await saveKyc(settling, row, IN_ACTIVATION[state], ctx.clocks.security.now());
      // A holder on record whom a login has proved stays verified after the activation.
      if (state === 'Verified' && holderId !== null && !entity) await verifyHolder(settling, tenantId, holderId, null);
    },
  };
}
