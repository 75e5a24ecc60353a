import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Keyed } from '../../../outside/processors/port.ts';
import type { Told } from '../../../outside/processors/told.ts';

/** Where an event comes from: a connection of a programme; undefined: our own protocol, which names no programme. */
export type ToldBy = { readonly tenantId: number; readonly connection: number } | undefined;

/** `decided` and `cardState` compare what is told with what we know, and are taken by the connection's own code. */
export type TakenTold = Keyed & Exclude<Told, { readonly did: 'decided' | 'cardState' }>;
export type TellOf<Did extends TakenTold['did']> = Extract<TakenTold, { readonly did: Did }>;

/**
 * Takes what a processor tells. It has happened, so it is never declined for the state of the card or its money.
 * Answers `00` where it is taken, also where it changes nothing or waits for its purchase; `14` where the card is
 * unknown, `05` where its account is closed and money would have to move otherwise, `94` where the reference came with
 * another content, `96` where what it names can never be found.
 */
export function takeTold(_ctx: AppContext, told: TakenTold, _by: ToldBy): Promise<NetworkAnswer> {
  throw new Error(`${told.did} is not taken yet`);
}
