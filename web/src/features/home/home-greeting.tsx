import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { dayIn, daysBetween } from '@wattle/contract/rules/dates.ts';
import { useFormat } from '../../i18n/format.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { useIsUser } from '../../session/session.ts';
import { greetedName } from '../../i18n/greeted-name.ts';

/** A web-account user is greeted by name; a card has no name to greet. */
export function HomeGreeting() {
  const t = useTexts('cards');
  const isUser = useIsUser();
  const account = useOperation(getOnlineAccount, {}, { isEnabled: isUser });
  const language = useLanguage();
  const name = account.data ? greetedName(account.data, language) : '';
  return <h1 className="home-hero__hello">{name === '' ? t('home.helloCard') : t('home.hello', { name })}</h1>;
}

/** Time of the previous sign-in. It is at the end of the page on a phone and under the name on a desktop. */
export function LastSignIn({ className }: { readonly className: string }) {
  const isUser = useIsUser();
  // The greeting has asked for this data already.
  const { data } = useOperation(getOnlineAccount, {}, { isEnabled: isUser });
  const lastLogin = useLastLogin(useNow());
  return isUser ? <p className={className}>{data && lastLogin(data.PreviousLogin)}</p> : null;
}

const DAYS_OF_A_WEEK = 7;

/** `You last signed in yesterday at 6:42 pm`. A recent day is named by a word. */
function useLastLogin(now: string): (previous: string | null) => string {
  const t = useTexts('cards');
  const format = useFormat();
  const language = useLanguage();
  const { TimeZone } = useBrand();
  return (previous) => {
    if (previous === null) return '';
    const time = format.timeOf(previous);
    const days = -daysBetween(dayIn(now, TimeZone), dayIn(previous, TimeZone));
    if (days === 0) return t('home.lastLogin.today', { time });
    if (days === 1) return t('home.lastLogin.yesterday', { time });
    if (days > 1 && days < DAYS_OF_A_WEEK) {
      const weekday = dateFormat(LANGUAGE_TAG[language], { timeZone: TimeZone, weekday: 'long' });
      return t('home.lastLogin.weekday', { weekday: weekday.format(new Date(previous)), time });
    }
    return t('home.lastLogin.date', { date: format.dateOf(previous), time });
  };
}
