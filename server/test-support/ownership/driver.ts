import type { Scope } from '@wattle/contract/operation.ts';
import type { Headers } from '../signed-in.ts';
import type { Caller, Shared, World } from './world.ts';

/** Parts of a request that a driver fills in. */
export type Ask = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

export type Refused = readonly [status: number, code: string];

export const INVALID_CARD: Refused = [400, '10000'];
export const NOT_FOUND: Refused = [404, '404'];

/** Thing of a cardholder, by the contract's name of its ids. */
export type Thing = {
  /** Creates one for the owner and returns its id for requests. */
  readonly make: (world: World, owner: Caller, session: Headers) => unknown;
  /** Error for a caller who names another's thing. Absent: the same as for an unknown one. */
  readonly refusal?: Refused;
  /** Callers who share it and are not refused. */
  readonly sharedBy?: Shared;
  /** True: the id is unique within an account, which a request also names. */
  readonly isWithinAccount?: boolean;
};

/** Requirements of a call in addition to the ids that the contract declares. Every field is optional. */
export type OwnerCall = Ask & {
  /** Prepares the owner so that the call succeeds. Returns texts that responses to others must not contain. */
  readonly ready?: (world: World, owner: Caller, session: Headers) => Promise<readonly string[] | void>;
  /** Declared ids that this request omits. */
  readonly without?: readonly string[];
  /** The whole request, if the declared ids are not enough. */
  readonly ask?: OwnerDriver['ask'];
  /** Error for other callers, if it differs from that of the ids. `none`: the response is about themselves. */
  readonly refusal?: Refused | 'none' | ((caller: Caller, owner: Caller) => Refused);
  /** Callers who are permitted, if they differ from those of the ids. */
  readonly sharedBy?: Shared | 'nobody';
  /** Response to the owner, if it is not a success. */
  readonly answer?: Refused;
  /** True: it uses up data that other calls need. */
  readonly isLast?: boolean;
  /** True: each request needs a separate session. */
  readonly endsSession?: boolean;
};

/** Exports of `FEATURE.ownership.ts`: the things of a feature, and calls with requirements besides their ids. */
export type FeatureOwnership = {
  readonly things?: Readonly<Record<string, Thing>>;
  readonly calls?: Readonly<Record<string, OwnerCall | readonly OwnerCall[]>>;
};

/** A valid request of an operation as its owner, and the response to everybody else. */
export type OwnerDriver = {
  /**
   * Creates the named things in the owner's session, and the request. Others send the same one; `caller` permits
   * differences if only a part of it belongs to the owner.
   */
  readonly ask: (world: World, owner: Caller, session: Headers) => Asked | Promise<Asked>;
  readonly refusal?: Refused | 'any' | ((caller: Caller, owner: Caller) => Refused);
  readonly sharedBy?: Shared;
  /** Scopes that may call it, if fewer than those of its operation. */
  readonly who?: readonly Scope[];
} & Pick<OwnerCall, 'answer' | 'isLast' | 'endsSession'>;

export type Asked = {
  readonly request: (caller: Caller) => Ask;
  /** Texts that responses to others must not contain, in addition to the owner's names and numbers. */
  readonly marks?: readonly string[];
};

/** The same request from every caller. */
export function same(ask: Ask, marks: readonly string[] = []): Asked {
  return { request: () => ask, marks };
}

/** Error for a caller who shares none of the named things. `any`: depends on their own account. */
export function refusalFor({ refusal }: OwnerDriver, caller: Caller, owner: Caller): Refused | 'any' | undefined {
  return typeof refusal === 'function' ? refusal(caller, owner) : refusal;
}
