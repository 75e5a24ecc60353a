import { CARD_NAME_MAXIMUM } from '@wattle/contract/rules/card-name.ts';
import { useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { CardPicture } from '../card-picture.part.tsx';
import { useCards } from '../public.ts';
import { pinAndNameRules } from './pin-and-name-rules.ts';
import { type Managed, SettingPage } from './setting-page.part.tsx';
import { offers } from './settings.domain.ts';
import { SettingForm } from './setting-form.part.tsx';
import { useRefetchCards } from './use-saved.ts';

/** PIN and name of the card, saved together without a review. A new PIN takes the password of the sign-in. */
export function PinAndNameScreen() {
  const t = useTexts('settings');
  const isVirtual = useCards().selected?.IsVirtualCard === true;
  /** The new name is empty where it stayed. */
  const [changed, setChanged] = useState<{ readonly name: string } | null>(null);
  if (changed) return <PinChanged name={changed.name} />;
  return (
    <SettingPage title={t(isVirtual ? 'name.title' : 'pinAndName.title')} isOffered={offers.name}>
      {(managed) => <PinAndNameForm {...managed} onPinChanged={(name) => setChanged({ name })} />}
    </SettingPage>
  );
}

function PinChanged({ name }: { readonly name: string }) {
  const t = useTexts('settings');
  return (
    <OutcomePage
      state="done"
      title={t('pin.done')}
      lead={
        <p>
          {t('pin.doneText')} {name === '' ? null : t('name.saved', { name })}
        </p>
      }
      ways={
        <Link className={buttonClass({ wide: true })} to={paths.settings()}>
          {t('pin.toSettings')}
        </Link>
      }
    />
  );
}

type PinAndNameProps = Managed & { readonly onPinChanged: (name: string) => void };

function PinAndNameForm({ card, details, onPinChanged }: PinAndNameProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const navigate = useNavigate();
  const refetch = useRefetchCards();
  const isElsewhere = card.PinHeldBy === 'processor';
  const [isPinSaved, setPinSaved] = useState(false);
  const hasPin = offers.pin({ card, details }) && !isElsewhere && !isPinSaved;
  const fields = {
    name: { called: t('name.called'), initial: card.CardName },
    pin: { called: t('pin.called'), isPin: true },
    again: { called: t('pin.called'), isPin: true },
    password: { called: t('password.called'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: pinAndNameRules(fields, card, {
      onPinAlone: () => {
        for (const secret of ['pin', 'again', 'password'] as const) form.setValue(secret, '');
        setPinSaved(true);
      },
      onDone: async ({ isPinChanged, name }) => {
        await refetch();
        if (isPinChanged) return onPinChanged(name);
        if (name !== '') showToast({ text: () => t('name.saved', { name }) });
        await navigate(paths.settings());
      },
    }),
  });
  const { pin, again, password } = form.values;
  return (
    <SettingForm form={form}>
      <div className="setting-form__name">
        <span className="setting-form__picture">
          <CardPicture card={card} />
        </span>
        <Field
          {...form.field('name')}
          label={t('name.label')}
          hint={t('name.hint')}
          autoComplete="off"
          limit={CARD_NAME_MAXIMUM}
        />
      </div>
      {isPinSaved ? (
        <Banner tone="ok" role="status" title={t('pin.done')}>
          {t('pin.doneText')}
        </Banner>
      ) : null}
      {isElsewhere ? <Banner title={t('pin.elsewhere')}>{t('pin.elsewhereText')}</Banner> : null}
      {hasPin ? (
        <FieldGroup
          id="change-pin"
          label={t('pin.title')}
          hint={t('pin.text', { amount: format.money(details.ContactlessWithoutPinMaximum) })}
          isSection
        >
          <NewCodeFields
            {...form.twice('pin', 'again')}
            label={t('pin.new')}
            againLabel={t('pin.again')}
            hint={t('pin.hint')}
            matched={t('pin.matched')}
          />
          {pin === '' && again === '' && password === '' ? null : (
            <PasswordField {...form.field('password')} label={t('password.label')} autoComplete="current-password" />
          )}
        </FieldGroup>
      ) : null}
      <SubmitButton form={form}>{t(hasPin ? 'pinAndName.save' : 'name.save')}</SubmitButton>
    </SettingForm>
  );
}
