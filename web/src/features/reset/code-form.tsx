import { sendResetCode, verifyResetCode } from '@wattle/contract/reset/reset.ts';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { WithEmail } from '../../ui/email-text.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';
import { goTo, type HeldReset } from './reset-session.ts';

type CodeFormProps = {
  readonly held: HeldReset;
  readonly sentTo: string;
  readonly onOver: (code: string) => void;
};

/** The code that was sent to a registered contact. */
export function CodeForm({ held, sentTo, onOver }: CodeFormProps) {
  const t = useTexts('reset');
  const { SupportPhoneNumber: phone } = useBrand();
  const wordsOfCode = useErrorTexts();
  const [again, setAgain] = useState<'idle' | 'busy' | 'sent' | 'many' | 'failed'>('idle');
  const isOver = (code: string) => {
    if (code !== '20060' && code !== '20062') return false;
    onOver(code);
    return true;
  };
  const fields = { code: { called: t('code.called') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyResetCode,
      body: ({ code }) => ({ token: held.token, code }),
      send: (body) => send(verifyResetCode, { body }),
      onDone: () => goTo({ at: 'password' }),
      onRefused: ({ code }) => (isOver(code) ? null : undefined),
    }),
    refusalWords: ({ code }) => (code === '20052' ? t('code.wrong') : wordsOfCode(code)),
  });
  const sendAgain = async () => {
    setAgain('busy');
    // The error about the previous code would be shown above the answer.
    form.setValue('code', '');
    const answer = await send(sendResetCode, { body: { token: held.token } });
    if (!answer.ok && isOver(answer.code)) return;
    setAgain(answer.ok ? 'sent' : answer.status === 429 ? 'many' : 'failed');
  };
  return (
    <EntryPage
      title={t('code.title')}
      lead={<WithEmail text={t('code.lead', { to: sentTo })} />}
      back={paths.accountSignIn()}
      notice={
        <div role="status">
          {again === 'idle' || again === 'busy' ? null : <Banner>{t(`code.again.${again}`)}</Banner>}
        </div>
      }
      form={form}
      after={<p>{t('code.none', { phone })}</p>}
    >
      <CodeField {...form.field('code')} label={t('code.label')} hint={t('code.hint')} length={6} />
      <SubmitButton form={form} busy={t('checking')}>
        {t('continue')}
      </SubmitButton>
      <Button tone="text" wide busy={again === 'busy'} onClick={() => void sendAgain()}>
        {t('code.sendAgain')}
      </Button>
    </EntryPage>
  );
}
