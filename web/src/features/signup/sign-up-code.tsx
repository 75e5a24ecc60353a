import { sendSignUpCode, verifySignUpCode } from '@wattle/contract/signup/sign-up.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { type End, refusalOf, type Values } from '../../form/form.domain.ts';
import { FormPage } from '../../form/form-page.tsx';
import { checkBody } from '../../form/operation.domain.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { type FormRules, useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import type { SignUpName, Typed } from './sign-up.actions.ts';
import { isOver } from './sign-up.domain.ts';

type SignUpCodeProps = {
  readonly values: Typed;
  /** Names the sign-up whose code was sent. */
  readonly first: string;
  /** Returns to the form with the problem, or, with null, continues to where the sign-up ends. */
  readonly onEnd: (how: End<SignUpName>) => Promise<void>;
};

/** The code that was sent to a contact on record. Once it is right, the login is made. */
export function SignUpCode({ values, first, onEnd }: SignUpCodeProps) {
  const t = useTexts('signup');
  const wordsOfCode = useErrorTexts();
  const { BrandIdentifier: brand, SupportPhoneNumber: phone } = useBrand();
  const [token, setToken] = useState(first);
  const [again, setAgain] = useState<'idle' | 'busy' | 'sent' | 'many' | 'failed'>('idle');
  const fields = { code: { called: t('code.called') } };
  const bodyOf = ({ code }: Values<'code'>) => ({ token, code, brandIdentifier: brand });
  const rules: FormRules<'code'> = {
    check: (typed) => checkBody(typed, verifySignUpCode, bodyOf(typed)),
    async submit(typed) {
      const answer = await call(verifySignUpCode, { body: bodyOf(typed) });
      if (!answer.ok && !isOver(answer.code)) return { refusal: refusalOf(answer, ['code'], navigator.onLine) };
      const { createLogin } = await import('./sign-up.actions.ts');
      const end: End<SignUpName> = answer.ok
        ? await createLogin(brand, token, values)
        : { problems: { accountid: 'signUpOver' } };
      // A retry with the same code and login gets the same response.
      if (end !== null && end !== 'paused' && 'refusal' in end && end.refusal.isTrouble) {
        return { refusal: { ...end.refusal, fields: [] } };
      }
      await onEnd(end);
      return null;
    },
  };
  const form = useForm({
    fields,
    rules,
    refusalWords: ({ code }) => (code === '20052' ? t('code.wrong') : wordsOfCode(code)),
  });
  const sendAgain = async () => {
    setAgain('busy');
    // The error about the previous code would be shown above the answer.
    form.setValue('code', '');
    const answer = await call(sendSignUpCode, { body: { accountId: values.accountid, brandIdentifier: brand } });
    if (answer.ok) setToken(answer.value.token);
    setAgain(answer.ok ? 'sent' : answer.status === 429 ? 'many' : 'failed');
  };
  return (
    <div className="sign-up">
      <FormPage
        title={t('code.title')}
        lead={t('code.lead')}
        steps={{ step: 3, of: 3 }}
        notice={
          <div role="status">
            {again === 'idle' || again === 'busy' ? null : <Banner>{t(`code.again.${again}`, { phone })}</Banner>}
          </div>
        }
        form={form}
        className="sign-up__form"
        after={
          <>
            <p>{t('code.none', { phone })}</p>
            <p>{t('code.held')}</p>
          </>
        }
      >
        <CodeField {...form.field('code')} label={t('code.label')} hint={t('code.hint')} length={6} />
        <div className="sign-up__ends">
          <SubmitButton form={form} busy={t('code.busy')}>
            {t('code.submit')}
          </SubmitButton>
          <Button tone="line" wide busy={again === 'busy'} onClick={() => void sendAgain()}>
            {t('code.sendAgain')}
          </Button>
          <Button tone="text" wide onClick={() => void onEnd('paused')}>
            {t('code.back')}
          </Button>
        </div>
      </FormPage>
    </div>
  );
}
