import type { ComponentProps, MouseEvent } from 'react';
import { resolve, textOf, type To } from './address.ts';
import { useHref, useLocation, useNavigate } from './router-view.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: To;
  /** Comes with the move, as `useLocation().state`. */
  readonly state?: unknown;
};

/** A plain press. With a key, the middle button or a target of its own, the browser opens the link. */
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

/** A link to a page of the app. */
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
        // The page itself, once more, is no new entry of the history.
        void navigate(to, { replace: textOf(resolve(to, here.pathname)) === textOf(here), state });
      }}
    >
      {children}
    </a>
  );
}

type NavLinkProps = LinkProps & {
  readonly to: string;
  /** Pages below this one are not meant. */
  readonly end?: boolean;
};

/** A link of the navigation, marked while its page or one below it is shown. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase();
  const there = to.toLowerCase();
  const isHere = here === there || (!end && here.startsWith(`${there}/`));
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}
