import { token, type TokenResponse } from '@wattle/contract/access/sign-in.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { type CallInput, type CallResult, type OperationLike, send, UNEXPECTED } from '../../api/send.ts';
import { currentBrand } from '../../brand/brand.ts';
import { endAtServer } from '../../session/end-at-server.ts';
import { forget, OF_SESSION, readStored, store } from '../../browser/storage.ts';
import { createStore, useStore } from '../../observable.ts';

/** Tokens of a reset by account number, with the same times as those of a session. */
type Tokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly renewedAtMs: number;
  readonly totalMs: number;
  /** 0 disables the warning. */
  readonly warningMs: number;
};

/** A reset in progress, in session storage so that it survives a reload. It holds no answers or codes. */
export type HeldReset = {
  readonly brand: string;
  readonly token: string;
  /** The masked username; null for a reset by a mailed link. */
  readonly name: string | null;
  /** Null for a reset by a mailed link. */
  readonly tokens: Tokens | null;
};

/** Step of the reset. Only in memory: a reload asks for the answer again. */
export type ResetStage =
  | { readonly at: 'answer' }
  | { readonly at: 'code'; readonly sentTo: string }
  | { readonly at: 'password' };

type State = { readonly held: HeldReset | null; readonly stage: ResetStage; readonly answer: string };

const KEY = `${OF_SESSION}reset`;
/** An access token is valid for 5 minutes; one that nearly expires is renewed before a call. */
const RENEW_AFTER_MS = 4 * 60_000;
const FIRST: ResetStage = { at: 'answer' };

function isHeld(value: unknown): value is HeldReset {
  return typeof value === 'object' && value !== null && 'token' in value && 'tokens' in value;
}

const kept = readStored('sessionStorage', KEY);
const state = createStore<State>({ held: isHeld(kept) ? kept : null, stage: FIRST, answer: '' });

function keep(held: HeldReset | null): void {
  if (held) store('sessionStorage', KEY, held);
  else forget('sessionStorage', KEY);
  state.set({ ...state.get(), held });
}

/** Discards the tokens and ends them at the server too. */
function drop(): void {
  const { held } = state.get();
  if (held?.tokens) endAtServer({ brand: held.brand, refreshToken: held.tokens.refreshToken });
  keep(null);
}

function heldNow(): HeldReset | null {
  const { held } = state.get();
  return held?.brand === currentBrand()?.BrandIdentifier ? held : null;
}

function tokensOf(answer: TokenResponse): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    renewedAtMs: Date.now(),
    totalMs: answer.SessionExpiryTotalMilliseconds,
    warningMs: answer.IsSessionExpiryWarningEnabled ? answer.SessionExpiryWarningMilliseconds : 0,
  };
}

/** Begins with the token of a link. */
export function startLinkReset(resetToken: string): void {
  endReset();
  keep({ brand: currentBrand()?.BrandIdentifier ?? '', token: resetToken, name: null, tokens: null });
}

/** Begins with an account number. */
export function startAccountReset(resetToken: string, name: string, answer: TokenResponse): void {
  endReset();
  keep({ brand: currentBrand()?.BrandIdentifier ?? '', token: resetToken, name, tokens: tokensOf(answer) });
}

/** The reset is done, or cannot go on. */
export function endReset(): void {
  drop();
  state.set({ held: null, stage: FIRST, answer: '' });
}

export function goTo(stage: ResetStage, answer = state.get().answer): void {
  state.set({ ...state.get(), stage, answer });
}

let renewing: { readonly of: string; readonly done: Promise<void> } | null = null;

async function renewOnce(held: HeldReset, { refreshToken }: Tokens): Promise<void> {
  const brand = currentBrand();
  if (!brand) return;
  const answer = await send(token, {
    body: {
      grant_type: 'refresh_token',
      brand: brand.BrandIdentifier,
      tenantId: String(brand.TenantId),
      brandId: String(brand.BrandId),
      refresh_token: refreshToken,
      active: 'true',
    },
  });
  // The tokens are kept only if this reset is still the current one: it may have ended, or another may have begun.
  if (answer.ok && state.get().held?.token === held.token) keep({ ...held, tokens: tokensOf(answer.value) });
}

/** Renews the tokens of a reset by account number if they are about to expire; with `isNeeded` always. */
export async function renewReset(isNeeded: boolean): Promise<void> {
  const held = heldNow();
  if (!held?.tokens || (!isNeeded && Date.now() - held.tokens.renewedAtMs < RENEW_AFTER_MS)) return;
  if (renewing?.of !== held.token) {
    const done = renewOnce(held, held.tokens).finally(() => {
      if (renewing?.done === done) renewing = null;
    });
    renewing = { of: held.token, done };
  }
  await renewing.done;
}

/** A call with the token of a reset by account number. */
export async function callReset<O extends OperationLike>(
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  const of = heldNow()?.token;
  await renewReset(false);
  const held = heldNow();
  const answer = await send(operation, input, held?.token === of ? held?.tokens?.accessToken : undefined);
  // The answer belongs to an earlier reset if another one has begun in this tab.
  return (heldNow()?.token ?? of) === of ? answer : { ok: false, code: UNEXPECTED, status: 0 };
}

export function useReset(): State {
  const { held, stage, answer } = useStore(state);
  return { held: held?.brand === currentBrand()?.BrandIdentifier ? held : null, stage, answer };
}

/** Whether the identity questions of this tab belong to a reset. */
export function isResetAsked(): boolean {
  return heldNow()?.tokens !== null && heldNow() !== null && state.get().answer !== '';
}
