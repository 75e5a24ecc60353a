import '../methods/sign-in-methods.css';
import type { ProofMethod } from '@wattle/contract/access/step-up.ts';
import { useId, useState } from 'react';
import type { ProofSubject } from '../../../api/proof.ts';
import { useBrand } from '../../../brand/brand.ts';
import { refusalOf } from '../../../form/form.domain.ts';
import { type FormField, useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useLocation } from '../../../router/public.ts';
import { currentSession, useIsUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { mayHavePasscode } from '../passcode/passcode-offer.ts';
import { passcodeWish } from '../passcode/passcode-wish.ts';
import { MethodDialog } from '../methods/method-dialog.tsx';
import { proveByPasskey, proveBySecret } from './give-proof.ts';

export type StepUpDialogProps = {
  readonly subject: ProofSubject;
  /** Best first. Empty if the only method is a password that was just reset. */
  readonly methods: readonly ProofMethod[];
  /** If there is none: when there will be one again. */
  readonly nothingUntil: string | null;
  readonly onEnd: (isProved: boolean) => void;
};

/** Asks the signed-in user to prove their presence by one of their methods. */
export function StepUpDialog({ subject, methods, nothingUntil, onEnd }: StepUpDialogProps) {
  const [chosen, setChosen] = useState(methods[0]);
  if (chosen === undefined) return <NoWay until={nothingUntil} onClose={() => onEnd(false)} />;
  const others = methods.filter((method) => method !== chosen);
  return (
    <ProofForm key={chosen} subject={subject} method={chosen} others={others} onChoose={setChosen} onEnd={onEnd} />
  );
}

/** Says why no proof is possible now, and when it will be. */
function NoWay({ until, onClose }: { readonly until: string | null; readonly onClose: () => void }) {
  const t = useTexts('stepUp');
  const format = useFormat();
  const id = useId();
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <Dialog
      title={t('none.title')}
      describedBy={id}
      onDismiss={onClose}
      actions={
        <Button wide onClick={onClose}>
          {t('none.close')}
        </Button>
      }
    >
      <p className="ways__text" id={id}>
        {until === null
          ? t('none.text', { phone })
          : t('none.until', { phone, date: format.dateOf(until), time: format.timeOf(until) })}
      </p>
    </Dialog>
  );
}

type ProofFormProps = Omit<StepUpDialogProps, 'methods' | 'nothingUntil'> & {
  readonly method: ProofMethod;
  readonly others: readonly ProofMethod[];
  readonly onChoose: (method: ProofMethod) => void;
};

function ProofForm({ subject, method, others, onChoose, onEnd }: ProofFormProps) {
  const t = useTexts('stepUp');
  const wordsOfCode = useErrorTexts();
  const { SupportPhoneNumber: phone } = useBrand();
  const mayOffer = useMayOfferPasscode() && method === 'password';
  const [wantsPasscode, setWantsPasscode] = useState(false);
  const form = useForm({
    fields: { secret: { called: t(`${method}.name`), isSecret: true, isPin: method === 'passcode', id: useId() } },
    rules: {
      check: ({ secret }) => (method !== 'passkey' && secret === '' ? { secret: 'required' } : {}),
      submit: async ({ secret }) => {
        const failure =
          method === 'passkey' ? await proveByPasskey(subject) : await proveBySecret(subject, method, secret);
        if (failure === 'cancelled') return { refusal: { code: failure, fields: [], isTrouble: false } };
        if (failure) return { refusal: refusalOf(failure, method === 'passkey' ? [] : ['secret'], navigator.onLine) };
        // The proof of a payment is good for that payment alone, the passcode needs a separate one.
        if (mayOffer && wantsPasscode && (await proveBySecret({ Purpose: 'account' }, 'password', secret)) === null) {
          passcodeWish.set(currentSession()?.id ?? null);
        }
        onEnd(true);
        return null;
      },
    },
    refusalWords: ({ code }) => (t.has(`${method}.${code}`) ? t(`${method}.${code}`, { phone }) : wordsOfCode(code)),
  });
  return (
    <MethodDialog
      title={t('title')}
      text={t(`${method}.text`)}
      submit={t(`${method}.submit`)}
      busy={t(`${method}.busy`)}
      form={form}
      onClose={() => onEnd(false)}
    >
      <ProofField method={method} field={form.field('secret')} />
      {mayOffer ? <Checkbox label={t('passcode.offer')} isChecked={wantsPasscode} onChange={setWantsPasscode} /> : null}
      {others.map((other) => (
        <div className="ways__other" key={other}>
          <Button tone="text" small onClick={() => onChoose(other)}>
            {t(`${other}.instead`)}
          </Button>
        </div>
      ))}
    </MethodDialog>
  );
}

/** Whether this device could have a passcode and has none, and the person is not about to set one. */
function useMayOfferPasscode(): boolean {
  const { BrandIdentifier } = useBrand();
  const { pathname } = useLocation();
  const isUser = useIsUser();
  const isThere = pathname === paths.setLoginPin() || pathname === paths.signInMethods();
  return isUser && !isThere && !mayHavePasscode(BrandIdentifier);
}

function ProofField({ method, field }: { readonly method: ProofMethod; readonly field: FormField }) {
  const t = useTexts('stepUp');
  if (method === 'passkey') return null;
  const label = t(`${method}.label`);
  if (method === 'password') {
    return <PasswordField {...field} name="password" label={label} autoComplete="current-password" />;
  }
  if (method === 'accessCode') return <CodeField {...field} label={label} length={6} isSecret />;
  return <CodeField {...field} label={label} hint={t('passcode.hint')} length={4} isSecret isLast autoComplete="off" />;
}
