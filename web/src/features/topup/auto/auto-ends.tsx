import type { AutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import type { SlipRow } from '../../../ui/slip.tsx';
import { Track } from '../../../ui/track.tsx';
import { type AutoTopupOf, withHyphen } from './auto-fields.ts';

type EndProps = { readonly all: AutoTopupOf; readonly topup: AutoTopup };

const ENDING = 3;

/** An automatic top-up that was just set up: it starts with the code of the deposit. */
export function AutoTopupSetUp({ all, topup }: EndProps) {
  const t = useTexts('topup');
  const format = useFormat();
  return (
    <OutcomePage
      state="later"
      title={t('auto.setUp.title')}
      lead={<p>{t('auto.setUp.lead')}</p>}
      content={
        <Track
          label={t('auto.setUp.title')}
          steps={[
            { title: t('auto.step.cent'), text: t('auto.step.today'), is: 'done' },
            {
              title: t('auto.step.code'),
              text: t('auto.step.by', { date: format.dateOf(topup.depositBy ?? all.DepositBy) }),
              is: 'now',
            },
            {
              title: t('auto.step.enter'),
              text: t('auto.step.by', { date: format.dateOf(topup.codeUntil ?? all.DepositBy) }),
              is: 'next',
            },
          ]}
        />
      }
      ways={
        <>
          <Link className={buttonClass()} to={paths.cardHome()}>
            {t('home')}
          </Link>
          <Link className={buttonClass({ tone: 'tonal' })} to={paths.autoTopupActivate()}>
            {t('auto.setUp.have')}
          </Link>
        </>
      }
      slip={{ rows: useRows(topup) }}
    />
  );
}

/** An automatic top-up that its code has started. */
export function AutoTopupActive({ all, topup }: EndProps) {
  const t = useTexts('topup');
  const format = useFormat();
  const says = { trigger: format.money(topup.minBalance), amount: format.money(topup.amount), count: all.CreditDays };
  return (
    <OutcomePage
      state="done"
      title={t('auto.activate.done')}
      lead={<p>{t('auto.says', says)}</p>}
      ways={
        <>
          <Link className={buttonClass()} to={paths.cardHome()}>
            {t('home')}
          </Link>
          <Link className={buttonClass({ tone: 'tonal' })} to={paths.topup()} state={{ way: 'auto' }}>
            {t('auto.activate.look')}
          </Link>
        </>
      }
      slip={{ rows: useRows(topup) }}
    />
  );
}

function useRows(topup: AutoTopup): readonly SlipRow[] {
  const t = useTexts('topup');
  const format = useFormat();
  return [
    { term: t('auto.amount'), value: format.money(topup.amount) },
    { term: t('auto.trigger'), value: format.money(topup.minBalance) },
    {
      term: t('auto.fromShort'),
      value: [topup.accountName, topup.bankName].filter(Boolean).join(', '),
      detail: t('auto.ending', { bsb: withHyphen(topup.bsb), ending: topup.accountNumber.slice(-ENDING) }),
    },
  ];
}
