import type { Scope } from '@wattle/contract/operation.ts';
import type { Headers } from '../signed-in.ts';
import type { Caller, Shared, World } from './world.ts';

/** The parts of a request that a driver fills in. */
export type Ask = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

export type Refused = readonly [status: number, code: string];

export const INVALID_CARD: Refused = [400, '10000'];
export const NOT_FOUND: Refused = [404, '404'];

/** Something that a cardholder owns, by the word that the contract has for its ids. */
export type Thing = {
  /** Makes one of the owner's and answers the id that a request names it by. */
  readonly make: (world: World, owner: Caller, session: Headers) => unknown;
  /** Error for a caller who names another's thing. Absent: the answer is the same as if it did not exist. */
  readonly refusal?: Refused;
  /** Callers who share it and are not refused. */
  readonly sharedBy?: Shared;
  /** True: the id counts within an account, which a request names too. */
  readonly isWithinAccount?: boolean;
};

/** Needs of a call besides the ids that the contract declares. Every field may be absent. */
export type OwnerCall = Ask & {
  /** Brings the owner to where the call succeeds. Answers texts that an answer to others must not have. */
  readonly ready?: (world: World, owner: Caller, session: Headers) => Promise<readonly string[] | void>;
  /** Declared ids that this request does not name. */
  readonly without?: readonly string[];
  /** The whole request, where the declared ids alone do not make one. */
  readonly ask?: OwnerDriver['ask'];
  /** Error for other callers, where it differs from that of the ids. `none`: they are answered about themselves. */
  readonly refusal?: Refused | 'none' | ((caller: Caller, owner: Caller) => Refused);
  /** Callers who are not refused, where they differ from those of the ids. */
  readonly sharedBy?: Shared | 'nobody';
  /** Answer to the owner, where it is not a success. */
  readonly answer?: Refused;
  /** True: it uses up what the other calls need. */
  readonly isLast?: boolean;
  /** True: each request of it needs a session of its own. */
  readonly endsSession?: boolean;
};

/** Exports of `FEATURE.ownership.ts`: a feature's things, and its calls that need more than their ids. */
export type FeatureOwnership = {
  readonly things?: Readonly<Record<string, Thing>>;
  readonly calls?: Readonly<Record<string, OwnerCall | readonly OwnerCall[]>>;
};

/** One way to make a valid request of an operation as its owner, and what everybody else is answered. */
export type OwnerDriver = {
  /**
   * Makes what the request names, in the owner's session, and the request. Others send the same one; `caller` lets
   * it differ where only a part of it names something of the owner.
   */
  readonly ask: (world: World, owner: Caller, session: Headers) => Asked | Promise<Asked>;
  readonly refusal?: Refused | 'any' | ((caller: Caller, owner: Caller) => Refused);
  readonly sharedBy?: Shared;
  /** The scopes that reach it, where they are fewer than those of its operation. */
  readonly who?: readonly Scope[];
} & Pick<OwnerCall, 'answer' | 'isLast' | 'endsSession'>;

export type Asked = {
  readonly request: (caller: Caller) => Ask;
  /** Texts that an answer to others must not have, besides the owner's names and numbers. */
  readonly marks?: readonly string[];
};

/** The same request from everybody. */
export function same(ask: Ask, marks: readonly string[] = []): Asked {
  return { request: () => ask, marks };
}

/** Error for a caller who shares none of the named things. `any`: depends on their own account. */
export function refusalFor({ refusal }: OwnerDriver, caller: Caller, owner: Caller): Refused | 'any' | undefined {
  return typeof refusal === 'function' ? refusal(caller, owner) : refusal;
}
