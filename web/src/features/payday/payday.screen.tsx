import './payday.css';
import '../../ui/pages/panel.css';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { deletePayday, setPayday, type UntilPayday } from '@wattle/contract/payday/payday.ts';
import { lastPaydayFrom, PAYDAY_FREQUENCIES, type PaydayFrequency } from '@wattle/contract/rules/paydays.ts';
import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNow } from '../../api/use-now.ts';
import { operationKey, useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link, useNavigate } from '../../router/public.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { PageSplit } from '../../ui/pages/page-split.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SettingForm } from '../cards/settings/setting-form.part.tsx';
import { type Managed, SettingPage } from '../cards/settings/setting-page.part.tsx';

/** When the holder of the account is paid, and what is left until then. */
export function PaydayScreen() {
  const t = useTexts('payday');
  return (
    <SettingPage
      title={t('title')}
      back={{ to: paths.cardHome(), link: Link }}
      isWide
      isOffered={({ card }) => card.CanKeepAside}
    >
      {(managed) => (
        <PageSplit side={<How />}>
          {managed.details.Payday ? <Until payday={managed.details.Payday} /> : null}
          <PaydayForm {...managed} />
        </PageSplit>
      )}
    </SettingPage>
  );
}

/** Money that is left until payday, and what it is calculated from. */
function Until({ payday }: { readonly payday: UntilPayday }) {
  const t = useTexts('payday');
  const owned = useOwnedMoney();
  const format = useFormat();
  const now = useNow();
  const { Left: left, ScheduledPayments: count } = payday;
  return (
    <section className="panel panel--padded payday" aria-labelledby="payday-left">
      <h2 id="payday-left" className="payday__label">
        {t('until', { date: format.dayInWords(payday.NextDate, now) })}
      </h2>
      <p className="payday__amount figures">
        <OwnedMoney dollars={left} />
      </p>
      {left < 0 ? <p className="payday__short">{t('short', { amount: owned(-left) })}</p> : null}
      <p className="payday__note">
        {count === 0 ? (
          t('nothing')
        ) : (
          <Link to={paths.scheduledPayments()}>{t('after', { count, amount: owned(payday.Scheduled) })}</Link>
        )}
      </p>
    </section>
  );
}

function How() {
  const t = useTexts('payday');
  return (
    <section className="panel panel--padded payday__how" aria-labelledby="payday-how">
      <h2 id="payday-how">{t('how.title')}</h2>
      <ul>
        <li>{t('how.what')}</li>
        <li>{t('how.day')}</li>
        <li>{t('how.only')}</li>
      </ul>
    </section>
  );
}

const frequencyOf = (typed: string): PaydayFrequency =>
  PAYDAY_FREQUENCIES.find((one) => String(one) === typed) ?? PAYDAY_FREQUENCIES[0];

function PaydayForm({ card, details }: Managed) {
  const t = useTexts('payday');
  const wordsOf = useErrorTexts();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const today = useFormat().dayOf(useNow());
  const { AccountNumber: accountNumber } = card;
  const saved = details.Payday;
  const refetch = () => cache.invalidateQueries({ queryKey: operationKey(getCardDetails) });
  const fields = {
    frequency: { initial: String(saved?.Frequency ?? PAYDAY_FREQUENCIES[1]) },
    day: { initial: saved?.NextDate ?? '', called: t('day.called') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: setPayday,
      names: { Frequency: 'frequency', NextDate: 'day' },
      body: ({ frequency, day }) => ({ accountNumber, Frequency: frequencyOf(frequency), NextDate: dayOf(day) ?? '' }),
      also: ({ frequency, day: typed }) => {
        const day = dayOf(typed);
        const isWithin = day !== null && day >= today && day <= lastPaydayFrom(today, Number(frequency));
        return isWithin ? {} : { day: 'day' };
      },
      onDone: async () => {
        await refetch();
        showToast({ text: t('saved') });
        await navigate(paths.cardHome());
      },
    }),
    problemWords: (name) => (name === 'day' ? t('day.wrong') : undefined),
  });
  const remove = useAction(deletePayday, {
    invalidates: [getCardDetails],
    onSuccess: () => {
      showToast({ text: t('removed') });
      void navigate(paths.cardHome());
    },
  });
  const { frequency } = form.values;
  return (
    <SettingForm form={form}>
      <Segmented
        label={t('often')}
        options={PAYDAY_FREQUENCIES.map((one) => ({ value: String(one), label: t(`often.${one}`) }))}
        value={frequency}
        onChange={(value) => form.setValue('frequency', value)}
      />
      <DateField
        {...form.field('day')}
        label={t('day')}
        hint={t('day.hint')}
        today={today}
        first={today}
        last={lastPaydayFrom(today, Number(frequency))}
      />
      <SubmitButton form={form}>{t('save')}</SubmitButton>
      {saved ? (
        <Button tone="text" busy={remove.isPending} onClick={() => remove.run({ body: { accountNumber } })}>
          {t('remove')}
        </Button>
      ) : null}
      <div role="alert">
        {remove.failure ? <p className="payday__short">{wordsOf(wordsKeyOf(remove.failure))}</p> : null}
      </div>
    </SettingForm>
  );
}
