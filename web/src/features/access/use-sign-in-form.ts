import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CallFailure } from '../../api/send.ts';
import { nextPage } from '../../next-page.ts';
import { type Form, type Problems, REFUSED, UNSENT, useForm } from '../../ui/use-form.ts';
import { isOffline, OFFLINE } from './offline.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;

/** The rules and the call of a sign-in form, loaded with its first touch so that the page itself stays light. */
export type SignInActions<Name extends string> = {
  readonly check: (values: Values<Name>) => Problems<Name>;
  readonly signIn: (values: Values<Name>) => Promise<CallFailure | null>;
};

type Options<Name extends string> = {
  readonly names: readonly Name[];
  readonly secret: NoInfer<Name>;
  /** What stands in the fields at first; the secret never does. */
  readonly initial?: Partial<Values<NoInfer<Name>>>;
  readonly loadActions: () => Promise<SignInActions<Name>>;
};

export type SignInForm<Name extends string> = Form<Name> & {
  /** Code of the server's refusal, which is about all fields: it does not say which one is wrong. */
  readonly refusal: string | null;
  readonly onFocus: () => void;
};

function ofEach<Name extends string>(names: readonly Name[], value: string): Values<Name> {
  return Object.fromEntries(names.map((name) => [name, value])) as Values<Name>;
}

/** A sign-in form: checks, signs in and goes to the card home (or where its user was going), or comes back with what is wrong. */
export function useSignInForm<Name extends string>({
  names,
  secret,
  initial,
  loadActions,
}: Options<Name>): SignInForm<Name> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);

  const refuse = ({ code, status }: Pick<CallFailure, 'code' | 'status'>): Problems<Name> => {
    const isUnsent = isOffline({ status });
    setRefusal(isUnsent ? OFFLINE : code);
    return ofEach(names, isUnsent ? UNSENT : REFUSED);
  };

  const form = useForm<Name>({
    initial: { ...ofEach(names, ''), ...initial },
    secrets: [secret],
    check: async (values) => {
      const actions = await loadActions().catch(() => null);
      return actions ? actions.check(values) : refuse({ code: '99999', status: 0 });
    },
    submit: async (values) => {
      const failure = await (await loadActions()).signIn(values);
      if (failure) return refuse(failure);
      await navigate(nextPage(search), { replace: true });
      return {};
    },
  });
  const isRefused = Object.values(form.problems).some((problem) => problem === REFUSED || problem === UNSENT);
  return {
    ...form,
    refusal: isRefused ? refusal : null,
    // A failure to load shows itself at the submit.
    onFocus: () => void loadActions().catch(() => null),
  };
}
