import { token, type TokenResponse } from '@wattle/contract/access/sign-in.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { call } from '../../api/call.ts';
import { type CallInput, type CallResult, type OperationLike, send, UNEXPECTED } from '../../api/send.ts';
import { currentBrand } from '../../brand/brand.ts';
import { forget, OF_SESSION, readStored, store } from '../../browser/storage.ts';
import { endAtServer } from '../../session/end-at-server.ts';
import type { IdleTimes } from '../../session/session-warning.domain.ts';
import { createStore, useStore } from '../../observable.ts';
import { useMemo } from 'react';
import { randomId } from '../../browser/random-id.ts';

/** Tokens of an activation, like those of a session but stored only in the tab. */
type Held = {
  /** Names the activation, over all of its tokens. */
  readonly key: string;
  readonly brand: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly renewedAtMs: number;
  readonly purpose: Purpose;
  /** Idle time in milliseconds, and how long before its end the warning shows; 0 disables the warning. */
  readonly idleTotalMs: number;
  readonly warningMs: number;
};
type Purpose = ActivationView['Purpose'];

type State = {
  readonly held: Held | null;
  /** Purpose of the current or most recent activation. */
  readonly purpose: Purpose;
  readonly view: ActivationView | null;
  /** It has expired: card and code have to be entered again. */
  readonly hasEnded: boolean;
  /** The card is active: the page of the last step stays until the next one is loaded. */
  readonly isFinished: boolean;
};

const KEY = `${OF_SESSION}activation`;
/** An access token is valid for 5 minutes; one that nearly expires is renewed before a call. */
const RENEW_AFTER_MS = 4 * 60_000;

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && 'key' in value && 'idleTotalMs' in value;
}

const kept = readStored('sessionStorage', KEY);
const before = isHeld(kept) ? kept : null;
const NONE = { view: null, hasEnded: false, isFinished: false } as const;
const state = createStore<State>({ held: before, purpose: before?.purpose ?? 'activation', ...NONE });

/** A password that was just chosen, for the sign-in at the end. Only in memory. */
let chosenPassword: string | null = null;

export function keepPassword(password: string): void {
  chosenPassword = password;
}

export function takePassword(): string | null {
  const password = chosenPassword;
  chosenPassword = null;
  return password;
}

/**
 * The card number that began the activation, for a person who goes back to it. Only in memory, and as long as the
 * activation: a card number is never stored in the browser.
 */
let retained: { readonly brand: string; readonly number: string } | null = null;

export function retainCard(number: string): void {
  retained = { brand: currentBrand()?.BrandIdentifier ?? '', number };
}

export function retainedCard(): string {
  return retained?.brand === currentBrand()?.BrandIdentifier ? (retained?.number ?? '') : '';
}

function keep(held: Held | null): void {
  if (held) store('sessionStorage', KEY, held);
  else forget('sessionStorage', KEY);
  state.set({ ...state.get(), held });
}

/** Discards the tokens and ends them at the server too. */
function drop(): void {
  const { held } = state.get();
  if (held) endAtServer(held);
  retained = null;
  keep(null);
}

function heldNow(): Held | null {
  const { held } = state.get();
  return held?.brand === currentBrand()?.BrandIdentifier ? held : null;
}

function heldOf({ key, brand, purpose }: Pick<Held, 'key' | 'brand' | 'purpose'>, answer: TokenResponse): Held {
  const { access_token: accessToken, refresh_token: refreshToken } = answer;
  const { SessionExpiryTotalMilliseconds: idleTotalMs, SessionExpiryWarningMilliseconds: warning } = answer;
  const warningMs = answer.IsSessionExpiryWarningEnabled ? warning : 0;
  return { key, brand, accessToken, refreshToken, renewedAtMs: Date.now(), purpose, idleTotalMs, warningMs };
}

/** Begins with the tokens that card and code have opened, or those of an upgrade. */
export function startActivation(answer: TokenResponse, purpose: Purpose = 'activation'): void {
  drop();
  state.set({ held: null, purpose, ...NONE });
  lastUsedAtMs = Date.now();
  const brand = currentBrand()?.BrandIdentifier ?? '';
  keep(heldOf({ key: randomId(), brand, purpose }, answer));
}

/** The activation has ended, or continues in a signed-in session. */
export function endActivation(hasEnded = false): void {
  drop();
  state.set({ ...state.get(), held: null, view: null, hasEnded, isFinished: false });
}

/** The card is active. The data of the activation stays for the page that is still shown. */
export function finishActivation(): void {
  drop();
  state.set({ ...state.get(), isFinished: true });
}

/** The access token of the activation, for the sign-in that adds the card. */
export async function activationToken(): Promise<string | null> {
  await renew(false);
  return heldNow()?.accessToken ?? null;
}

let renewing: { readonly key: string; readonly done: Promise<void> } | null = null;

async function renewOnce(held: Held): Promise<void> {
  const brand = currentBrand();
  if (!brand) return;
  const answer = await send(token, {
    body: {
      grant_type: 'refresh_token',
      brand: brand.BrandIdentifier,
      tenantId: String(brand.TenantId),
      brandId: String(brand.BrandId),
      refresh_token: held.refreshToken,
      active: 'true',
    },
  });
  // An activation that has ended meanwhile is not restored, and does not replace a newer one.
  if (state.get().held?.key !== held.key) return;
  if (answer.ok) keep(heldOf(held, answer.value));
  else if (answer.status === 400 || answer.status === 401) endActivation(true);
}

async function renew(isNeeded: boolean): Promise<void> {
  const held = heldNow();
  if (!held || (!isNeeded && Date.now() - held.renewedAtMs < RENEW_AFTER_MS)) return;
  if (renewing?.key !== held.key) {
    const done = renewOnce(held).finally(() => {
      if (renewing?.done === done) renewing = null;
    });
    renewing = { key: held.key, done };
  }
  await renewing.done;
}

/** Last input of the person, by this browser's clock. */
let lastUsedAtMs = Date.now();

/** Renews tokens that nearly expire, after an input of the person. */
export function keepAlive(): void {
  lastUsedAtMs = Date.now();
  if (heldNow()) void renew(false);
}

/** Renews the tokens now. Returns false on failure; an expired activation is dropped. */
export async function stayWithActivation(): Promise<boolean> {
  const renewedAtMs = heldNow()?.renewedAtMs;
  await renew(true);
  return heldNow()?.renewedAtMs !== renewedAtMs;
}

/** Whether the user was active since the tokens were renewed. */
export function wasUsedSinceRenewal(): boolean {
  return lastUsedAtMs > (heldNow()?.renewedAtMs ?? Number.POSITIVE_INFINITY);
}

/** When the activation expires without activity, and how long before that the warning shows; null without one. */
export function useActivationIdle(): IdleTimes | null {
  const { held } = useStore(state);
  return useMemo(() => held && idleTimesOf(held), [held]);
}

function idleTimesOf({ renewedAtMs: idleSinceMs, idleTotalMs, warningMs }: Held): IdleTimes {
  return { idleSinceMs, idleTotalMs, warningMs, isWarningEnabled: warningMs > 0 };
}

/**
 * A call of the activation: with its own token, or that of the signed-in login that has the card. An expired activation
 * is discarded.
 */
export async function callActivation<O extends OperationLike>(
  operation: O,
  input: CallInput<O>,
): Promise<CallResult<ResponseOf<O>>> {
  const key = heldNow()?.key;
  if (key === undefined) return call(operation, input);
  await renew(false);
  const before = tokenOf(key);
  const answer = await send(operation, input, before);
  // Another activation has begun in this tab, so the answer is ignored.
  if ((heldNow()?.key ?? key) !== key) return { ok: false, code: UNEXPECTED, status: 0 };
  if (answer.ok || answer.status !== 401) return answer;
  await renew(true);
  const after = tokenOf(key);
  return after === undefined || after === before ? answer : send(operation, input, after);
}

/** The token of an activation, while it is current: a call never uses the token of another one. */
function tokenOf(key: string): string | undefined {
  const held = heldNow();
  return held?.key === key ? held.accessToken : undefined;
}

/** Stores the state of the activation that the server has just returned. */
export function setActivation(view: ActivationView): void {
  state.set({ ...state.get(), view });
}

export function useActivationState(): Omit<State, 'held'> & { readonly isHeld: boolean } {
  const { held, ...rest } = useStore(state);
  return { isHeld: held !== null, ...rest };
}
