import type { AppContext } from '../../../context.ts';
import type { VerificationOutcome, VerifiedPerson } from '../../../outside/greenid/port.ts';
import { audit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { type KycActor, KYC_CASE, type KycEvent, type KycState } from './kyc-case.states.domain.ts';
import { type KycCase, saveVerdict, type TypedName } from './kyc-case.store.ts';

const EVENTS: Readonly<Record<VerificationOutcome, KycEvent>> = {
  VERIFIED: 'verify',
  VERIFIED_ADMIN: 'verify',
  VERIFIED_WITH_CHANGES: 'verify',
  IN_PROGRESS: 'fail',
  PENDING: 'leavePending',
  LOCKED_OUT: 'lockOut',
};

type Told = {
  readonly ctx: AppContext;
  readonly tenantId: number;
  readonly by: KycActor;
  /** As the audit log names them. */
  readonly actor: string;
  readonly requestId: string;
};

/** Keeps what the service says of a locked case. Answers the state that it has then. */
export function settleOutcome(
  tx: Tx,
  found: KycCase,
  { outcome, rule, ...told }: Told & { readonly outcome: VerificationOutcome; readonly rule: string },
): Promise<KycState> {
  return settleEvent(tx, found, { ...told, event: EVENTS[outcome], outcome, rule: rule === '' ? found.rule : rule });
}

/** Carries an event out on a locked case. A repeated one writes nothing. */
export async function settleEvent(
  tx: Tx,
  found: KycCase,
  told: Told & { readonly event: KycEvent; readonly outcome: VerificationOutcome | null; readonly rule: string },
): Promise<KycState> {
  const { ctx, tenantId, event, by, actor, requestId, outcome, rule } = told;
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

/** Who a case is about, as a keyed hash: name and date of birth, folded. */
export function personHash({ secrets }: Pick<AppContext, 'secrets'>, person: VerifiedPerson): Buffer {
  const { firstName, middleName, surname, dateOfBirth } = person;
  const names = [firstName, middleName, surname].map((each) => each.normalize('NFKC').trim().toLowerCase());
  return secrets.identifierHash('kyc-person', [...names, dateOfBirth].join('\n'));
}

/** The token of a case that can be gone on with. */
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

/** What a person may do next, by the cases of their account: the newest first. */
export function standOf(
  cases: readonly KycCase[],
  hash: Buffer,
  rules: { readonly casesMost: number; readonly windowMs: number },
  nowMs: number,
) {
  const mine = cases.filter((each) => each.person_hash.equals(hash));
  const running = cases.filter((each) => Date.parse(each.started_at) > nowMs - rules.windowMs);
  const isVerified = mine.some(({ state }) => state === 'Verified');
  return {
    isVerified,
    isLockedOut: !isVerified && cases.some(({ state }) => state === 'LockedOut'),
    left: Math.max(0, rules.casesMost - running.length),
    newest: mine[0],
    open: mine.find(
      ({ state, user_token_cipher: token }) => token !== null && (state === 'Open' || state === 'NotVerified'),
    ),
  };
}
