import './card-home.css';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

type HomeHeroProps = {
  /** `one`: a single card beside the balance; `bare`: no card. */
  readonly shape?: 'one' | 'bare' | undefined;
  readonly children: ReactNode;
};

/** The branded area at the top of the home. Its ground is an element, so that tests can measure contrast on it. */
export function HomeHero({ shape, children }: HomeHeroProps) {
  return (
    <header className={classNames('home-hero', 'on-hero', shape && `home-hero--${shape}`)}>
      <div className="home-hero__ground" aria-hidden="true" />
      {children}
    </header>
  );
}
