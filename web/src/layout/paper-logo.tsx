import { useBrand } from '../brand/brand.ts';
import { useDarkMedia } from '../browser/theme.ts';

/** The brand's mark on a receipt: for the ground that it stands on, and for white paper when it is printed. */
export function PaperLogo() {
  const { Assets } = useBrand();
  const dark = useDarkMedia();
  return (
    <picture>
      <source srcSet={Assets.LogoOnDark} media={dark === 'not all' ? dark : `screen and ${dark}`} />
      <img src={Assets.Logo} alt="" width="32" height="32" />
    </picture>
  );
}
