import { token } from '@wattle/contract/access/sign-in.ts';
import { useNavigate } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CARD_NUMBER, NumberField } from '../../../ui/fields/number-field.tsx';
import { EntryPage } from '../entry-page.part.tsx';
import { cardAccessJourney } from './card-access-journey.ts';

/** Forgotten card details, first step: which card it is. */
export function CardAccessScreen() {
  const t = useTexts('recovery');
  const access = useTexts('access');
  const navigate = useNavigate();
  const { BrandIdentifier: brand, TenantId, BrandId } = useBrand();
  const { values, state } = useStep(cardAccessJourney, 'number');
  const fields = { cardnumber: { called: access('cardNumber.name'), initial: values.cardnumber ?? '' } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: token,
      body: ({ cardnumber }) => ({
        grant_type: 'cardaccess' as const,
        brand,
        tenantId: String(TenantId),
        brandId: String(BrandId),
        cardnumber,
      }),
      // A well-formed number always gets a token, which does not show whether the card exists.
      onDone: async ({ access_token }, { cardnumber }) => {
        cardAccessJourney.complete('number', { cardnumber, token: access_token });
        await navigate(paths.cardAccessPin());
      },
      onRefused: ({ code }) =>
        code === '20010' ? { problems: { cardnumber: 'cardAccessCardNumberInvalid' } } : undefined,
    }),
    onTyped: (typed) => cardAccessJourney.typeIn('number', typed),
  });
  return (
    <EntryPage
      title={t('cardAccess.number.title')}
      lead={t('cardAccess.number.lead')}
      back={paths.cardSignIn()}
      step={1}
      notice={state.isRetaining ? <Banner role="status">{t('cardAccess.ended')}</Banner> : null}
      form={form}
    >
      <NumberField
        {...form.field('cardnumber')}
        {...CARD_NUMBER}
        label={access('cardNumber.label')}
        hint={access('cardNumber.hint')}
        autoComplete="cc-number"
      />
      <SubmitButton form={form} busy={t('cardAccess.busy')}>
        {t('cardAccess.next')}
      </SubmitButton>
    </EntryPage>
  );
}
