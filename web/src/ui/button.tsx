import './button.css';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

/** `main` is the primary button of a page; `accent` and `glass` are for the hero. */
export type ButtonTone = 'main' | 'tonal' | 'line' | 'text' | 'danger' | 'accent' | 'glass';

type Shape = { readonly tone?: ButtonTone; readonly small?: boolean; readonly wide?: boolean };

/** Classes of a button for a link that looks like one. */
export function buttonClass({ tone = 'main', small, wide }: Shape = {}): string {
  return classNames('button', tone !== 'main' && `button--${tone}`, small && 'button--small', wide && 'button--wide');
}

type ButtonProps = Shape & {
  /** In flight: the button stays focusable and named but ignores presses. */
  readonly busy?: boolean;
} & Omit<ComponentProps<'button'>, 'className' | 'disabled'>;

export function Button({ tone, small, wide, busy = false, type = 'button', onClick, children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- `submit` or `button`, chosen by the form.
      type={type}
      className={buttonClass({ ...(tone ? { tone } : {}), small: small ?? false, wide: wide ?? false })}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {children}
    </button>
  );
}
