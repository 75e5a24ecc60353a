import '../../ui/journey-page.css';
import './entry-page.css';
import { addPasscode } from '@wattle/contract/access/add-passcode.ts';
import { newPasscode } from '@wattle/contract/access/passcode.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NewCodeFields } from '../../ui/new-code-fields.tsx';
import { type Problems, REFUSED, useForm } from '../../ui/use-form.ts';
import { DonePage } from './done-page.tsx';
import { messageOf } from './message-of.ts';
import { noteHasPasscode } from './passcode-offer.ts';
import { wordsOfProblems } from './sign-in-problems.ts';
import { describeDevice, ownUserAgent } from './this-device.ts';

type Name = 'passcode' | 'again';
type Values = Readonly<Record<Name, string>>;

const FIELD_IDS = { passcode: 'passcode', again: 'passcode-again' } as const;

async function check({ passcode, again }: Values): Promise<Problems<Name>> {
  const problem = messageOf(z.safeParse(newPasscode, passcode));
  if (problem !== null) return { passcode: problem };
  return again === passcode ? {} : { again: 'tryAgainPasscodeText' };
}

/** Sets the passcode of this device. Its user is signed in with username and password. */
export function SetLoginPinScreen() {
  const t = useTexts('passcode');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const { BrandIdentifier } = useBrand();
  const [refusal, setRefusal] = useState('');
  const [isSet, setIsSet] = useState(false);
  const form = useForm<Name>({
    initial: { passcode: '', again: '' },
    secrets: ['passcode', 'again'],
    check,
    submit: async ({ passcode }) => {
      const answer = await call(addPasscode, {
        body: { device: describeDevice(), pin: passcode, userAgent: ownUserAgent() },
      });
      if (!answer.ok) {
        setRefusal(answer.code);
        return { passcode: REFUSED, again: REFUSED };
      }
      noteHasPasscode(BrandIdentifier, true);
      setIsSet(true);
      return {};
    },
  });
  const words = wordsOfProblems(form.problems, {
    fieldIds: FIELD_IDS,
    refusal: Object.values(form.problems).includes(REFUSED) ? wordsOfCode(refusal) : null,
    wordsOf: (_, key) => validation(key),
  });
  useErrorTitle(words.summary.length > 0);
  const field = (name: Name) => ({
    id: FIELD_IDS[name],
    name,
    ...words.field(name),
    value: form.values[name],
    onValue: (value: string) => form.setValue(name, value),
  });
  if (isSet) {
    return (
      <DonePage title={t('set.done')} picture={<Icon name="check" />}>
        <p className="entry__lead">{t('set.next')}</p>
        <div className="entry__actions">
          <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
            {t('set.home')}
          </Link>
          <Link className={buttonClass({ wide: true, tone: 'line' })} to={paths.signInMethods()}>
            {t('set.back')}
          </Link>
        </div>
      </DonePage>
    );
  }
  return (
    <div className="entry">
      <Link className="journey-page__back" to={paths.signInMethods()}>
        <AppIcon name="previous" size="s" />
        {t('set.back')}
      </Link>
      <ErrorSummary problems={words.summary} attempt={form.attempt} />
      <h1>{t('set.title')}</h1>
      <p className="entry__lead">{t('set.lead')}</p>
      <form className="entry__form" noValidate onSubmit={form.onSubmit}>
        <NewCodeFields
          first={{ ...field('passcode'), label: t('set.passcode') }}
          again={{ ...field('again'), label: t('set.again') }}
          hint={t('hint')}
          matched={t('set.matched')}
        />
        <Button type="submit" wide busy={form.isBusy}>
          {t(form.isBusy ? 'set.busy' : 'set.submit')}
        </Button>
      </form>
    </div>
  );
}
