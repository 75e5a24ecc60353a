import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { giveConsent } from '@wattle/contract/activation/steps.ts';
import type { ReactNode } from 'react';
import { Link, useHref } from '../../router/public.ts';
import { useSignInName } from '../../brand/sign-in-name.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts, useLanguage } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { callActivation } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useNomineeLogin } from './use-nominee-login.ts';
import { useActivation, useNextStep } from './use-activation.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { useBrand } from '../../brand/brand.ts';
import { Disclosure } from '../../ui/pages/disclosure.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';

/**
 * Documents to agree to, on the page of consent. Pages open in a new tab, so that what was entered stays; a statement
 * that the brand has as a text opens in its place.
 */
function Papers() {
  const t = useTexts('activation');
  const language = useLanguage();
  const { PDSText, PrivacyUrl, ProductInformationUrl } = useBrand();
  const product = useHref(paths.productInformation());
  const privacy = useHref(paths.privacy());
  return (
    <section className="activation__papers" aria-label={t('agree.papers')}>
      {PDSText === null ? (
        <p>
          <ExternalLink href={ProductInformationUrl ?? product}>{t('agree.paper.product')}</ExternalLink>
        </p>
      ) : (
        <Disclosure title={t('agree.paper.product')}>
          {language === DEFAULT_LANGUAGE ? null : <p>{t('agree.paper.language')}</p>}
          <p className="activation__statement" lang="en-AU">
            {PDSText}
          </p>
        </Disclosure>
      )}
      <p>
        <ExternalLink href={PrivacyUrl ?? privacy}>{t('agree.paper.privacy')}</ExternalLink>
      </p>
    </section>
  );
}

/** All entered details, each with a link to change it, and the consent. */
export function ConsentScreen() {
  const activation = useActivation('consent');
  return (
    <StepGate page="consent" activation={activation}>
      {activation.view ? <ConsentForm view={activation.view} /> : null}
    </StepGate>
  );
}

function ConsentForm({ view }: { readonly view: ActivationView }) {
  const t = useTexts('activation');
  const goOn = useNextStep();
  const fields = {
    AcceptedDisclosures: {},
    AcceptedIdentityCheck: {},
    ProductMarketingEmail: {},
    CfsMarketingEmail: {},
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: giveConsent,
      body: (values) => ({
        AcceptedDisclosures: true as const,
        AcceptedIdentityCheck: values.AcceptedIdentityCheck === 'true',
        ProductMarketingEmail: values.ProductMarketingEmail === 'true',
        CfsMarketingEmail: values.CfsMarketingEmail === 'true',
      }),
      also: (values) => ({
        ...(values.AcceptedDisclosures === 'true' ? {} : { AcceptedDisclosures: 'required' }),
        ...(!view.eKycRequired || values.AcceptedIdentityCheck === 'true' ? {} : { AcceptedIdentityCheck: 'required' }),
      }),
      send: (body) => callActivation(giveConsent, { body }),
      onDone: goOn,
    }),
    problemWords: (name) => t(`agree.${name}.required`),
  });
  const box = (name: keyof typeof fields) => {
    const { id, value, onValue, error } = form.field(name);
    return { id, error, isChecked: value === 'true', onChange: (is: boolean) => onValue(is ? 'true' : '') };
  };
  return (
    <FormPage title={t('agree.title')} form={form} className="activation__form" before={<Review view={view} />}>
      <h2>{t('agree.before')}</h2>
      <Papers />
      <Checkbox {...box('AcceptedDisclosures')} label={t('agree.disclosures')} />
      {view.eKycRequired ? <Checkbox {...box('AcceptedIdentityCheck')} label={t('agree.check')} /> : null}
      <Checkbox {...box('ProductMarketingEmail')} label={t('agree.marketing')} />
      <Checkbox {...box('CfsMarketingEmail')} label={t('agree.news')} />
      <SubmitButton form={form}>{t('agree.submit')}</SubmitButton>
    </FormPage>
  );
}

function Review({ view }: { readonly view: ActivationView }) {
  const t = useTexts('activation');
  const profile = useTexts('profile');
  const nomineeName = useNomineeLogin(view);
  const { Entered } = view;
  const nameOf = useSignInName();
  const loginName = nomineeName ?? Entered.LoginName ?? '';
  const { Address } = Entered;
  const format = useFormat();
  const setUp = paths.accountSetup();
  const name = [Entered.Title, Entered.FirstName, Entered.MiddleName, Entered.Surname].filter(Boolean).join(' ');
  return (
    <div className="activation__review">
      <ReviewPart title={t('agree.signIn')} to={`${setUp}#sign-in`}>
        <Fact
          term={t({ email: 'access.email.label', username: 'agree.name', number: 'agree.number' }[nameOf(loginName)])}
        >
          <EmailText email={loginName} />
        </Fact>
        <Fact term={t('agree.password')}>{t('agree.passwordSet')}</Fact>
        <Fact term={t('agree.question')}>{profile(`securityQuestion.${Entered.SecurityQuestion}`)}</Fact>
      </ReviewPart>
      <ReviewPart title={t('agree.you')} to={`${setUp}#FirstName`}>
        <Fact term={t('agree.fullName')}>{name}</Fact>
        <Fact term={t('agree.birth')}>{Entered.UnparsedDateOfBirth && format.dateOf(Entered.UnparsedDateOfBirth)}</Fact>
        <Fact term={t('agree.mobile')}>{Entered.Mobile}</Fact>
      </ReviewPart>
      {Address ? (
        <ReviewPart title={t('agree.address')} to={`${setUp}#address-line1`}>
          <Fact term={t('agree.home')}>
            <AddressLines address={Address} />
          </Fact>
          {Entered.CorrespondenceAddress ? (
            <Fact term={t('agree.letters')}>
              <AddressLines address={Entered.CorrespondenceAddress} />
            </Fact>
          ) : null}
          {Entered.RewardProviderDetails?.IsMember ? (
            <Fact term={t('agree.rewards')}>{Entered.RewardProviderDetails.AccountNumber}</Fact>
          ) : null}
        </ReviewPart>
      ) : null}
      {view.Steps.some(({ Name }) => Name === 'taxFile') ? (
        <ReviewPart title={t('agree.tax')} to={paths.setTaxFile()}>
          <Fact term={t('agree.taxNumber')}>
            {Entered.TaxFileNumber === null
              ? t('agree.taxLater')
              : Entered.TaxFileNumber.startsWith('EXEMPT')
                ? t('agree.taxExempt')
                : Entered.TaxFileNumber}
          </Fact>
        </ReviewPart>
      ) : null}
    </div>
  );
}

type Address = NonNullable<ActivationView['Entered']['Address']>;

function AddressLines({ address }: { readonly address: Address }) {
  return (
    <>
      {[address.AddressLine1, address.AddressLine2].filter(Boolean).join(', ')}
      <br />
      {[address.Suburb, address.State, address.PostCode].filter(Boolean).join(' ')}
    </>
  );
}

type ReviewPartProps = { readonly title: string; readonly to: string; readonly children: ReactNode };

function ReviewPart({ title, to, children }: ReviewPartProps) {
  const t = useTexts('activation');
  return (
    <section className="activation__part">
      <div className="activation__part-head">
        <h2>{title}</h2>
        <Link to={to}>
          {t('agree.change')}
          <span className="visually-hidden"> {title}</span>
        </Link>
      </div>
      <dl className="activation__facts">{children}</dl>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
