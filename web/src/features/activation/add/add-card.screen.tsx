import '../activation-frame.css';
import { addCardToLogin, getCardType, verifyCardToBeAdded } from '@wattle/contract/activation/add-card.ts';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useBrand } from '../../../brand/brand.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useHelpWords } from '../../../layout/use-help-words.ts';
import { paths } from '../../../paths.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { CARD_ID, CARD_NUMBER, NumberField } from '../../../ui/fields/number-field.tsx';
import { NewPin } from './new-pin.tsx';
import { useAfterAdding } from './use-after-adding.ts';

/** Card facts known so far. Number and code are kept in memory only. */
type Known =
  | { readonly step: 'number' }
  | { readonly step: 'code'; readonly number: string; readonly isReloadable: boolean }
  | { readonly step: 'pin'; readonly number: string; readonly code: string };

/** A card is added to the login: its number, the code of its kind and, for a reloadable one, a PIN. */
export function AddCardScreen() {
  const t = useTexts('activation');
  const brand = useBrand();
  const [known, setKnown] = useState<Known>({ step: 'number' });
  const after = useAfterAdding();
  const again = () => setKnown({ step: 'number' });
  if (known.step === 'number') {
    return <NumberForm onDone={(number, isReloadable) => setKnown({ step: 'code', number, isReloadable })} />;
  }
  if (known.step === 'code') {
    const { number } = known;
    return <CodeForm {...known} onBack={again} onPin={(code) => setKnown({ step: 'pin', number, code })} />;
  }
  return (
    <NewPin
      title={t('add.pin.title')}
      steps={{ step: 3, of: 3 }}
      operation={addCardToLogin}
      body={(pin) => ({
        cardNumber: known.number,
        isReloadable: true,
        code: known.code,
        pin,
        brandIdentifier: brand.BrandIdentifier,
      })}
      onDone={({ MaskedCardNumber }) => after.added(MaskedCardNumber, 'activated')}
    />
  );
}

function NumberForm({ onDone }: { readonly onDone: (number: string, isReloadable: boolean) => void }) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const { UseCardIdForCardholderAccess: usesCardId, SupportPhoneNumber: phone } = useBrand();
  const kind = usesCardId ? 'cardId' : 'cardNumber';
  const fields = { CardNumber: { called: t(`${kind}.name`) } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: getCardType,
      body: (values) => values,
      also: ({ CardNumber }) => {
        const { length } = CardNumber;
        if (length === 0) return { CardNumber: 'required' };
        const fits = usesCardId ? length === 11 : length === 16 || length === 19;
        return fits ? {} : { CardNumber: `${kind}Invalid` };
      },
      onDone: ({ IsReloadable }, { CardNumber }) => onDone(CardNumber, IsReloadable),
    }),
    problemWords: (_, key) => validation(key, { field: t(`${kind}.name`) }),
  });
  return (
    <FormPage
      title={t('add.title')}
      lead={t('add.number.lead')}
      back={{ to: paths.cardHome(), link: Link }}
      form={form}
      help={form.refusal?.code === '20245' ? t('add.help.locked', { phone }) : undefined}
      className="activation__form"
    >
      <NumberField
        {...form.field('CardNumber')}
        {...(usesCardId ? CARD_ID : CARD_NUMBER)}
        label={t(`${kind}.label`)}
        hint={t(`${kind}.hint`)}
        autoComplete="cc-number"
      />
      <SubmitButton form={form}>{t('continue')}</SubmitButton>
      <p className="activation__small">{t('add.number.safe')}</p>
    </FormPage>
  );
}

/** Help text by error code; the default gives the number to call. */
const HELP: Readonly<Record<string, string>> = { '20050': 'add.help.identity', '20245': 'add.help.locked' };

type CodeFormProps = {
  readonly number: string;
  readonly isReloadable: boolean;
  readonly onBack: () => void;
  readonly onPin: (code: string) => void;
};

function CodeForm({ number, isReloadable, onBack, onPin }: CodeFormProps) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const brand = useBrand();
  const help = useHelpWords();
  const after = useAfterAdding();
  const kind = isReloadable ? 'activation' : 'access';
  const fields = { code: { called: t(`add.code.${kind}.name`), isSecret: true } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyCardToBeAdded,
      body: ({ code }) => ({ number, code, reloadable: isReloadable }),
      send: async (body) => {
        const proved = await call(verifyCardToBeAdded, { body });
        if (!proved.ok || (proved.value.NextStep !== null && proved.value.NextStep !== 'confirm')) return proved;
        // No further input is needed, so the card is added immediately.
        const { code } = body;
        const added = await call(addCardToLogin, {
          body: { cardNumber: number, isReloadable, code, brandIdentifier: brand.BrandIdentifier },
        });
        return added.ok ? proved : added;
      },
      also: ({ code }) => {
        if (code === '') return { code: 'required' };
        return code.length === 6 ? {} : { code: isReloadable ? 'activiationCodeInvalid' : 'accessCodeInvalid' };
      },
      onDone: async ({ CardNumberSuffix, NextStep }, { code }) => {
        if (NextStep === 'pin') onPin(code);
        else if (NextStep === null || NextStep === 'confirm') await after.addedEnding(CardNumberSuffix, 'added');
        else await after.goOn(NextStep);
      },
    }),
    problemWords: (_, key) => validation(key, { field: fields.code.called }),
  });
  const { code: refused } = form.refusal ?? {};
  return (
    <FormPage
      title={t(`add.code.${kind}.title`)}
      lead={t(`add.code.${kind}.lead`, { ending: number.slice(-4) })}
      back={{ onPress: onBack }}
      steps={{ step: 2, of: isReloadable ? 3 : 2 }}
      help={
        refused === undefined ? undefined : t(HELP[refused] ?? 'add.help.call', { phone: brand.SupportPhoneNumber })
      }
      form={form}
      className="activation__form"
    >
      <CodeField
        {...form.field('code')}
        label={t(`add.code.${kind}.label`)}
        hint={isReloadable ? (help.activationCode ?? t('code.hint')) : t('add.code.access.hint')}
        length={6}
      />
      <SubmitButton form={form} busy={t('start.busy')}>
        {t(isReloadable ? 'add.code.activation.submit' : 'add.code.access.submit')}
      </SubmitButton>
      {refused === '20050' ? (
        <p>
          <Link to={paths.cardActivate()}>{t('add.help.activate')}</Link>
        </p>
      ) : null}
      <p className="activation__small">
        {t('add.code.none')}{' '}
        <Link to={isReloadable ? paths.requestActivationCode() : paths.requestAccessCode()}>
          {t('add.code.request')}
        </Link>
      </p>
    </FormPage>
  );
}
