import type { AutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { Link } from '../../../router/public.ts';
import { type Format, useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Track } from '../../../ui/charts/track.tsx';
import type { AutoTopupOf } from './auto-fields.ts';

type EndProps = { readonly all: AutoTopupOf; readonly topup: AutoTopup };

/** An automatic top-up that was just set up: it starts with the code of the deposit. */
export function AutoTopupSetUp({ all, topup }: EndProps) {
  const t = useTexts('topup');
  const format = useFormat();
  return (
    <OutcomePage
      state="later"
      title={t('auto.setUp.title')}
      lead={
        <>
          <p>{t('auto.setUp.lead')}</p>
          <p>{t('auto.says', saysOf(topup, all, format))}</p>
        </>
      }
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
    />
  );
}

/** An automatic top-up that its code has started. */
export function AutoTopupActive({ all, topup }: EndProps) {
  const t = useTexts('topup');
  const format = useFormat();
  return (
    <OutcomePage
      state="done"
      title={t('auto.activate.done')}
      lead={<p>{t('auto.says', saysOf(topup, all, format))}</p>}
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
    />
  );
}

/** Amounts and days of the sentence about an automatic top-up. */
function saysOf(topup: AutoTopup, all: AutoTopupOf, format: Format) {
  return { trigger: format.money(topup.minBalance), amount: format.money(topup.amount), count: all.CreditDays };
}
