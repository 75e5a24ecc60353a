import { Link } from '@wattle/web/router/public.ts';

type Tab = { readonly key: string; readonly words: string; readonly to: string; readonly isCurrent: boolean };

/** Views of one page, each with its address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ key, words, to, isCurrent }) => (
        <Link key={key} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
