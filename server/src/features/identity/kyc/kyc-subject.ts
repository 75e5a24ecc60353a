import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { IdentityService, VerifiedPerson } from '../../../outside/greenid/port.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import type { Tx } from '../../../platform/database.ts';
import { admitStep, saveKyc, type ActivationRow } from '../../activation/public.ts';
import { typedNameOf } from './kyc-case.ts';
import type { KycState } from './kyc-case.states.domain.ts';
import { listCases, type TypedName, verifyHolder } from './kyc-case.store.ts';
import { findOwnPerson, findPersonOfHolder, type StoredPerson } from './person.store.ts';

/** Who is verified, and what a verdict changes beside the case. */
export type KycSubject = {
  readonly memberAccountId: bigint;
  readonly accountNumber: string;
  /** Null: the holder is made when the card is activated. */
  readonly holderId: bigint | null;
  readonly person: VerifiedPerson;
  /** The name of this verification, where it is not the one on record. */
  readonly typedName: TypedName | null;
  /** Keeps what the verdict means for the activation or the holder. */
  readonly note: (tx: Tx, state: KycState) => Promise<void>;
};

/** What the order of an activation makes of a case. */
const IN_ACTIVATION = {
  Open: 'open',
  Verified: 'verified',
  Pending: 'failed',
  NotVerified: 'failed',
  LockedOut: 'locked',
} as const;

/** Whatever stands in the way, there is nobody to verify. */
const STEP = { errors: ['required_field'] } as const;

/** The identity service. Throws where the programme has none: 503. */
export function identityServiceOf({ outside }: Pick<AppContext, 'outside'>): IdentityService {
  if (!outside.identity) throw new OutsideUnavailable('greenId', { kind: 'unsent', code: 'no_settings' });
  return outside.identity;
}

/**
 * The person of a session: of the activation that has come to its verification, else the signed-in holder. That one's
 * name is the one of the request, or else of their newest case: with the verdict it becomes the name on record, so
 * nobody is verified under another name than the one that is stored.
 */
export async function findSubject(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  given: TypedName | null = null,
): Promise<Result<KycSubject, 'required_field' | 'verification_unmet'>> {
  const admitted = await admitStep({ tx, session, ctx }, STEP, 'eKyc');
  if (admitted.ok) return ok(await ofActivation(tx, ctx, admitted.value));
  if (session.webAccountId === null) return err('required_field');
  const own = await findOwnPerson(tx, session);
  if (!own) return err('verification_unmet');
  const [newest] = await listCases(tx, session.tenantId, own.member_account_id);
  const typedName = own.is_kyc_verified ? null : (given ?? (newest ? typedNameOf(ctx, newest) : null));
  return ok({
    memberAccountId: own.member_account_id,
    accountNumber: own.account_number,
    holderId: own.holder_id,
    person: { ...personOf(own), ...typedName },
    typedName,
    async note(settling, state) {
      if (state === 'Verified') await verifyHolder(settling, session.tenantId, own.holder_id, typedName);
    },
  });
}

async function ofActivation(tx: Tx, ctx: AppContext, row: ActivationRow): Promise<KycSubject> {
  const { entity, access, holder_id: holderId, tenant_id: tenantId } = row;
  const onRecord = holderId === null ? undefined : await findPersonOfHolder(tx, tenantId, holderId);
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
    async note(settling, state) {
      await saveKyc(settling, row, IN_ACTIVATION[state], ctx.clocks.security.now());
      // A holder on record whom a login has proved stays verified after the activation.
      if (state === 'Verified' && holderId !== null && !entity) await verifyHolder(settling, tenantId, holderId, null);
    },
  };
}

const NOBODY: StoredPerson = {
  first_name: '',
  middle_name: '',
  surname: '',
  date_of_birth: null,
  email: '',
  mobile: '',
  address: null,
};

function personOf(stored: StoredPerson): VerifiedPerson {
  const part = (name: string) => stored.address?.[name] ?? '';
  const [number, name] = streetOf(part('AddressLine1'));
  return {
    firstName: stored.first_name,
    middleName: stored.middle_name,
    surname: stored.surname,
    dateOfBirth: stored.date_of_birth ?? '',
    email: stored.email,
    mobile: stored.mobile.replace(/\D/g, ''),
    address: {
      unitNumber: part('UnitNumber'),
      streetNumber: part('StreetNumber') || number,
      streetName: part('StreetName') || name,
      suburb: part('Suburb'),
      state: part('State'),
      postcode: part('PostCode'),
      country: part('CountryCode'),
    },
  };
}

/** Number and name of a street from one line: `14 Banksia Street`, `4/14 Banksia Street`. */
function streetOf(line: string): readonly [number: string, name: string] {
  const [, number = '', name = line] = /^\s*((?:[\w]+\/)?\d[\w/-]*)\s+(.+)$/.exec(line) ?? [];
  return [number, name.trim()];
}

/** Whether the facts are there that every verification needs. */
export function isCompletePerson({ firstName, surname, dateOfBirth, email, address }: VerifiedPerson): boolean {
  const { streetName, suburb, postcode, country } = address;
  return [firstName, surname, dateOfBirth, email, streetName, suburb, postcode, country].every(
    (fact) => fact.trim() !== '',
  );
}
