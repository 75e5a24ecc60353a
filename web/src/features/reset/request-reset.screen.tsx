import { emailText, lineText } from '@wattle/contract/rules/typed-text.ts';
import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { requestResetPassword } from '@wattle/contract/reset/reset.ts';
import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { send } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DonePage } from '../access/done-page.part.tsx';
import { EntryPage } from '../access/entry-page.part.tsx';

/** Username of a nominee, in the same format at every brand. */
const NOMINEE = /^\d{9}-\d{2}$/;

/** Asks for a link by username. What it says afterwards is true for a name that does not exist too. */
export function RequestResetScreen() {
  const t = useTexts('reset');
  const { LoginMethodId } = useBrand();
  const [isSent, setIsSent] = useState(false);
  const isEmail = LoginMethodId === LOGIN_METHOD.email;
  const label = isEmail ? t('request.email') : t('request.username');
  const fields = { username: { called: isEmail ? t('request.emailCalled') : t('request.usernameCalled') } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: requestResetPassword,
      body: ({ username }) => ({ username }),
      send: (body) => send(requestResetPassword, { body }),
      also: ({ username }) => {
        const typed = lineText(username);
        if (typed === '') return { username: 'required' };
        return isEmail && !EMAIL_ADDRESS.test(emailText(typed)) && !NOMINEE.test(typed)
          ? { username: 'invalidEmailAddressFormat' }
          : {};
      },
      onDone: () => setIsSent(true),
    }),
  });
  if (isSent) return <LinkSent />;
  return (
    <EntryPage
      title={t('request.title')}
      lead={t('request.lead')}
      back={paths.accountSignIn()}
      form={form}
      after={
        <p className="entry__ways">
          <Link className="entry__way" to={paths.requestPasswordReset()}>
            {t('request.byAccount')}
          </Link>
        </p>
      }
    >
      <Field
        {...form.field('username')}
        label={label}
        type="text"
        inputMode={isEmail ? 'email' : 'text'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton form={form} busy={t('request.busy')}>
        {t('request.submit')}
      </SubmitButton>
    </EntryPage>
  );
}

function LinkSent() {
  const t = useTexts('reset');
  return (
    <DonePage title={t('sent.title')} picture={<AppIcon name="message" />}>
      <p className="entry__lead">{t('sent.lead')}</p>
      <ul className="entry__list">
        <li className="entry__item">
          <Icon name="clock" size="m" />
          <span>{t('sent.wait')}</span>
        </li>
        <li className="entry__item">
          <Icon name="lock" size="m" />
          <span>{t('sent.old')}</span>
        </li>
        <li className="entry__item">
          <Icon name="phone" size="m" />
          <span>{t('sent.nothing')}</span>
        </li>
      </ul>
      <div className="entry__actions">
        <Link className={buttonClass({ wide: true })} to={paths.accountSignIn()}>
          {t('toSignIn')}
        </Link>
        <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.requestPasswordReset()}>
          {t('request.byAccount')}
        </Link>
      </div>
    </DonePage>
  );
}
