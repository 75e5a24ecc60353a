import type { giveProof } from '@wattle/contract/access/step-up.ts';
import type { SessionInput } from '../../../http/handle.ts';
import { guardOfName, type GuardKey } from '../../lockouts/public.ts';
import { findOwnPasscode } from '../passcode/own-passcode.ts';
import { readPasswordHash } from '../sign-in/web-account.store.ts';
import { proofRuleOf } from './proof-method.ts';
import { readAccessCodes } from './step-up.store.ts';

/** A secret that was typed, what it is compared with, and how wrong ones are counted and answered. */
export type ProofSecret = {
  readonly typed: string;
  readonly hashes: readonly (string | null)[];
  readonly guard: GuardKey;
  readonly wrong: 'current_password_wrong' | 'passcode_wrong' | 'invalid_card_details';
  readonly locked: 'account_locked' | 'passcode_locked';
  /** Device that loses its passcode with the lock. */
  readonly device?: Buffer;
};

type Input = SessionInput<typeof giveProof>;

/** The secret of the method that was chosen; undefined if the person does not have it or typed none. */
export async function readProofSecret(input: Input): Promise<ProofSecret | undefined> {
  switch (input.body.Method) {
    case 'password':
      return readPassword(input);
    case 'passcode':
      return readPasscode(input);
    case 'accessCode':
      return readAccessCode(input);
    case 'passkey':
      return undefined;
  }
}

/** Whether nothing was changed between two readings. */
export function isSameSecret(one: ProofSecret, other: ProofSecret): boolean {
  return one.hashes.every((hash, index) => hash === other.hashes[index]);
}

async function readPassword(input: Input): Promise<ProofSecret | undefined> {
  const { body, tx, ctx, session } = input;
  const { webAccountId, tenantId } = session;
  if (webAccountId === null || body.currentpassword === undefined) return undefined;
  if (!(await proofRuleOf(input, webAccountId, body.Purpose)).isPasswordProof) return undefined;
  return {
    typed: body.currentpassword,
    hashes: [await readPasswordHash(tx, tenantId, webAccountId)],
    guard: guardOfName(ctx, session, 'currentPassword', String(webAccountId)),
    wrong: 'current_password_wrong',
    locked: 'account_locked',
  };
}

async function readPasscode(input: Input): Promise<ProofSecret | undefined> {
  const { webAccountId } = input.session;
  const { body } = input;
  if (webAccountId === null || body.passcode === undefined) return undefined;
  const found = await findOwnPasscode(input, webAccountId, body.deviceuuid);
  if (!found || !(await proofRuleOf(input, webAccountId, body.Purpose)).isProof(found.setAt)) return undefined;
  return {
    typed: body.passcode,
    hashes: [found.hash],
    guard: found.guard,
    wrong: 'passcode_wrong',
    locked: 'passcode_locked',
    device: found.secretHash,
  };
}

async function readAccessCode({ body, tx, ctx, session }: Input): Promise<ProofSecret | undefined> {
  const { cardId, tenantId, scope } = session;
  if (scope !== 'card' || cardId === null || body.accesscode === undefined) return undefined;
  return {
    typed: body.accesscode,
    hashes: await readAccessCodes(tx, tenantId, cardId),
    // Counted apart from the sign-in, so that an open session cannot lock anybody out.
    guard: guardOfName(ctx, session, 'currentPassword', `card:${cardId}`),
    wrong: 'invalid_card_details',
    locked: 'account_locked',
  };
}
