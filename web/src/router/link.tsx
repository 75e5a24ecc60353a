import type { ComponentProps, MouseEvent } from 'react';
import { resolve, textOf, type To } from './address.ts';
import { useHref, useLocation, useNavigate } from './router-view.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: To;
  /** State of the target, read from `useLocation().state`. */
  readonly state?: unknown;
};

/** Whether a click is plain. The browser handles one with a modifier key, the middle button or a target. */
function isPress(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented } = event;
  const { target } = event.currentTarget;
  return (
    !defaultPrevented &&
    button === 0 &&
    (target === '' || target === '_self') &&
    !(metaKey || altKey || ctrlKey || shiftKey)
  );
}

/** Link to a page of the app. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const href = useHref(to);
  const here = useLocation();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isPress(event)) return;
        event.preventDefault();
        // A link to the current page adds no entry to the history.
        void navigate(to, { replace: textOf(resolve(to, here.pathname)) === textOf(here), state });
      }}
    >
      {children}
    </a>
  );
}

type NavLinkProps = LinkProps & {
  readonly to: string;
  /** Matches this page only, not pages below it. */
  readonly end?: boolean;
};

/** Navigation link, marked while its page or one below it is shown. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase();
  const there = to.toLowerCase();
  const isHere = here === there || (!end && here.startsWith(`${there}/`));
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} to={to} />;
}
