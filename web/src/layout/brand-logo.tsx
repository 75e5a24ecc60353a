import './brand-logo.css';
import { Link } from '../router/public.ts';
import { useBrand } from '../brand/brand.ts';
import { useDarkMedia } from '../browser/theme.ts';

type BrandLogoProps = {
  readonly to: string;
  /** Shown on the brand's hero, which is dark in both themes. */
  readonly onHero?: boolean;
};

/** The brand's mark and name; the name is the words of the link. */
export function BrandLogo({ to, onHero = false }: BrandLogoProps) {
  const { Assets, BrandName } = useBrand();
  const dark = useDarkMedia();
  return (
    <Link className="brand-logo" to={to}>
      <picture>
        {onHero ? null : <source srcSet={Assets.LogoOnDark} media={dark} />}
        <img
          className="brand-logo__picture"
          // One that is not shown at this width is not fetched. React sets attributes in this order, and a
          // picture is asked for as soon as it has its address.
          loading="lazy"
          src={onHero ? Assets.LogoOnDark : Assets.Logo}
          alt=""
          width="32"
          height="32"
        />
      </picture>
      {BrandName}
    </Link>
  );
}
