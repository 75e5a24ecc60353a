import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { openTenantGroups } from '../../platform/batches/tenant-groups.ts';
import { carryOut } from './carry-out.ts';
import type { AnyKind, Effect, MoneyOutRules, PaymentKind, PaymentTransaction } from './kind.ts';
import type { ChangeNotifier } from './record.ts';
import { readPayoutRefusal } from './money-out.ts';
import type { Answer, Admission, AdmittedCall, Request } from './request.ts';

/** Entry point for every movement of money, by a person or by the programme. */
export type Payments = {
  /**
   * Submits a payment without a call: of a schedule, a bank file or the desk. Resolves after the commit. Throws when
   * the database is unavailable; the same key may then be submitted again.
   */
  submit<Input, Answer, E extends ErrorName>(payment: Submitted<Input, Answer, E>): Promise<Result<Answer, ErrorName>>;
  /**
   * Refusal that paying everything out of an account would get; undefined: none. Reads without a lock, for a check in
   * advance.
   */
  refusalOfAll(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<ErrorName | undefined>;
  /** Submits the payment of a call. The admission authenticates the caller within the transaction of the payment. */
  enter<Call>(tenantId: number, admit: Admission<Call>, payment: Entering<Call>): Promise<Answer>;
};

type Submitted<Input, Answer, E extends ErrorName> = {
  readonly tenantId: number;
  readonly kind: PaymentKind<Input, unknown, Answer, E>;
  /** Unique per actor over all kinds; the same for every attempt at one payment. */
  readonly key: string;
  /** `schedule:9`, `staff:3`, `bank`. */
  readonly actor: string;
  readonly input: Input;
  readonly requestId?: string;
  /** Effects in addition to those of the kind, written with the payment or not at all. */
  readonly effects?: readonly Effect[];
  /** True: refusals are not stored, so the same key may be submitted again and is decided again. */
  readonly isRetryable?: boolean;
  /**
   * True: after a refusal, the payment is decided again under a second key. For incoming money, whose account may be
   * closed between reading and posting.
   */
  readonly retryIfRefused?: boolean;
};

type Entering<Call> = Pick<Request, 'key' | 'requestId'> & { readonly kind: AnyKind; readonly call: Call };

export type PaymentParts = PaymentTransaction['ctx'] & {
  readonly database: Database;
  readonly live: ChangeNotifier;
} & MoneyOutRules;

/** Admits what the server itself submits. */
const trusted: Admission<AdmittedCall> = async (_, entrants) => entrants.map((value) => ({ ok: true, value }));

export function openPayments(parts: PaymentParts): Payments {
  const { config, programmes, clocks, secrets, paymentMethods, listeners } = parts;
  const { database, live, blocksMoneyOut, keepsMoneyIn } = parts;
  const ctx = { config, programmes, clocks, secrets, paymentMethods, listeners };
  const groups = openTenantGroups<Request, Answer>(database, (tx, tenantId, requests) =>
    carryOut({ ctx, tx, tenantId }, live, { blocksMoneyOut, keepsMoneyIn }, requests),
  );
  return {
    async submit({ tenantId, kind, key, actor, input, requestId, effects, isRetryable, retryIfRefused = false }) {
      const call = { actor, input };
      const request = { kind: kind as unknown as AnyKind, requestId, admit: trusted, call, effects, isRetryable };
      const submit = (under: string) =>
        groups.submit(tenantId, { ...request, key: under } as Request) as Promise<Result<never, ErrorName>>;
      const first = await submit(key);
      return first.ok || !retryIfRefused ? first : submit(`${key}:closed`);
    },
    refusalOfAll: (tx, tenantId, memberAccountId) =>
      readPayoutRefusal({ ctx, tx, tenantId }, { blocksMoneyOut, keepsMoneyIn }, memberAccountId),
    enter: (tenantId, admit, { kind, key, requestId, call }) =>
      groups.submit(tenantId, { kind, key, requestId, admit: admit as Admission<unknown>, call }),
  };
}
