import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { openTenantGroups } from '../../platform/batches/tenant-groups.ts';
import { carryOut } from './carry-out.ts';
import type { AnyKind, Effect, MoneyOutRules, PaymentKind, Within } from './kind.ts';
import type { Telling } from './record.ts';
import { readRefusalOfAll } from './money-out.ts';
import type { Answer, Admission, Entrant, Request } from './request.ts';

/** The one way to move money for a person or the programme. */
export type Payments = {
  /**
   * A payment that nobody calls for: of a schedule, a file of the bank, the staff. Answers once it has
   * committed; throws where the database is away, and then the same key may be submitted again.
   */
  submit<Input, Answer, E extends ErrorName>(payment: Submitted<Input, Answer, E>): Promise<Result<Answer, ErrorName>>;
  /**
   * Why the engine would refuse that everything on an account leaves the programme; undefined: it would not. Read
   * without a lock, for who wants to know before they ask.
   */
  refusalOfAll(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<ErrorName | undefined>;
  /** A payment of a caller whom the admission lets in, in the transaction of the payment. */
  enter<Call>(tenantId: number, admit: Admission<Call>, payment: Entering<Call>): Promise<Answer>;
};

type Submitted<Input, Answer, E extends ErrorName> = {
  readonly tenantId: number;
  readonly kind: PaymentKind<Input, unknown, Answer, E>;
  /** Unique for the actor over all kinds; the same for every attempt at this payment. */
  readonly key: string;
  /** `schedule:9`, `staff:3`, `bank`. */
  readonly actor: string;
  readonly input: Input;
  readonly requestId?: string;
  /** Carried out with the payment or not at all, besides those of its kind. */
  readonly effects?: readonly Effect[];
  /** True: a refusal is not kept, so the same key may be submitted again and be judged anew. */
  readonly mayTryAgain?: boolean;
  /**
   * True: a refusal is judged once more, under a key of its own. For money of the bank, whose account may be closed
   * between the reading and the posting: then it is found closed.
   */
  readonly againIfRefused?: boolean;
};

type Entering<Call> = Pick<Request, 'key' | 'requestId'> & { readonly kind: AnyKind; readonly call: Call };

export type PaymentParts = Within['ctx'] & {
  readonly database: Database;
  readonly live: Telling;
} & MoneyOutRules;

/** Lets in what the server itself submits. */
const trusted: Admission<Entrant> = async (_, entrants) => entrants.map((value) => ({ ok: true, value }));

export function openPayments(parts: PaymentParts): Payments {
  const { config, clocks, secrets, paymentMethods, listeners, database, live, blocksMoneyOut, keepsMoneyIn } = parts;
  const ctx = { config, clocks, secrets, paymentMethods, listeners };
  const groups = openTenantGroups<Request, Answer>(database, (tx, tenantId, requests) =>
    carryOut({ ctx, tx, tenantId }, live, { blocksMoneyOut, keepsMoneyIn }, requests),
  );
  return {
    async submit({ tenantId, kind, key, actor, input, requestId, effects, mayTryAgain, againIfRefused = false }) {
      const call = { actor, input };
      const request = { kind: kind as unknown as AnyKind, requestId, admit: trusted, call, effects, mayTryAgain };
      const submit = (under: string) =>
        groups.submit(tenantId, { ...request, key: under } as Request) as Promise<Result<never, ErrorName>>;
      const first = await submit(key);
      return first.ok || !againIfRefused ? first : submit(`${key}:closed`);
    },
    refusalOfAll: (tx, tenantId, memberAccountId) =>
      readRefusalOfAll({ ctx, tx, tenantId }, { blocksMoneyOut, keepsMoneyIn }, memberAccountId),
    enter: (tenantId, admit, { kind, key, requestId, call }) =>
      groups.submit(tenantId, { kind, key, requestId, admit: admit as Admission<unknown>, call }),
  };
}
