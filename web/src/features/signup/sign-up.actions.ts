import {
  sendSignUpCode,
  setupWebAccount,
  signUpPassword,
  validateMemberAccountDetail,
} from '@wattle/contract/signup/sign-up.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { call } from '../../api/call.ts';
import { type End, type Problems, refusalOf, type Values } from '../../form/form.domain.ts';
import { checkBody } from '../../form/operation.domain.ts';
import type { FormRules } from '../../form/use-form.ts';
import { signIn } from '../../session/sign-in.ts';
import { isOver, signUpOutcome } from './sign-up.domain.ts';

export type SignUpName = 'accountid' | 'username' | 'password' | 'confirmpassword';
export type Typed = Values<SignUpName>;

const WIRE = { accountId: 'accountid', userName: 'username' } as const;
const CREATE_WIRE = { accountId: 'accountid' } as const;

const PROBLEMS: Readonly<Record<'notFound' | 'notCurrent' | 'nameTaken', Problems<SignUpName>>> = {
  notFound: { accountid: 'signUpAccountNumber' },
  notCurrent: { accountid: 'signUpNotCurrent' },
  nameTaken: { username: 'signUpNameTaken' },
};

type After = {
  /** The brand that the page is of. */
  readonly brand: string;
  /** Shows the statement. Answers once it was accepted and the login made, or it was left. */
  readonly onAgree: (values: Typed) => Promise<End<SignUpName>>;
  readonly onExisting: () => Promise<void>;
};

/** The first step: whether a login can be made. */
export function signUpRules({ brand, onAgree, onExisting }: After): FormRules<SignUpName> {
  const bodyOf = ({ accountid, username }: Typed) => ({
    accountId: accountid,
    userName: username,
    brandIdentifier: brand,
  });
  return {
    check: (values) => ({
      ...checkBody(values, validateMemberAccountDetail, bodyOf(values), WIRE),
      ...passwordProblems(values),
    }),
    submit: async (values) => {
      const answer = await call(validateMemberAccountDetail, { body: bodyOf(values) });
      if (!answer.ok) {
        if (answer.field === 'userName') return { problems: { username: 'signUpName' } };
        return { refusal: refusalOf(answer, [], navigator.onLine) };
      }
      const outcome = signUpOutcome(answer.value.data.ValidationResult);
      if (outcome === 'existing') {
        await onExisting();
        return null;
      }
      if (outcome !== 'agree') return { problems: PROBLEMS[outcome] };
      return onAgree(values);
    },
  };
}

function passwordProblems({ password, confirmpassword }: Typed): Problems<SignUpName> {
  const checked = signUpPassword.safeParse(password);
  const bad = checked.success ? undefined : checked.error.issues[0]?.message;
  if (bad !== undefined) return { password: bad };
  if (confirmpassword === '') return { confirmpassword: 'required' };
  if (password === confirmpassword) return {};
  return { password: 'signUpPasswordMismatch', confirmpassword: 'signUpPasswordMismatch' };
}

/** Begins the sign-up of an account: the token that names it, once its code is on its way. */
export async function beginSignUp(
  brand: string,
  { accountid }: Typed,
): Promise<{ readonly token: string } | { readonly end: End<SignUpName> }> {
  const answer = await call(sendSignUpCode, { body: { accountId: accountid, brandIdentifier: brand } });
  if (answer.ok) return answer.value;
  if (answer.status === 429) return { end: { problems: { accountid: 'signUpCodes' } } };
  return { end: { refusal: refusalOf(answer, [], navigator.onLine) } };
}

/** Final step after a correct code: creates the login and signs in. A failure is shown on the form. */
export async function createLogin(brand: string, token: string, values: Typed): Promise<End<SignUpName>> {
  const { accountid, username, password } = values;
  const answer = await call(setupWebAccount, {
    body: { accountId: accountid, brandIdentifier: brand, username, password, acceptedPDS: true, token },
  });
  if (!answer.ok) {
    if (isOver(answer.code)) return { problems: { accountid: 'signUpOver' } };
    if (answer.field === 'password') return { problems: { password: 'passwordInvalid' } };
    const field = answer.field !== undefined && isNameOf(CREATE_WIRE, answer.field) && CREATE_WIRE[answer.field];
    return { refusal: refusalOf(answer, field ? [field] : [], navigator.onLine) };
  }
  const { Succeeded: isMade } = JSON.parse(answer.value.data.userCreated) as { Succeeded: boolean };
  if (!isMade) return { problems: { accountid: 'signUpExistingLogin' } };
  const failure = await signIn({ kind: 'account', userName: username, password, rememberMe: null });
  return failure ? { refusal: refusalOf(failure, [], navigator.onLine) } : null;
}
