import { answerContactCheck, getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { useIsUser } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';

/** Asks about each contact that messages do not reach: to change it, to say that it works, or not now. */
export function ContactChecks() {
  const t = useTexts('cards');
  const isUser = useIsUser();
  const { SupportPhoneNumber: phone } = useBrand();
  // The greeting has asked for this data already.
  const { data } = useOperation(getOnlineAccount, {}, { isEnabled: isUser });
  const answer = useAction(answerContactCheck, { invalidates: [getOnlineAccount] });
  if (!data) return null;
  return data.UnreachedContacts.map(({ Channel, Why }) => (
    <Banner
      key={Channel}
      tone="warning"
      title={t(`contactCheck.${Channel}.title`)}
      onDismiss={() => answer.run({ body: { Channel, Answer: 'later' } })}
    >
      <p>{t(`contactCheck.${Channel}.${Why}`)}</p>
      {Why === 'complained' ? null : (
        <p>{data.IsReached ? t(`contactCheck.${Channel}.codes`) : t('contactCheck.lost', { phone })}</p>
      )}
      <p className="banner__acts">
        <Link to={paths.myAccount()} className={buttonClass({ tone: 'line', small: true })}>
          {t(`contactCheck.${Channel}.change`)}
        </Link>
        <Button
          tone="text"
          small
          busy={answer.isPending}
          onClick={() => answer.run({ body: { Channel, Answer: 'works' } })}
        >
          {t(`contactCheck.${Why === 'complained' ? 'wanted' : 'works'}`)}
        </Button>
      </p>
      {answer.failure ? <p role="alert">{t('contactCheck.failed')}</p> : null}
    </Banner>
  ));
}
