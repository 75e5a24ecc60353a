import './activation-frame.css';
import { token } from '@wattle/contract/access/sign-in.ts';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { useEffect, useState } from 'react';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { refusalOf } from '../../form/form.domain.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useHelpWords } from '../../layout/use-help-words.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { Disclosure } from '../../ui/pages/disclosure.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { CARD_ID, CARD_NUMBER, NumberField } from '../../ui/fields/number-field.tsx';
import { grouped, IN_FOURS } from '../../ui/fields/typed-number.ts';
import { dropHandedOverCard, handedOverCard } from '../access/public.ts';
import { ActivationFrame } from './activation-frame.part.tsx';
import { callActivation, retainCard, retainedCard, startActivation, useActivationState } from './activation-session.ts';
import { closeLetter, useLetter } from './letter.ts';
import { useNextStep } from './use-activation.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';

/** The card of the letter in place of the field for its number. */
function LetterCard({ card, label }: { readonly card: string | null; readonly label: string }) {
  const t = useTexts('activation');
  return (
    <div className="activation__letter">
      <div>
        <p className="activation__letter-label">{label}</p>
        {card === null ? <Skeleton width="12rem" height="1.5rem" /> : <p className="figures">{card}</p>}
        <p className="activation__small">{t('letter.from')}</p>
      </div>
      <Button tone="text" small onClick={closeLetter}>
        {t('letter.other')}
      </Button>
    </div>
  );
}

/** Refusals that are about one of the two fields. */
const FIELD_OF: Readonly<Record<string, 'cardNumber' | 'activationCode'>> = {
  '20051': 'activationCode',
  '10500': 'cardNumber',
  '20053': 'cardNumber',
};

/** The first step: the card and the code of its letter. */
export function CardActivateScreen() {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const goOn = useNextStep();
  const { hasEnded } = useActivationState();
  const { letter, isOver } = useLetter();
  const brand = useBrand();
  const { UseCardIdForCardholderAccess: usesCardId, TermsUrl, CardIdHelpInfoImage: picture } = brand;
  const help = useHelpWords();
  const kind = usesCardId ? 'cardId' : 'cardNumber';
  // The code of a bought card that was just shown is filled in.
  const [{ card, code }] = useState(handedOverCard);
  const [before] = useState(() => (usesCardId && card !== '' ? card : retainedCard()));
  useEffect(dropHandedOverCard, []);
  const fields = {
    cardNumber: { called: t(`${kind}.name`), initial: before },
    activationCode: { called: t('code.name'), initial: code, isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: token,
      body: ({ cardNumber, activationCode }) => ({
        grant_type: 'verifyactivation' as const,
        brand: brand.BrandIdentifier,
        tenantId: String(brand.TenantId),
        brandId: String(brand.BrandId),
        ...(letter ? { letterReference: letter.reference } : { cardNumber }),
        activationCode,
      }),
      also: ({ cardNumber }) => {
        if (letter) return {};
        const { length } = cardNumber;
        if (length === 0) return { cardNumber: 'required' };
        const fits = usesCardId ? length === 11 : length === 16 || length === 19;
        return fits ? {} : { cardNumber: `${kind}Invalid` };
      },
      blamed: letter ? ['activationCode'] : ['cardNumber', 'activationCode'],
      onRefused: (failure) => {
        const field = FIELD_OF[failure.code];
        return field
          ? { refusal: refusalOf(failure, [letter ? 'activationCode' : field], navigator.onLine) }
          : undefined;
      },
      onDone: async (answer, { cardNumber }) => {
        closeLetter();
        startActivation(answer);
        retainCard(cardNumber);
        const begun = await callActivation(getActivation, {});
        if (begun.ok) await goOn(begun.value);
      },
    }),
    problemWords: (name, key) => validation(key, { field: fields[name].called }),
  });
  function helpWith(refused: string | undefined): string | undefined {
    if (refused === '20245') return t('start.locked', { phone: brand.SupportPhoneNumber });
    // The number of a card may be known to its processor alone: then its letter is the only way.
    return refused === '20051' && !letter && !usesCardId ? t('start.byLetter') : undefined;
  }
  return (
    <ActivationFrame
      page="card"
      view={null}
      card={<CardOnHero number={letter?.card ?? (usesCardId ? '' : grouped(form.values.cardNumber, IN_FOURS))} />}
    >
      <FormPage
        title={t('start.title')}
        lead={t('start.lead')}
        back={{ to: paths.accountSignIn(), link: Link }}
        help={helpWith(form.refusal?.code)}
        notice={
          hasEnded || isOver ? <Banner role="status">{t(hasEnded ? 'start.ended' : 'letter.over')}</Banner> : null
        }
        form={form}
        className="activation__form"
      >
        {letter ? (
          <LetterCard card={letter.card} label={t(`${kind}.label`)} />
        ) : (
          <NumberField
            {...form.field('cardNumber')}
            {...(usesCardId ? CARD_ID : CARD_NUMBER)}
            label={t(`${kind}.label`)}
            hint={help.cardId && usesCardId ? help.cardId : t(`${kind}.hint`)}
            autoComplete="cc-number"
          />
        )}
        {picture && !letter ? (
          <img className="activation__help" src={picture} alt={t(`${kind}.picture`)} width={320} height={202} />
        ) : null}
        <CodeField
          {...form.field('activationCode')}
          label={t('code.label')}
          hint={help.activationCode ?? t('code.hint')}
          length={6}
        />
        <Disclosure title={t('start.noCode')}>
          <p>{t('start.noCodeText')}</p>
          <p>
            <Link to={paths.requestActivationCode()}>{t('start.requestCode')}</Link>
          </p>
        </Disclosure>
        <SubmitButton form={form} busy={t('start.busy')}>
          {t('continue')}
        </SubmitButton>
        <p className="activation__small">
          {TermsUrl ? (
            <>
              {t('start.termsBefore')}
              <ExternalLink href={TermsUrl}>{t('start.termsLink')}</ExternalLink>
              {t('start.termsAfter')}
            </>
          ) : (
            t('start.onlyFind')
          )}
        </p>
      </FormPage>
    </ActivationFrame>
  );
}

/** The brand's picture, filled in with the number as it is typed. It names no product before the code is right. */
function CardOnHero({ number }: { readonly number: string }) {
  const { Assets } = useBrand();
  const rest = '•••• •••• •••• ••••'.slice(number.length);
  return (
    <div className="activation__card" aria-hidden="true">
      <img src={Assets.Hero} alt="" />
      <span className="activation__number">{`${number}${rest}`}</span>
    </div>
  );
}
