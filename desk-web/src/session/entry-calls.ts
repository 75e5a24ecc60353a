import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { type Answered, send } from '../calls/send.ts';

/** Calls without a session: docs/areas/desk-sign-in.md, "The session of a browser is a cookie that no script reads". */
export type Member = { readonly tenant: number; readonly name: string };

/** Beginning of an enrolment of a second factor. */
export type Enrolment = {
  readonly enrolment: string;
  /** The member has no password yet. */
  readonly needsPassword: boolean;
  readonly endsAt: string;
  readonly totp: {
    readonly secret: string;
    readonly uri: string;
    /** Rows of `0` and `1`. */
    readonly qr: readonly string[];
  };
  readonly passkey: PublicKeyCredentialCreationOptionsJSON | null;
};

type Finish = { readonly enrolment: string; readonly newPassword?: string } & (
  | { readonly code: string }
  | { readonly passkey: RegistrationResponseJSON; readonly passkeyName: string }
);

const open = <Value>(path: string, body: object): Promise<Answered<Value>> => send(path, { body, isOpen: true });

export const postSignIn = (
  body: Member & { readonly password: string; readonly code?: string },
): Promise<Answered<object>> => open('sign-in', body);

export const postPasskeySignIn = (passkey: AuthenticationResponseJSON): Promise<Answered<object>> =>
  open('sign-in', { passkey });

export const postPasskeyOptions = (): Promise<Answered<PublicKeyCredentialRequestOptionsJSON>> => open('passkey', {});

/** A password or set-up code, and the second factor that the member has. */
type Proof = Member & {
  readonly proof: string;
  readonly code?: string;
  readonly passkey?: AuthenticationResponseJSON;
};

export const postPassword = (body: Proof & { readonly newPassword: string }): Promise<Answered<object>> =>
  open('password', body);

export const postEnrolment = (body: Proof): Promise<Answered<Enrolment>> => open('enrolment', body);

export const postEnrolmentFinish = (body: Finish): Promise<Answered<object>> => open('enrolment/finish', body);
