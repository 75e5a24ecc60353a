import '../../ui/carousel.css';
import '../../ui/pages/panel.css';
import { useTexts } from '../../i18n/use-texts.ts';
import { Skeleton, SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { HomeGreeting } from './home-greeting.tsx';
import { HomeHero } from './home-hero.tsx';

/** Placeholder of the home in its final shape, so that nothing moves when the cards arrive. */
export function HomeWaiting() {
  const t = useTexts('cards');
  return (
    <>
      <HomeHero>
        <div className="home-hero__inner">
          <HomeGreeting />
          <p className="home-hero__login" />
          <div className="balance">
            <p className="balance__label">{t('home.available')}</p>
            <span className="home-hero__amount-waiting balance__line">
              <Skeleton width="13rem" height="3.5rem" />
            </span>
            <p className="held__none">
              <Skeleton width="7rem" />
            </p>
          </div>
          <div className="home-hero__actions-waiting" />
        </div>
        <div className="carousel carousel--peek" aria-hidden="true">
          <div className="carousel__list">
            <div className="carousel__item">
              <span className="card-picture" />
            </div>
          </div>
        </div>
      </HomeHero>
      <div className="home-stack">
        <div className="home-stack__main">
          <div className="panel">
            <SkeletonRows count={5} />
          </div>
        </div>
      </div>
    </>
  );
}
