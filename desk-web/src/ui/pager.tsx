import { Link, useLocation } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';

type PagerProps = { readonly page: number; readonly hasMore: boolean };

/** Links to the previous and next page, by the address. Nothing if there is only one page. */
export function Pager({ page, hasMore }: PagerProps) {
  const t = useTexts('desk');
  const { pathname, search } = useLocation();
  const to = (number: number) => {
    const query = new URLSearchParams(search);
    if (number === 1) query.delete('page');
    else query.set('page', String(number));
    return { pathname, search: query.size > 0 ? `?${query}` : '' };
  };
  if (page === 1 && !hasMore) return null;
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      {page > 1 ? <Link to={to(page - 1)}>{t('pager.before')}</Link> : null}
      <span className="quiet">{t('pager.page', { page })}</span>
      {hasMore ? <Link to={to(page + 1)}>{t('pager.next')}</Link> : null}
    </nav>
  );
}
