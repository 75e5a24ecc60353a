import { useBrand } from '../brand/brand.ts';

/** The brand's mark on a receipt: for the ground that it stands on, and for white paper when it is printed. */
export function PaperLogo() {
  const { Assets } = useBrand();
  return (
    <picture>
      <source srcSet={Assets.LogoOnDark} media="screen and (prefers-color-scheme: dark)" />
      <img src={Assets.Logo} alt="" width="32" height="32" />
    </picture>
  );
}
