import type { Headers } from '../signed-in.ts';
import type { Caller, Shared, World } from './world.ts';

/** The parts of a request that a driver fills in. */
export type Ask = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** One way to make a valid request of an operation as its owner, and what everybody else is answered. */
export type OwnerDriver = {
  /**
   * Makes what the request names, in the owner's session, and the request. Others send the same one; `caller` lets
   * it differ where only a part of it names something of the owner.
   */
  readonly ask: (world: World, owner: Caller, session: Headers) => Asked | Promise<Asked>;
  /** Refusal for others. Absent: the call names nothing, and answers about the caller. */
  readonly refusal?: Refused | ((caller: Caller, owner: Caller) => Refused);
  /** Callers who share the named thing and are not refused. */
  readonly sharedBy?: Shared;
};

export type Asked = {
  readonly request: (caller: Caller) => Ask;
  /** Texts that an answer to others must not have, besides the owner's names and numbers. */
  readonly marks?: readonly string[];
};

/** The same request from everybody. */
export function same(ask: Ask, marks: readonly string[] = []): Asked {
  return { request: () => ask, marks };
}

type Refused = readonly [status: number, code: string];

export const INVALID_CARD: Refused = [400, '10000'];
export const NOT_FOUND: Refused = [404, '404'];

/** Refusal for a caller who shares nothing that the request names. */
export function refusalFor({ refusal }: OwnerDriver, caller: Caller, owner: Caller): Refused | undefined {
  return typeof refusal === 'function' ? refusal(caller, owner) : refusal;
}
