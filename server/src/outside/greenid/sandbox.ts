import { createHash } from 'node:crypto';
import type { IdentityService, VerificationOutcome, VerifiedPerson } from './port.ts';

/** Identity service of the sandbox. `finish` completes the person's step, called by its page in the frame. */
export type SandboxIdentity = IdentityService & {
  /** False for an unknown token. */
  finish(userToken: string): boolean;
};

const RULE = 'sandbox';
/** Maximum number of verifications in memory. The oldest are dropped first. */
const KEPT = 10_000;

/** Outcomes by surname; every other surname is verified. */
const OUTCOMES: Readonly<Record<string, VerificationOutcome>> = {
  locked: 'LOCKED_OUT',
  pending: 'PENDING',
  nomatch: 'IN_PROGRESS',
  changed: 'VERIFIED_WITH_CHANGES',
};
/** Surname whose facility never loads. */
const OFFLINE = 'offline';

type Verification = {
  readonly userToken: string;
  readonly surname: string;
  isFinished: boolean;
};

/** Deterministic sandbox: the surname decides once the person's step is complete. Stored in memory. */
export function openSandboxIdentity(): SandboxIdentity {
  const verifications = new Map<string, Verification>();
  const outcomeOf = ({ isFinished, surname }: Verification): VerificationOutcome =>
    isFinished ? (OUTCOMES[surname] ?? 'VERIFIED') : 'IN_PROGRESS';
  return {
    origins: [],
    async register({ id, person }) {
      if (!isComplete(person)) return { kind: 'refused', code: 'missing_fact' };
      const userToken = createHash('sha1').update(id).digest('hex');
      const verification = { userToken, surname: person.surname.trim().toLowerCase(), isFinished: false };
      const [oldest] = verifications.size >= KEPT ? verifications.keys() : [];
      if (oldest !== undefined) verifications.delete(oldest);
      verifications.set(id, verification);
      return { kind: 'done', value: { reference: id, userToken, rule: RULE, outcome: outcomeOf(verification) } };
    },
    async result(reference) {
      const found = verifications.get(reference);
      if (!found) return { kind: 'refused', code: 'no_verification' };
      return { kind: 'done', value: { outcome: outcomeOf(found), rule: RULE } };
    },
    async isUsable(reference) {
      const found = verifications.get(reference);
      return { kind: 'done', value: found !== undefined && !found.isFinished };
    },
    facility(reference) {
      const isOffline = verifications.get(reference ?? '')?.surname === OFFLINE;
      const scripts = isOffline ? [] : ['/identity-sandbox.js'];
      return { accountId: 'sandbox', apiCode: 'sandbox', uiMode: 'testing', scripts };
    },
    finish(userToken) {
      const found = [...verifications.values()].find((each) => each.userToken === userToken);
      if (found) found.isFinished = true;
      return found !== undefined;
    },
  };
}

function isComplete({ surname, dateOfBirth, email, address }: VerifiedPerson): boolean {
  const { streetNumber, streetName, suburb, postcode, country } = address;
  return [surname, dateOfBirth, email, streetNumber, streetName, suburb, postcode, country].every(
    (fact) => fact.trim() !== '',
  );
}
